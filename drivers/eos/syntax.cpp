// SPDX-License-Identifier: Apache-2.0
// Parses what is not a configuration line in EOS output: header comments, free text, names of ports.
#include "drivers/eos/syntax.h"

#include "drivers/eos/grammar.h"
#include "drivers/line_cli/grammar/port_ranges.h"
#include "drivers/line_cli/live/terminal.h"
#include "models/text/nearest.h"

#include <algorithm>
#include <vector>

namespace rocelint::eos {
namespace {

std::string_view take_line(std::string_view& text)
{
    const std::size_t feed = text.find('\n');
    std::string_view line = text.substr(0, feed);
    text = feed == std::string_view::npos ? std::string_view{} : text.substr(feed + 1);
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t'))
        line.remove_prefix(1);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' '))
        line.remove_suffix(1);
    return line;
}

constexpr line_cli::KindWord kind_words[]{
    {"Ethernet", PortKind::physical},
    {"Port-Channel", PortKind::lag},
    {"Vlan", PortKind::vlan},
    {"Loopback", PortKind::loopback},
    {"Management", PortKind::management},
    {"Vxlan", PortKind::tunnel},
    {"Tunnel", PortKind::tunnel},
    {"Dps", PortKind::tunnel},
    {"Recirc-Channel", PortKind::internal},
    {"InternalRecirc", PortKind::internal},
    {"UnconnectedEthernet", PortKind::internal},
    {"Fabric", PortKind::internal},
};

}

// Text that ends with a line "EOF": banners, stored comments, scripts and routing control functions.
std::string_view text_terminator(std::string_view line)
{
    if (line.size() < 4 || line.size() > 40)
        return {};
    const bool is_text = line == "comment" || line == "action bash" || line == "code"
        || line.starts_with("code unit ") || line == "banner motd" || line == "banner login"
        || line == "banner exec" || line == "banner timeout";
    return is_text ? "EOF" : std::string_view{};
}

PortKind kind_of_port(std::string_view name) { return line_cli::kind_by_word(name, kind_words); }

std::string_view nearest_port_type(std::string_view name)
{
    std::vector<std::string_view> words;
    for (const line_cli::KindWord& kind : kind_words)
        words.push_back(kind.word);
    return nearest(name.substr(0, name.find_first_of("0123456789 ")), words);
}

Header read_header(std::string_view text)
{
    Header header;
    constexpr int most_lines = 60;
    for (int count = 0; count < most_lines && !text.empty(); ++count) {
        std::string_view line = take_line(text);
        if (line.starts_with("!RANCID-CONTENT-TYPE: arista"))
            header.is_running_config = true;
        const std::size_t command = line.find("show running-config");
        const std::size_t shortened = command == std::string_view::npos ? line.find("show run") : command;
        if (shortened != std::string_view::npos && (line.front() == '!' || line_cli::is_prompt(line))) {
            header.is_running_config = true;
            Words words(line.substr(shortened));
            words.next();
            words.next();
            header.prints_defaults = words.peek() == "all";
        }
        if (!line.starts_with("! device: "))
            continue;
        header.is_running_config = true;
        line.remove_prefix(10);
        const std::size_t open = line.find(" (");
        header.device = line.substr(0, open);
        if (open == std::string_view::npos)
            continue;
        std::string_view inner = line.substr(open + 2);
        const std::size_t comma = inner.find(", ");
        header.model = inner.substr(0, std::min(comma, inner.find(')')));
        if (comma == std::string_view::npos)
            continue;
        inner.remove_prefix(comma + 2);
        if (inner.starts_with("EOS-"))
            inner.remove_prefix(4);
        header.version = inner.substr(0, inner.find_first_of(" )"));
    }
    return header;
}

std::string_view identity(const Tree& tree)
{
    if (tree.root == nullptr)
        return {};
    std::string_view name;
    for (const Node& node : *tree.root) {
        if (node.key.starts_with("hostname ")) {
            Words words(node.key);
            words.next();
            name = words.next();
        }
    }
    if (!name.empty())
        return name;
    // An unnamed switch calls itself localhost, which identifies nothing.
    const Header header = read_header(tree.source->text());
    return header.device == "localhost" ? std::string_view{} : header.device;
}

}
