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

/// Puts lines into the policies, maps and profiles that ports use by name. A block is edited only if all
/// ports that use it want the change. Each editing function returns an empty string, or why it cannot.
class BlockEditor {
public:
    BlockEditor(const line_cli::Lines& lines, const Device& device, line_cli::LineEditor& editor);

    /// Returns the name that a port's line binds: its own line, its port channel's, or that of `system qos`.
    /// Empty if there is none.
    [[nodiscard]] std::string_view bound(std::uint32_t port, Says binding) const;
    /// The policies, maps and profiles in the files.
    [[nodiscard]] const Policies& policies() const { return policies_; }
    /// Returns an empty string, or that another port uses `name` and must not change.
    [[nodiscard]] std::string refuse_for_others(
        const Change& change, Says binding, std::string_view name, std::string_view what) const;
    /// The same for a WRED profile, which queues of several policies may use.
    [[nodiscard]] std::string refuse_for_marked(const Change& change, const Block& profile) const;

    /// Writes a line of a block: replaces the line of the same kind, else adds one.
    [[nodiscard]] std::string put(const Block& block, const line_cli::Fact& wanted);
    [[nodiscard]] std::string take_away(const Block& block, Says what);
    /// Writes a line of a class that the policy does not have yet: creates the class.
    [[nodiscard]] std::string put_class(
        const Policy& policy, std::string_view class_name, const line_cli::Fact& wanted);
    /// The same with two lines.
    [[nodiscard]] std::string put_class(const Policy& policy,
        std::string_view class_name,
        const line_cli::Fact& wanted,
        const line_cli::Fact& second);
    /// Creates a new block after another one; call it once for each line.
    void make(const line_cli::Stanza& behind, const line_cli::Fact& header, const line_cli::Fact& line);
    /// Records that a point of a map must map to `to`. finish() writes it, since one line holds many points.
    void move_point(const Block& map, std::uint8_t point, std::uint8_t to);
    void finish();

private:
    struct Moves {
        const Block* map = nullptr;
        std::vector<std::pair<std::uint8_t, std::uint8_t>> points; ///< points and their new targets
    };
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
