// SPDX-License-Identifier: Apache-2.0
// How EOS's texts are cut up, besides their lines: free text, prompts, names of ports.
#include "drivers/eos/syntax.h"

#include "models/text/nearest.h"

#include <algorithm>
#include <array>

namespace rocelint::eos {
namespace {

// Text that runs up to a line "EOF": banners, stored comments, scripts and routing control functions.
std::string_view text_terminator(std::string_view line)
{
    if (line.size() < 4 || line.size() > 40)
        return {};
    const bool is_text = line == "comment" || line == "action bash" || line == "code"
        || line.starts_with("code unit ") || line == "banner motd" || line == "banner login"
        || line == "banner exec" || line == "banner timeout";
    return is_text ? "EOF" : std::string_view{};
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_prompt_character(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
        || std::string_view("._-()@:~/[] ").find(c) != std::string_view::npos;
}

struct KindWord {
    std::string_view word;
    PortKind kind;
};
constexpr std::array kind_words{
    KindWord{"Ethernet", PortKind::physical},
    KindWord{"Port-Channel", PortKind::lag},
    KindWord{"Vlan", PortKind::vlan},
    KindWord{"Loopback", PortKind::loopback},
    KindWord{"Management", PortKind::management},
    KindWord{"Vxlan", PortKind::tunnel},
    KindWord{"Tunnel", PortKind::tunnel},
    KindWord{"Dps", PortKind::tunnel},
    KindWord{"Recirc-Channel", PortKind::internal},
    KindWord{"InternalRecirc", PortKind::internal},
    KindWord{"UnconnectedEthernet", PortKind::internal},
    KindWord{"Fabric", PortKind::internal},
};

}

Tree parse(const Source& source)
{
    return parse_indented(source, {.comment = '!', .text_terminator = text_terminator});
}

bool is_prompt(std::string_view line)
{
    constexpr std::size_t longest_host = 80;
    if (line.starts_with("> "))
        return true;
    for (std::size_t at = 0; at < line.size() && at < longest_host; ++at) {
        const char c = line[at];
        if (c == '#' || c == '>' || c == '$')
            return at > 0 && line[at - 1] != ' ' && line.find(' ') > at;
        if (!is_prompt_character(c))
            return false;
    }
    return false;
}

PortKind kind_of_port(std::string_view name)
{
    const std::size_t letters = static_cast<std::size_t>(std::ranges::find_if(name, is_digit) - name.begin());
    std::string_view word = name.substr(0, letters);
    while (!word.empty() && word.back() == ' ')
        word.remove_suffix(1);
    PortKind kind = PortKind::other;
    for (const KindWord& known : kind_words) {
        // Two letters are the shortest form that EOS itself prints ("Et1", "Po5", "Vl100").
        if (word.size() >= 2 && word.size() <= known.word.size()
            && equal_ignoring_case(known.word.substr(0, word.size()), word)) {
            kind = known.kind;
            break;
        }
    }
    if ((kind == PortKind::physical || kind == PortKind::lag) && name.find('.') != std::string_view::npos)
        return PortKind::subinterface;
    return kind;
}

}
