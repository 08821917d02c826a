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

/// Puts lines into the maps and policies that ports use by their names. Functions that return text return nothing, or why it cannot
/// be.
class BlockEditor {
public:
    BlockEditor(const line_cli::Lines& lines, const Device& device, line_cli::LineEditor& editor);

    /// What is in the files.
    [[nodiscard]] const Blocks& all() const { return blocks_; }
    /// The name that a port's line of this kind and number binds, its own or its port channel's; empty: none does.
    [[nodiscard]] std::string_view bound(
        std::uint32_t port, Says what, std::uint8_t number = Fact::no_number) const;
    /// Whoever has this name in a line of this kind and does not want the change, or null.
    [[nodiscard]] const Port* unwilling(const Change& change, Says what, std::string_view name) const;
    /// The first physical port that does not want the change for one of the numbers which `uses(port, need)` hands to `need`, or null.
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

    /// Leads a point of a map elsewhere. Points go from line to line; where another correction has a line already, one behind it has
    /// the last word.
    [[nodiscard]] std::string move_point(const Block& map, const MapEntry& entry);
    /// Makes a wred-policy mark as the line `wanted` says.
    [[nodiscard]] std::string mark(const Block& policy, const Fact& wanted);
    /// A new wred-policy that marks so, and its name.
    [[nodiscard]] std::string add_marking(const Fact& wanted, std::string& name);
    /// A queue of a scheduler-policy that has none yet. `weight` may be null.
    [[nodiscard]] std::string add_queue(
        const Block& policy, std::uint8_t number, const Fact& type, const Fact* weight);
    /// How a queue of the policy is served from now on.
    [[nodiscard]] std::string serve(
        const Block& policy, const Fact& queue, const Fact& type, const SchedulerTarget& target);

private:
    [[nodiscard]] static const Tree& tree_of(const Block& block) { return *block.stanza->tree; }
    [[nodiscard]] const Node& header_of(const Block& block) const
    {
        return *lines_.header(*block.stanza).node;
    }
    [[nodiscard]] line_cli::Path path_of(const Block& block, const Fact* queue = nullptr) const;
    // A line of a block in place of the one of its kind, or as a new one.
    [[nodiscard]] std::string put_line(
        const Block& block, const Fact& wanted, const Fact* old, const Fact* queue = nullptr);
    bool take_point(const Block& map, const Fact& line, std::uint8_t point);

    const line_cli::Lines& lines_;
    const Device& device_;
    line_cli::LineEditor& editor_;
    Blocks blocks_;
    const line_cli::Stanza* last_block_ = nullptr; ///< of a map or policy
};

/// Whether a wred-policy marks as the line `wanted` says.
[[nodiscard]] bool is_marking(const Block& policy, const Fact& wanted);

}
