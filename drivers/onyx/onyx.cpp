// SPDX-License-Identifier: Apache-2.0
// The record of the platform, and how its configurations are recognised.
#include "drivers/onyx/onyx.h"

#include "drivers/onyx/base_example.h"
#include "drivers/onyx/config.h"
#include "drivers/onyx/edit.h"
#include "drivers/onyx/live.h"
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

Detection detect(const Source& source)
{
    const std::string_view text = source.text().substr(0, looked_at);
    if (has_header(text))
        return {100, "the header of an Onyx configuration"};
    int lines = 0;
    for (const std::string_view words : {"no cli default prefix-modes",
             "interface mlag-port-channel ",
             "interface ethernet 1/",
             "dcb priority-flow-control ",
             "traffic pool ",
             "roce l",
             "protocol mlag",
             "advanced buffer management"}) {
        for (std::size_t at = text.find(words); at != std::string_view::npos; at = text.find(words, at + 1)) {
            const std::size_t start = text.find_last_of('\n', at) + 1;
            // A line of Onyx is indented by three blanks or not at all, and has all of its words on it.
            if ((at == start || (at == start + 3 && text.substr(start, 3) == "   "))
                && text.find_first_of(" \n", at + words.size()) != std::string_view::npos
                && (words != "interface ethernet 1/"
                    || text[text.find_first_of(" \r\n", at + words.size())] == ' '))
                ++lines;
        }
    }
    constexpr int enough = 2;
    return lines >= enough ? Detection{80, "lines that only Onyx writes"} : Detection{};
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

const Node* hostname_line(const Tree& tree)
{
    std::vector<const Node*> open{tree.root};
    while (!open.empty()) {
        const Node* node = open.back();
        open.pop_back();
        for (; node != nullptr; node = node->next) {
            if (node->key.starts_with("hostname "))
                return node;
            if (node->first != nullptr)
                open.push_back(node->first);
        }
    }
    return nullptr;
}

std::string_view identity(const Tree& tree)
{
    const Node* line = hostname_line(tree);
    if (line == nullptr)
        return comment_value(tree.source->text(), "## Hostname: ");
    Words words(line->key);
    words.next();
    return words.next();
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

}

const Driver driver{
    .name = "onyx",
    .title = "NVIDIA Onyx (MLNX-OS)",
    .comment = "#",
    .detect = detect,
    .parse = parse,
    .identity = identity,
    .read = read,
    .edit = edit,
    .commands = commands,
    .undo = undo,
    .open = open,
    .render = render,
    .base_example = base_example,
    .base_file_name = "running-config.cfg",
};

}
