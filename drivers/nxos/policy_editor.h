// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/line_editor.h"
#include "drivers/nxos/policies.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::nxos {

/// Puts lines into the policies that ports use. A policy is edited only if all ports that use it want the
/// change. Each editing function returns an empty string, or why it cannot.
class PolicyEditor {
public:
    PolicyEditor(const line_cli::Lines& lines, const Device& device, line_cli::LineEditor& editor);

    /// Returns the policy-map that a port's line names: its own line, its port channel's, or that of `system
    /// qos`. Empty if there is none.
    [[nodiscard]] std::string_view bound(std::uint32_t port, Says binding) const;
    /// The policies in the files.
    [[nodiscard]] const Policies& policies() const { return policies_; }
    /// The network-qos policy in force, or null.
    [[nodiscard]] const Policy* network() const;
    /// Returns an empty string, or that another port uses the policy and must not change.
    [[nodiscard]] std::string refuse_for_others(
        const Change& change, Says binding, const Policy& policy) const;

    /// Writes a line of a class: replaces the line of the same kind, else adds one.
    [[nodiscard]] std::string put(
        const Policy& policy, const ClassLines& lines, const line_cli::Fact& wanted);
    /// Writes a line of a class that the policy does not have yet: creates the class with the line `header`.
    [[nodiscard]] std::string put_class(
        const Policy& policy, const std::string& header, std::uint8_t number, const line_cli::Fact& wanted);
    [[nodiscard]] std::string take_away(const Policy& policy, const ClassLines& lines, Says what);
    /// Moves a point of a classifier to the class of a qos-group.
    [[nodiscard]] std::string move_point(
        const Policy& policy, Says match, std::uint8_t point, std::uint8_t group);

private:
    [[nodiscard]] const Tree& tree_of(const Policy& policy) const { return *policy.stanza->tree; }
    [[nodiscard]] std::string take_out(const Policy& policy, Says match, std::uint8_t point);
    [[nodiscard]] std::string put_in(const ClassMapLines& map, Says match, std::uint8_t point);
    [[nodiscard]] std::string refuse_for_other_policies(
        const Policy& policy, std::string_view class_name) const;

    const line_cli::Lines& lines_;
    const Device& device_;
    line_cli::LineEditor& editor_;
    Policies policies_;
    std::vector<const line_cli::Fact*> system_; ///< lines of `system qos`
};

}
