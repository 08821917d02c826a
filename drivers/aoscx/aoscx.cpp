// SPDX-License-Identifier: Apache-2.0
// The record of the platform, and the order in which a device is read: lines, what each applies to, what they mean.
#include "drivers/aoscx/aoscx.h"

#include "drivers/aoscx/base_example.h"
#include "drivers/aoscx/config.h"
#include "drivers/aoscx/show_commands.h"
#include "drivers/aoscx/shown_counters.h"
#include "drivers/aoscx/signs.h"
#include "drivers/line_cli/read/file_header.h"
#include "drivers/line_cli/record.h"

namespace rocelint::aoscx {
namespace {

constexpr std::string_view ansible_names[]{"arubanetworks.aoscx.aoscx", "aoscx"};
constexpr std::string_view version_headers[]{"!Version ArubaOS-CX ", "!Version AOS-CX "};

std::string_view identity(const Tree& tree) { return line_cli::word_behind(tree, "hostname"); }

std::string_view version_of(const Tree& tree)
{
    for (const std::string_view header : version_headers) {
        if (const std::string_view version = line_cli::value_after(line_cli::head_of(tree), header);
            !version.empty())
            return version;
    }
    return {};
}

void understand(std::span<const Tree> trees, Reading& reading)
{
    Config config(reading.device, trees, reading.problems);
    place_lines(config);
    read_shown_dcbx(config, trees);
    read_shown_counters(reading.device, trees, reading.problems);
    resolve(config);
}

constexpr line_cli::Platform platform{
    .name = "aoscx",
    .title = "HPE Aruba AOS-CX",
    .signs = signs,
    .grammar = grammar,
    .top = scope::top,
    .text = {.comment = '!',
        .also_comment = '#',
        .pager_mark = "-- MORE --, next page: Space, next line: Enter, quit: q",
        .text_terminator = line_cli::banner_terminator,
        .terminator_in_line = true},
    .identity = identity,
    .version = version_of,
    .understand = understand,
    .translator = translator,
    .ansible_names = ansible_names,
    .open = open,
    .render = render,
    .base_example = base_example,
    .show_commands = show_commands,
};

}

constinit const Driver driver = line_cli::driver_of<platform>();

}
