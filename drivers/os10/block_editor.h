// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/line_editor.h"
#include "drivers/os10/policies.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::os10 {

/// Puts lines into the policies, maps and profiles that ports use by their names. They are edited only where all ports that use
/// them want the change. Each function gives nothing, or why it cannot be.
class BlockEditor {
public:
    BlockEditor(const line_cli::Lines& lines, const Device& device, line_cli::LineEditor& editor);

    /// The name that a port's line binds, its own, its port channel's or the one of `system qos`; empty: none does.
    [[nodiscard]] std::string_view bound(std::uint32_t port, Says binding) const;
    /// What is in the files.
    [[nodiscard]] const Policies& policies() const { return policies_; }
    /// Empty, or that another port uses what `name` names and must not change.
    [[nodiscard]] std::string refuse_for_others(
        const Change& change, Says binding, std::string_view name, std::string_view what) const;
    /// The same of a WRED profile, which queues of several policies may use.
    [[nodiscard]] std::string refuse_for_marked(const Change& change, const Block& profile) const;

    /// A line of a block in place of the one of its kind, or as a new one.
    [[nodiscard]] std::string put(const Block& block, const line_cli::Fact& wanted);
    [[nodiscard]] std::string take_away(const Block& block, Says what);
    /// The line of a class of the policy that has none: the class is made.
    [[nodiscard]] std::string put_class(
        const Policy& policy, std::string_view class_name, const line_cli::Fact& wanted);
    /// Two lines of such a class.
    [[nodiscard]] std::string put_class(const Policy& policy,
        std::string_view class_name,
        const line_cli::Fact& wanted,
        const line_cli::Fact& second);
    /// A new block of its own behind another one, line by line.
    void make(const line_cli::Stanza& behind, const line_cli::Fact& header, const line_cli::Fact& line);
    /// Notes that a point of a map is to lead to `to`; finish() writes it, since one line holds many points.
    void move_point(const Block& map, std::uint8_t point, std::uint8_t to);
    void finish();

private:
    struct Moves {
        const Block* map = nullptr;
        std::vector<std::pair<std::uint8_t, std::uint8_t>> points; ///< and where each is to lead
    };
    [[nodiscard]] line_cli::Path path_of(const Block& block) const;
    [[nodiscard]] std::string put_lines(
        const Policy& policy, std::string_view class_name, const std::vector<std::string>& lines);
    void write_moves(const Moves& moves);

    const line_cli::Lines& lines_;
    const Device& device_;
    line_cli::LineEditor& editor_;
    Policies policies_;
    std::vector<const line_cli::Fact*> system_; ///< lines of `system qos`
    std::vector<Moves> moves_;
};

}
