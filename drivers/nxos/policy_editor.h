// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/write/block_editor.h"
#include "drivers/nxos/policies.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace rocelint::nxos {

/// Edits the policies that ports use. A policy is edited only if all ports that use it want the change. Each
/// editing function returns an empty string, or why it cannot.
class PolicyEditor : public line_cli::BlockEditor {
public:
    PolicyEditor(const Device& device, line_cli::LineEditor& editor)
        : BlockEditor(editor, device, block_kinds, kind_of(LineKind::system_qos))
    {
    }

    /// The network-qos policy in force, or null.
    [[nodiscard]] const Block* network() const
    {
        return blocks().find(LineKind::network_policy, bound_to_all(LineKind::service_network));
    }
    /// Moves a point of a classifier to the class of a qos-group.
    [[nodiscard]] std::string move_point(
        const Block& policy, LineKind match, std::uint8_t point, std::uint8_t group);

private:
    [[nodiscard]] const Block* class_map(std::string_view name) const
    {
        return blocks().find(LineKind::class_map, name);
    }
    [[nodiscard]] std::string take_out(const Block& policy, LineKind match, std::uint8_t point);
    [[nodiscard]] std::string put_in(const Block& class_map, LineKind match, std::uint8_t point);
    [[nodiscard]] std::string refuse_for_other_policies(
        const Block& policy, std::string_view class_name) const;
};

}
