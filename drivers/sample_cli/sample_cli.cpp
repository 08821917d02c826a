// SPDX-License-Identifier: Apache-2.0
// The driver record: everything that the rest of the program asks of this platform.
#include "drivers/sample_cli/sample_cli.h"

#include "drivers/sample_cli/base_example.h"
#include "drivers/sample_cli/edit.h"
#include "drivers/sample_cli/reader.h"
#include "drivers/sample_cli/render.h"
#include "models/syntax/indent_tree.h"

namespace rocelint::sample_cli {
namespace {

// Words that no other platform writes. A header that names the platform is certain; lines add up to
// Sign::enough.
constexpr Sign signs[]{
    {"! sample-cli", Sign::certain, "its header says that it is of Sample CLI"},
    {"class dscp ", 20, "lines that only Sample CLI writes", " to "},
    {"ecn queue ", 20, "lines that only Sample CLI writes", " minimum "},
};

constexpr std::string_view ansible_names[]{"sample-cli"};

Tree parse(const Source& source) { return parse_indented(source, {.comment = '!'}); }

std::string_view identity(const Tree& tree)
{
    if (tree.root == nullptr)
        return {};
    for (const Node& line : *tree.root) {
        Words words(line.key);
        if (words.take("hostname"))
            return words.next();
    }
    return {};
}

}

const Driver driver{
    .name = "sample-cli",
    .title = "Sample CLI",
    .comment = "!",
    .signs = signs,
    .parse = parse,
    .identity = identity,
    .read = read,
    .edit = edit,
    .commands = commands,
    .undo = undo,
    .ansible_names = ansible_names,
    .protocol = Protocol::command_line,
    .open = open,
    .render = render,
    .words = [] { return grammar().words(); },
    .base_example = base_example,
    .base_file_name = "running-config.cfg",
};

}
