// SPDX-License-Identifier: Apache-2.0
// Normalizes port names, because LLDP, descriptions and operators abbreviate interface types differently.
#include "models/fabric/port_name.h"

#include <algorithm>
#include <array>

namespace rocelint {
namespace {

struct TypeWord {
    std::string_view longest;
    std::string_view shortest;
};

// Every abbreviation between the shortest form and the full word means the same interface type, as in the
// command lines of IEEE-style switches.
constexpr std::array type_words{
    TypeWord{"ethernet", "et"},
    TypeWord{"port-channel", "po"},
    TypeWord{"portchannel", "po"},
    TypeWord{"management", "ma"},
    TypeWord{"loopback", "lo"},
    TypeWord{"hundredgige", "hu"},
    TypeWord{"fourhundredgige", "fo"},
};

std::string_view shorten(std::string_view word)
{
    for (const TypeWord& type : type_words) {
        if (word.size() >= type.shortest.size() && type.longest.starts_with(word))
            return type.shortest;
    }
    return word;
}

}

std::string comparable_port_name(std::string_view name)
{
    std::string lowered;
    lowered.reserve(name.size());
    for (const char c : name) {
        if (c != ' ' && c != '\t')
            lowered += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    const auto digit = std::ranges::find_if(lowered, [](char c) { return c >= '0' && c <= '9'; });
    const auto letters = static_cast<std::size_t>(digit - lowered.begin());
    if (digit == lowered.end() || letters == 0)
        return lowered;
    return std::string(shorten(std::string_view(lowered).substr(0, letters))) + lowered.substr(letters);
}

bool is_typable(std::string_view name)
{
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || std::string_view("._:/@-").find(c) != std::string_view::npos;
    };
    return !name.empty() && name.front() != '-' && std::ranges::all_of(name, plain)
        && name.find("..") == std::string_view::npos;
}

}
