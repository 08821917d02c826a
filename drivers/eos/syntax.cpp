// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/syntax.h"

#include "models/text/nearest.h"

#include <fmt/format.h>

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

std::optional<Milliseconds> parse_seconds(std::string_view text)
{
    const std::size_t point = text.find('.');
    const auto whole = parse_number(text.substr(0, point));
    constexpr std::uint64_t longest = 4'000'000;
    if (!whole || *whole > longest)
        return std::nullopt;
    std::uint64_t thousandths = 0;
    if (point != std::string_view::npos) {
        const std::string_view decimals = text.substr(point + 1);
        const auto number = parse_number(decimals);
        if (!number || decimals.size() > 3)
            return std::nullopt;
        thousandths = *number * (decimals.size() == 1 ? 100U : decimals.size() == 2 ? 10U : 1U);
    }
    return Milliseconds(static_cast<std::uint32_t>(*whole * 1000 + thousandths));
}

std::optional<SpeedLine> parse_speed_line(Words words)
{
    SpeedLine line;
    if (words.take("auto"))
        line.autoneg = true;
    else if (words.take("forced"))
        line.autoneg = false;
    std::string_view word = words.next();
    if (word.empty())
        return line.autoneg ? std::optional(line) : std::nullopt;
    std::string terabits;
    if (word.starts_with("1.6t")) {
        terabits = "1600g" + std::string(word.substr(4));
        word = terabits;
    }
    const std::size_t digits = static_cast<std::size_t>(
        std::ranges::find_if(word, [](char c) { return !is_digit(c); }) - word.begin());
    const auto number = parse_number(word.substr(0, digits));
    constexpr std::uint64_t fastest = 10'000'000;
    if (!number || *number > fastest)
        return std::nullopt;
    const bool gigabits = digits < word.size() && word[digits] == 'g';
    std::string_view tail = word.substr(digits + (gigabits ? 1 : 0));
    if (!tail.empty() && tail != "full" && tail != "half" && tail.front() != '-')
        return std::nullopt;
    if (tail.starts_with('-')) {
        constexpr std::uint64_t most = 16;
        const auto lanes = parse_number(tail.substr(1));
        if (lanes && *lanes > 0 && *lanes <= most)
            line.lanes = static_cast<std::uint8_t>(*lanes);
    }
    line.speed = BitsPerSecond{*number * (gigabits ? 1'000'000'000U : 1'000'000U)};
    return line;
}

std::optional<Dscp> parse_dscp(std::string_view word)
{
    if (const auto number = parse_number(word))
        return *number < 64 ? std::optional(static_cast<Dscp>(*number)) : std::nullopt;
    if (equal_ignoring_case(word, "ef"))
        return Dscp{46};
    const auto digit = [&](std::size_t at) { return static_cast<unsigned>(word[at] - '0'); };
    if (word.size() == 3 && equal_ignoring_case(word.substr(0, 2), "cs") && digit(2) < 8)
        return static_cast<Dscp>(digit(2) * 8);
    if (word.size() == 4 && equal_ignoring_case(word.substr(0, 2), "af") && digit(2) >= 1 && digit(2) <= 4
        && digit(3) >= 1 && digit(3) <= 3)
        return static_cast<Dscp>(digit(2) * 8 + digit(3) * 2);
    return std::nullopt;
}

bool contains_word(std::span<const std::string_view> sorted, std::string_view word)
{
    return std::ranges::binary_search(sorted, word);
}

}
