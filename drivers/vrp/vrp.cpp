// SPDX-License-Identifier: Apache-2.0
// The record of the platform, and the order in which a device is read: lines, what each applies to, what they mean.
#include "drivers/vrp/vrp.h"

#include "drivers/line_cli/read/file_header.h"
#include "drivers/line_cli/record.h"
#include "drivers/vrp/base_example.h"
#include "drivers/vrp/config.h"
#include "drivers/vrp/counter_commands.h"
#include "drivers/vrp/show_commands.h"
#include "drivers/vrp/shown_state.h"
#include "drivers/vrp/signs.h"

namespace rocelint::vrp {
namespace {

constexpr std::string_view ansible_names[]{"community.network.ce", "ce"};
constexpr std::string_view header = "!Software Version ";

std::string_view identity(const Tree& tree) { return line_cli::word_behind(tree, "sysname"); }

bool is_whole(const Tree& tree) { return line_cli::head_of(tree).find(header) != std::string_view::npos; }

// "header login information %", then text, then "%".
std::string_view text_terminator(std::string_view line)
{
    if (!line.starts_with("header "))
        return {};
    const std::size_t at = line.find("information ");
    constexpr std::size_t length = std::string_view("information ").size();
    const std::string_view text
        = at == std::string_view::npos ? std::string_view{} : line.substr(at + length);
    return line_cli::open_delimiter(text);
}

void understand(std::span<const Tree> trees, Reading& reading)
{
    if (!trees.empty())
        reading.device.version = line_cli::value_after(trees.front().source->text(), header);
    Config config(reading.device, trees, reading.problems);
    place_lines(config);
    read_shown_state(config, trees);
    resolve(config);
}

constexpr line_cli::Platform platform{
    .name = "vrp",
    .title = "Huawei CloudEngine (VRP)",
    .comment = "#",
    .signs = signs,
    .grammar = grammar,
    .top = scope::top,
    .text = {.comment = '#',
        .also_comment = '!',
        .pager_mark = "---- More ----",
        .text_terminator = text_terminator,
        .terminator_in_line = true},
    .identity = identity,
    .is_whole = is_whole,
    .understand = understand,
    .translator = translator,
    .ansible_names = ansible_names,
    .open = open,
    .render = render,
    .base_example = base_example,
    .show_commands = show_commands,
    .counter_commands = counter_commands,
};

}

constinit const Driver driver = line_cli::driver_of<platform>();

}
