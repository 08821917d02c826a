// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/write/block_editor.h"
#include "drivers/sonic_cli/config.h"
#include "models/change/change.h"

#include <cstdint>
#include <ranges>
#include <string>
#include <string_view>

namespace rocelint::sonic_cli {

/// Edits the maps and policies that ports use by name. Functions that
/// return text return an empty text, or why the edit is not possible.
class BlockEditor : public line_cli::BlockEditor {
public:
    BlockEditor(const Device& device, line_cli::LineEditor& editor)
        : line_cli::BlockEditor(editor, device, block_kinds)
    {
    }

    /// The first port that uses this name in a line of this kind and does not want the change, or null.
    [[nodiscard]] const Port* unwilling(const Change& change, LineKind what, std::string_view name) const;
    /// The first physical port that does not want the change for one of
    /// the numbers that `uses(port, need)` passes to `need`; or null.
    template <class Uses>
    [[nodiscard]] const Port* first_unwilling(const Change& change, Uses&& uses) const
    {
        const auto every
            = std::views::iota(std::uint32_t{0}, static_cast<std::uint32_t>(device().ports.size()));
        const auto physical = [&](std::uint32_t port, auto&& need) {
            if (device().ports[port].kind == PortKind::physical)
                uses(port, need);
        };
        const std::uint32_t found = editor().asked().first_unwilling(change, every, physical);
        return found == Port::no_index ? nullptr : &device().ports[found];
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
    bool take_point(const Block& map, const Fact& line, std::uint8_t point);
};

/// Whether a wred-policy marks as in the line `wanted`.
[[nodiscard]] bool is_marking(const Block& policy, const Fact& wanted);

}
