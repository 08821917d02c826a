// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/write/block_editor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rocelint::line_cli {

/// How a platform classifies by policies whose classes refer to class-maps.
struct ClassMapStyle {
    std::uint8_t policy = 0; ///< kind of the header of a policy
    std::uint8_t class_map = 0; ///< kind of the header of a class-map
    std::uint8_t set_class = 0; ///< kind of the line of a class that states the traffic class of its packets
    std::string_view rest; ///< name of the class for packets that match no other class
    std::string_view
        made_name; ///< class-maps that are made have this name, "-" and the number of the traffic class
    /// The traffic class of packets that no line gives one; nothing if it is unknown.
    std::optional<std::uint8_t> initial;
    bool needs_all = false; ///< all conditions of a class-map must hold, if its header does not say otherwise
    /// Whether a condition also decides about packets by something other than a single point of the field of `match`.
    bool (*is_wide)(const Fact& condition, std::uint8_t match) = nullptr;
};

/// Moves code points between the class-maps of a policy. All ports that bind the policy share it; the platform checks first
/// that they want the change. Functions that return text return an empty string, or why they cannot make the edit.
class ClassMapEditor {
public:
    /// `blocks` holds policies and class-maps.
    ClassMapEditor(const ClassMapStyle& style, BlockEditor& blocks) : style_(style), blocks_(blocks) { }

    /// Moves a point of the field that conditions of kind `match` look at to the class of a traffic class. If the policy has no
    /// such class, adds one and its class-map.
    [[nodiscard]] std::string move_point(
        const Block& policy, std::uint8_t match, std::uint8_t point, std::uint8_t number);
    /// Writes a line in the class of a traffic class, which `what` names in a sentence: "qos-group".
    [[nodiscard]] std::string put_in_class(
        const Block& policy, std::uint8_t number, const Fact& wanted, std::string_view what);
    [[nodiscard]] const Block* class_map(std::string_view name) const
    {
        return blocks_.blocks().find(style_.class_map, name);
    }

private:
    [[nodiscard]] bool sets(const Block& lines, std::uint8_t number) const;
    [[nodiscard]] std::string take_out(const Block& policy, std::uint8_t match, std::uint8_t point);
    [[nodiscard]] std::string put_in(const Block& class_map, std::uint8_t match, std::uint8_t point);
    [[nodiscard]] std::string add_class(
        const Block& policy, const Block* beside, const Fact& condition, std::uint8_t number);
    [[nodiscard]] std::string refuse_for_other_policies(
        const Block& policy, std::string_view class_name) const;

    const ClassMapStyle& style_;
    BlockEditor& blocks_;
};

}
