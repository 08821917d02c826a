// SPDX-License-Identifier: Apache-2.0
// The record of the platform, and how its configurations are recognised.
#include "drivers/onyx/onyx.h"

#include "drivers/onyx/base_example.h"
#include "drivers/onyx/config.h"
#include "drivers/onyx/signs.h"
#include "models/syntax/indent_tree.h"

#include <algorithm>

namespace rocelint::onyx {
namespace {

constexpr std::size_t looked_at = std::size_t{1} << 16;

// What follows this beginning of a line of the head, up to the line's end.
std::string_view comment_value(std::string_view text, std::string_view beginning)
{
    const std::size_t at = text.substr(0, looked_at).find(beginning);
    if (at == std::string_view::npos)
        return {};
    std::string_view value = text.substr(at + beginning.size());
    value = value.substr(0, value.find_first_of("\r\n"));
    return value.substr(0, value.find_last_not_of(' ') + 1);
}

bool has_header(std::string_view text)
{
    const std::string_view head = text.substr(0, looked_at);
    return head.find("## Running database \"") != std::string_view::npos
        || head.find("## Active saved database \"") != std::string_view::npos;
}

std::string_view take_line(std::string_view& text)
{
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    return line.substr(0, line.find_last_not_of(" \r") + 1);
}

// A banner runs up to the closing quote.
std::string_view text_terminator(std::string_view line)
{
    return line.starts_with("banner ") && std::ranges::count(line, '"') == 1 ? "\"" : std::string_view{};
}

Tree parse(const Source& source)
{
    return parse_indented(source, {.comment = '#', .text_terminator = text_terminator});
}

std::string_view identity(const Tree& tree)
{
    for (std::string_view text = tree.source->text(); !text.empty();) {
        Words words(take_line(text));
        if (words.take("hostname"))
            return words.next();
    }
    return comment_value(tree.source->text(), "## Hostname: ");
}

Reading read(std::span<const Tree> trees, std::string_view fallback_name)
{
    Reading reading;
    Device& device = reading.device;
    device.platform = driver.name;
    device.watchdog_has_times = false;
    device.fragment = true;
    for (const Tree& tree : trees) {
        device.files.push_back(tree.source->id());
        const std::string_view name = identity(tree);
        device.fragment = device.fragment && name.empty() && !has_header(tree.source->text());
        if (device.version.empty())
            device.version = comment_value(tree.source->text(), "## Product release: ");
        if (name.empty() || !device.name.empty())
            continue;
        device.name = name;
        device.name_is_configured = true;
        device.identity = tree.source->span_of(name);
    }
    if (device.name.empty())
        device.name = fallback_name;
    Config config(device, trees, reading.problems);
    place_lines(config);
    resolve(config);
    device.origins.shrink_to_fit();
    return reading;
}

constexpr std::string_view ansible_names[]{"mellanox.onyx.onyx", "onyx"};

}

const Driver driver{
    .name = "onyx",
    .title = "NVIDIA Onyx (MLNX-OS)",
    .comment = "#",
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
    .base_example = base_example,
    .base_file_name = "running-config.cfg",
};

}
