// SPDX-License-Identifier: Apache-2.0
// The record of the platform, and the order in which a device is read: lines, what each applies to, what they mean.
#include "drivers/iosxr/iosxr.h"

#include "drivers/iosxr/base_example.h"
#include "drivers/iosxr/config.h"
#include "drivers/iosxr/show_commands.h"
#include "drivers/iosxr/signs.h"
#include "drivers/line_cli/read/file_header.h"
#include "drivers/line_cli/record.h"

namespace rocelint::iosxr {
namespace {

constexpr std::string_view version_header = "!! IOS XR Configuration";

std::string_view identity(const Tree& tree) { return line_cli::word_behind(tree, "hostname"); }

std::string_view version_of(const Tree& tree)
{
    return line_cli::value_after(line_cli::head_of(tree), version_header);
}

constexpr line_cli::Platform platform{
    .name = "iosxr",
    .title = "Cisco IOS XR",
    .signs = signs,
    .grammar = grammar,
    .top = scope::top,
    .text = {.comment = '!',
        .pager_mark = "--More--",
        .text_terminator = line_cli::banner_terminator,
        .terminator_in_line = true},
    .inner_header = "class ",
    .identity = identity,
    .version = version_of,
    .understand = line_cli::understand_by<Config, place_lines, resolve>,
    .translator = translator,
    .render = render,
    .base_example = base_example,
    .show_commands = show_commands,
};

}

constinit const Driver driver = line_cli::driver_of<platform>();

}
