// SPDX-License-Identifier: Apache-2.0
// Normalizes port names, because LLDP, descriptions and operators abbreviate interface types differently.
#include "models/fabric/value/port_name.h"

#include "models/text/ascii.h"

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
        if (!ascii::is_blank(c))
            lowered += ascii::lower(c);
    }
    const auto digit = std::ranges::find_if(lowered, ascii::is_digit);
    const auto letters = static_cast<std::size_t>(digit - lowered.begin());
    if (digit == lowered.end() || letters == 0)
        return lowered;
    return std::string(shorten(std::string_view(lowered).substr(0, letters))) + lowered.substr(letters);
}

bool is_typable(std::string_view name)
{
    const auto plain = [](char c) {
        return ascii::is_letter_or_digit(c) || std::string_view("._:/@-").find(c) != std::string_view::npos;
    };
    return !name.empty() && name.front() != '-' && std::ranges::all_of(name, plain)
        && name.find("..") == std::string_view::npos;
}

bool is_typable(std::string_view name, char separator)
{
    const std::size_t end = separator == 0 ? std::string_view::npos : name.find(separator);
    return is_typable(name.substr(0, end))
        && (end == std::string_view::npos || is_typable(name.substr(end + 1), separator));
}

}
