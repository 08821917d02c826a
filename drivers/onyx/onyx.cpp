// SPDX-License-Identifier: Apache-2.0
// The record of the platform, and how Onyx configurations are recognized.
#include "drivers/onyx/onyx.h"

#include "drivers/line_cli/read/file_header.h"
#include "drivers/line_cli/record.h"
#include "drivers/onyx/base_example.h"
#include "drivers/onyx/config.h"
#include "drivers/onyx/show_commands.h"
#include "drivers/onyx/shown_counters.h"

#include <algorithm>

namespace rocelint::onyx {
namespace {

constexpr std::string_view header = "the header of an Onyx configuration";
constexpr std::string_view only_ours = "lines that only Onyx writes";

constexpr Sign signs[]{
    Sign{"## Running database \"", Sign::certain, header},
    Sign{"## Active saved database \"", Sign::certain, header},
    // Other platforms open a block with this; Onyx repeats it at the beginning of every line.
    Sign{"interface ethernet 1/", 40, only_ours, " ", {}, 3},
    Sign{"interface mlag-port-channel ", 40, only_ours, " ", {}, 3},
    Sign{"no cli default prefix-modes", 40, only_ours, {}, {}, 3},
    Sign{"dcb priority-flow-control ", 25, only_ours, {}, {}, 3},
    Sign{"Interface  ", Sign::certain, "output of show dcb priority-flow-control", " PFC oper"},
    Sign{"traffic pool ", 25, only_ours, {}, {}, 3},
    Sign{"advanced buffer management", 25, only_ours, {}, {}, 3},
    Sign{"protocol mlag", 20, only_ours, {}, {}, 3},
    Sign{"roce l", 20, only_ours, {}, {}, 3},
};

constexpr std::size_t looked_at = std::size_t{1} << 16;

std::string_view head_of(const Tree& tree) { return tree.source->text().substr(0, looked_at); }

bool has_header(const Tree& tree)
{
    return head_of(tree).find("## Running database \"") != std::string_view::npos
        || head_of(tree).find("## Active saved database \"") != std::string_view::npos;
}

// A banner ends at the closing quote, which may come after its last line.
std::string_view text_terminator(std::string_view line)
{
    return line.starts_with("banner ") && std::ranges::count(line, '"') == 1 ? "\"" : std::string_view{};
}

std::string_view identity(const Tree& tree)
{
    const std::string_view name = line_cli::word_behind(tree, "hostname", true);
    return name.empty() ? line_cli::value_after(head_of(tree), "## Hostname: ") : name;
}

void understand(std::span<const Tree> trees, Reading& reading)
{
    Device& device = reading.device;
    device.watchdog_has_times = false;
    for (const Tree& tree : trees) {
        if (device.version.empty())
            device.version = line_cli::value_after(head_of(tree), "## Product release: ");
    }
    Config config(device, trees, reading.problems);
    place_lines(config);
    read_shown_pfc(config);
    read_shown_counters(device, trees, reading.problems);
    resolve(config);
}

constexpr std::string_view ansible_names[]{"mellanox.onyx.onyx", "onyx"};

// A line that states the default undoes a map entry, since no known source says how to negate one.
std::vector<Fact> usual_entries(const Fact& line) { return line_cli::usual_entries(map_lines, line); }

constexpr line_cli::Platform platform{
    .name = "onyx",
    .title = "NVIDIA Onyx (MLNX-OS)",
    .comment = "#",
    .signs = signs,
    .detect = detect_counters,
    .grammar = grammar,
    .top = scope::top,
    .text = {.comment = '#', .text_terminator = text_terminator, .terminator_in_line = true},
    .identity = identity,
    .is_whole = has_header,
    .understand = understand,
    .translator = translator,
    .usual = usual_entries,
    .ansible_names = ansible_names,
    .open = open,
    .render = render,
    .base_example = base_example,
    .show_commands = show_commands,
};

}

constinit const Driver driver = line_cli::driver_of<platform>();

}
