// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/line_cli/write/line_text.h"
#include "drivers/line_cli/write/translator.h"
#include "models/syntax/indent_tree.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// One platform with a line-based configuration: what driver_of() makes its Driver from. Members without a
/// comment are those of Driver.
struct Platform {
    std::string_view name;
    std::string_view title;
    std::string_view comment = "!";
    std::span<const Sign> signs;
    Detection (*detect)(const Source& source) = nullptr;
    const Grammar& (*grammar)() = nullptr;
    Scopes top = 1; ///< scope of lines outside all blocks
    IndentGrammar text; ///< how a text is split into lines
    std::string_view inner_header; ///< see parse_blocks()
    std::string_view (*identity)(const Tree& tree) = nullptr;
    /// Returns the release that a header in the file states, or empty. Null: `understand` reads it.
    std::string_view (*version)(const Tree& tree) = nullptr;
    /// Whether a file without a device name is nevertheless a whole configuration; null: if it states a version.
    bool (*is_whole)(const Tree& tree) = nullptr;
    /// Reads the lines into a device that already has its files and its name.
    void (*understand)(std::span<const Tree> trees, Reading& reading) = nullptr;
    /// Makes the translator of this platform.
    std::unique_ptr<Translator> (*translator)(const Task& task) = nullptr;
    std::vector<Fact> (*usual)(const Fact& line) = nullptr; ///< see RetraceStyle
    std::span<const std::string_view> ansible_names;
    /// Null: devices of the platform are not reached yet.
    Result<std::unique_ptr<LiveDevice>> (*open)(const LiveTarget& target) = nullptr;
    Rendering (*render)(const DeviceDesign& design) = nullptr;
    std::string_view base_example;
    std::span<const ShowCommand> show_commands;
    std::span<const CounterCommand> counter_commands{};
};

/// Reads a device in steps: which of its lines apply where, and what they mean. For Platform::understand.
template <class Config, auto... steps>
void understand_by(std::span<const Tree> trees, Reading& reading)
{
    Config config(reading.device, trees, reading.problems);
    (steps(config), ...);
}

/// Returns a written design as the one file of its device, with what had to be left out. `why_not` says why the platform cannot
/// do what the design wants; empty if it can.
[[nodiscard]] Rendering rendering_of(
    const DeviceDesign& design, const LineText& text, const std::string& why_not = {});

// Functions of the Driver of a platform.

[[nodiscard]] Tree parse(const Platform& platform, const Source& source);
[[nodiscard]] Reading read(
    const Platform& platform, std::span<const Tree> trees, std::string_view fallback_name);
[[nodiscard]] Editing edit(const Platform& platform, const Task& task);
/// Returns commands with the same effect as the edits that edit() makes for the task.
[[nodiscard]] Commands commands(const Platform& platform, const Task& task);
[[nodiscard]] Commands undo(
    const Platform& platform, std::span<const Tree> before, std::span<const Tree> after, std::size_t changes);

/// Returns the Driver of a platform.
template <const Platform& platform>
[[nodiscard]] consteval Driver driver_of()
{
    return {
        .name = platform.name,
        .title = platform.title,
        .comment = platform.comment,
        .signs = platform.signs,
        .detect = platform.detect,
        .parse = [](const Source& source) { return parse(platform, source); },
        .identity = platform.identity,
        .read = [](std::span<const Tree> trees,
                    std::string_view fallback_name) { return read(platform, trees, fallback_name); },
        .edit =
            [](std::span<const Tree> trees, const Device& device, std::span<const Change> changes) {
                return edit(platform, {trees, device, changes});
            },
        .commands =
            [](std::span<const Tree> trees, const Device& device, std::span<const Change> changes) {
                return commands(platform, {trees, device, changes});
            },
        .undo
        = [](std::span<const Tree> before,
              std::span<const Tree> after,
              const Device&,
              std::span<const Change> changes) { return undo(platform, before, after, changes.size()); },
        .ansible_names = platform.ansible_names,
        .protocol = platform.open == nullptr ? Protocol::none : Protocol::command_line,
        .open = platform.open,
        .render = platform.render,
        .words = [] { return platform.grammar().words(); },
        .base_example = platform.base_example,
        .base_file_name = "running-config.cfg",
        .show_commands = platform.show_commands,
        .counter_commands = platform.counter_commands,
    };
}

}
