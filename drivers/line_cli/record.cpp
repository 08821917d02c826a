// SPDX-License-Identifier: Apache-2.0
// Functions that the drivers of all platforms with a line-based configuration share.
#include "drivers/line_cli/record.h"

#include "drivers/line_cli/read/file_header.h"
#include "drivers/line_cli/read/lost_indentation.h"
#include "drivers/line_cli/read/typed_lines.h"
#include "drivers/line_cli/write/retrace.h"
#include "models/syntax/json/json_tree.h"

#include <algorithm>
#include <deque>
#include <string>
#include <utility>

namespace rocelint::line_cli {
namespace {

// Returns the lines that turn one state of the files into the other, unless they cannot be typed.
Commands retraced(
    const Platform& platform, std::span<const Tree> from, std::span<const Tree> to, std::size_t changes)
{
    const RetraceStyle style{platform.grammar(), platform.top, platform.usual};
    Commands made;
    typed(made, retrace(style, from, to), changes);
    return made;
}

}

// A configuration of lines never begins with a brace; the JSON that show commands print does.
Tree parse(const Platform& platform, const Source& source)
{
    const std::size_t first = source.text().find_first_not_of(" \t\r\n");
    if (platform.detect != nullptr && first != std::string_view::npos && source.text()[first] == '{'
        && platform.detect(source).confidence > 0)
        return parse_json(source);
    return parse_blocks(source, platform.text, platform.grammar(), platform.top, platform.inner_header);
}

Reading read(const Platform& platform, std::span<const Tree> trees, std::string_view fallback_name)
{
    Reading reading;
    Device& device = reading.device;
    device.platform = platform.name;
    name_device(device, trees, platform.identity, fallback_name);
    const auto states_version
        = [&](const Tree& tree) { return platform.version != nullptr && !platform.version(tree).empty(); };
    if (const auto tree = std::ranges::find_if(trees, states_version); tree != trees.end())
        device.version = platform.version(*tree);
    const bool whole = platform.is_whole != nullptr ? std::ranges::any_of(trees, platform.is_whole)
                                                    : !device.version.empty();
    device.fragment = !device.name_is_configured && !whole;
    platform.understand(trees, reading);
    device.origins.shrink_to_fit();
    device.ports.shrink_to_fit();
    return reading;
}

Rendering rendering_of(const DeviceDesign& design, const LineText& text, const std::string& why_not)
{
    return {.files = {{design.name + ".cfg", text.text()}},
        .left_out = text.left_out(),
        .refused = text.refused().empty() ? why_not : text.refused()};
}

Editing edit(const Platform& platform, const Task& task) { return platform.translator(task)->edit(); }

Commands commands(const Platform& platform, const Task& task)
{
    Editing editing = edit(platform, task);
    std::deque<Source> texts;
    std::vector<Tree> after;
    for (const Tree& tree : task.trees) {
        std::vector<Edit> own;
        std::ranges::copy_if(editing.edits, std::back_inserter(own), [&](const Edit& edit) {
            return edit.at.source == tree.source->id();
        });
        Result<std::string> text = apply_edits(*tree.source, std::move(own));
        if (!text) {
            Commands none;
            for (std::uint32_t change = 0; change < task.changes.size(); ++change)
                none.refused.push_back({change, text.error().message});
            return none;
        }
        after.push_back(parse(platform, texts.emplace_back(tree.source->id(), tree.source->path(), *text)));
    }
    Commands made = retraced(platform, task.trees, after, task.changes.size());
    if (made.refused.empty())
        made.refused = std::move(editing.refused);
    return made;
}

Commands undo(
    const Platform& platform, std::span<const Tree> before, std::span<const Tree> after, std::size_t changes)
{
    return retraced(platform, after, before, changes);
}

}
