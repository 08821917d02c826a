// SPDX-License-Identifier: Apache-2.0
// Parses what is not a configuration line in NX-OS output: headers, free text, names of ports.
#include "drivers/nxos/syntax.h"

#include "drivers/line_cli/grammar/port_ranges.h"
#include "drivers/line_cli/live/terminal.h"
#include "drivers/line_cli/read/file_header.h"
#include "drivers/nxos/grammar.h"
#include "models/syntax/indent_tree.h"

namespace rocelint::nxos {
namespace {

constexpr line_cli::KindWord kind_words[]{{"Ethernet", PortKind::physical},
    {"port-channel", PortKind::lag},
    {"Vlan", PortKind::vlan},
    {"loopback", PortKind::loopback},
    {"mgmt", PortKind::management},
    {"nve", PortKind::tunnel},
    {"Tunnel", PortKind::tunnel},
    {"sup-eth", PortKind::internal},
    {"Inband", PortKind::internal}};

}

// A job's text ends with its own last line.
std::string_view text_terminator(std::string_view line)
{
    return line.starts_with("scheduler job name ") ? "end-job" : line_cli::banner_terminator(line);
}

std::string_view identity(const Tree& tree)
{
    const std::string_view name = line_cli::word_behind(tree, "hostname");
    return name.empty() ? line_cli::word_behind(tree, "switchname") : name;
}

bool is_whole(const Tree& tree)
{
    constexpr std::string_view command = "!Command: show running-config";
    const std::string_view head = line_cli::head_of(tree);
    const std::size_t at = head.find(command);
    if (at == std::string_view::npos)
        return false;
    Words words(head.substr(at + command.size(), head.find_first_of("\r\n", at) - at - command.size()));
    return words.at_end() || words.peek() == "all";
}

bool is_of_terminal(std::string_view line)
{
    return line_cli::is_prompt(line) || line.starts_with("Last login: ");
}

PortKind kind_of_port(std::string_view name) { return line_cli::kind_by_word(name, kind_words); }

std::string_view type_word(std::string_view letters)
{
    return line_cli::word_of_letters(letters, kind_words);
}

}
