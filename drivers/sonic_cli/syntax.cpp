// SPDX-License-Identifier: Apache-2.0
// How a running-configuration is split, apart from its lines: free text, and port names in each naming mode.
#include "drivers/sonic_cli/syntax.h"

#include "drivers/line_cli/grammar/port_ranges.h"
#include "drivers/line_cli/read/device_lines.h"
#include "drivers/sonic_cli/grammar.h"
#include "models/syntax/indent_tree.h"
#include "models/text/nearest.h"

#include <algorithm>

namespace rocelint::sonic_cli {
namespace {

struct TypeWord {
    std::string_view word;
    PortKind kind;
};
// Native naming uses Ethernet, standard and standard-ext naming use Eth.
constexpr TypeWord type_words[]{{"Ethernet", PortKind::physical},
    {"Eth", PortKind::physical},
    {"PortChannel", PortKind::lag},
    {"Vlan", PortKind::vlan},
    {"Loopback", PortKind::loopback},
    {"Management", PortKind::management}};

const TypeWord* find_type(std::string_view letters)
{
    while (letters.ends_with(' '))
        letters.remove_suffix(1);
    const auto* found = std::ranges::find_if(
        type_words, [&](const TypeWord& type) { return equal_ignoring_case(type.word, letters); });
    return found == std::end(type_words) ? nullptr : found;
}

}

PortKind kind_of_port(std::string_view name)
{
    const TypeWord* type = find_type(name.substr(0, name.find_first_of("0123456789")));
    return type == nullptr ? PortKind::other : line_cli::kind_of_name(name, type->kind);
}

std::string_view type_word(std::string_view letters)
{
    const TypeWord* type = find_type(letters);
    return type == nullptr ? std::string_view{} : type->word;
}

}
