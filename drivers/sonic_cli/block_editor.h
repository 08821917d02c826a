// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/line_editor.h"
#include "drivers/sonic_cli/config.h"
#include "models/change/change.h"

#include <cstdint>
#include <ranges>
#include <string>
#include <string_view>

namespace rocelint::sonic_cli {

/// Edits the maps and policies that ports use by name. Functions that
/// return text return an empty text, or why the edit is not possible.
class BlockEditor {
public:
    BlockEditor(const line_cli::Lines& lines, const Device& device, line_cli::LineEditor& editor);

    /// The maps and policies in the files.
    [[nodiscard]] const Blocks& all() const { return blocks_; }
    /// The name that a line of this kind and number binds to the port, in the port's own lines or its port
    /// channel's; empty if there is none.
    [[nodiscard]] std::string_view bound(
        std::uint32_t port, Says what, std::uint8_t number = Fact::no_number) const;
    /// The first port that uses this name in a line of this kind and does not want the change, or null.
    [[nodiscard]] const Port* unwilling(const Change& change, Says what, std::string_view name) const;
    /// The first physical port that does not want the change for one of
    /// the numbers that `uses(port, need)` passes to `need`; or null.
    template <class Uses>
    [[nodiscard]] const Port* first_unwilling(const Change& change, Uses&& uses) const
    {
        const auto every
            = std::views::iota(std::uint32_t{0}, static_cast<std::uint32_t>(device_.ports.size()));
        const auto physical = [&](std::uint32_t port, auto&& need) {
            if (device_.ports[port].kind == PortKind::physical)
                uses(port, need);
        };
        const std::uint32_t found = editor_.asked().first_unwilling(change, every, physical);
        return found == Port::no_index ? nullptr : &device_.ports[found];
    }

    /// Maps a point to another target: moves it from one line to another. If another correction has already
    /// edited a line involved, appends a line at the end, which takes precedence.
    [[nodiscard]] std::string move_point(const Block& map, const MapEntry& entry);
    /// Changes a wred-policy to mark as in the line `wanted`.
    [[nodiscard]] std::string mark(const Block& policy, const Fact& wanted);
    /// Adds a wred-policy that marks as in `wanted`, and returns its name in `name`.
    [[nodiscard]] std::string add_marking(const Fact& wanted, std::string& name);
    /// Adds a queue to a scheduler-policy that does not have it. `weight` may be null.
    [[nodiscard]] std::string add_queue(
        const Block& policy, std::uint8_t number, const Fact& type, const Fact* weight);
    /// Changes how a queue of the policy is served.
    [[nodiscard]] std::string serve(
        const Block& policy, const Fact& queue, const Fact& type, const SchedulerTarget& target);

private:
    [[nodiscard]] static const Tree& tree_of(const Block& block) { return *block.stanza->tree; }
    [[nodiscard]] const Node& header_of(const Block& block) const
    {
        return *lines_.header(*block.stanza).node;
    }
    // Replaces the line of this kind in a block, or adds it.
    [[nodiscard]] std::string put_line(
        const Block& block, const Fact& wanted, const Fact* old, const Fact* queue = nullptr);
    bool take_point(const Block& map, const Fact& line, std::uint8_t point);

    const line_cli::Lines& lines_;
    const Device& device_;
    line_cli::LineEditor& editor_;
    Blocks blocks_;
    /// Of any map or policy.
    const line_cli::Stanza* last_block_ = nullptr;
};

/// Whether a wred-policy marks as in the line `wanted`.
[[nodiscard]] bool is_marking(const Block& policy, const Fact& wanted);

}
