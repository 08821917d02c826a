// SPDX-License-Identifier: Apache-2.0
// Parses what is not a configuration line in OS10 output: headers, free text, names of ports.
#include "drivers/os10/syntax.h"

#include "drivers/line_cli/grammar/port_ranges.h"
#include "drivers/line_cli/read/file_header.h"
#include "drivers/os10/grammar.h"
#include "models/syntax/indent_tree.h"

#include <algorithm>

namespace rocelint::os10 {
namespace {

constexpr line_cli::KindWord kind_words[]{{"ethernet", PortKind::physical},
    {"port-channel", PortKind::lag},
    {"vlan", PortKind::vlan},
    {"loopback", PortKind::loopback},
    {"mgmt", PortKind::management},
    {"virtual-network", PortKind::vlan},
    {"null", PortKind::other},
    {"fibrechannel", PortKind::internal},
    {"vfabric", PortKind::internal}};

}

// OS10 ignores indentation: in templates a line may be indented further than the one before it.
bool stands_alone(std::string_view line)
{
    constexpr std::string_view beginnings[]{"channel-group ",
        "description ",
        "mtu ",
        "no ",
        "shutdown",
        "switchport",
        "flowcontrol ",
        "spanning-tree port ",
        "ip address ",
        "speed "};
    return std::ranges::any_of(
        beginnings, [&](std::string_view beginning) { return line.starts_with(beginning); });
}

bool is_whole(const Tree& tree)
{
    return line_cli::head_of(tree).find("! Version 10.") != std::string_view::npos;
}

PortKind kind_of_port(std::string_view name) { return line_cli::kind_by_word(name, kind_words); }

std::string_view type_word(std::string_view letters)
{
    return line_cli::word_of_letters(letters, kind_words);
}

}
