// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/write/block_editor.h"
#include "drivers/os10/policies.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace rocelint::os10 {

/// Edits the policies, maps and profiles that ports bind by name.
class BlockEditor : public line_cli::BlockEditor {
public:
    BlockEditor(const Device& device, line_cli::LineEditor& editor)
        : line_cli::BlockEditor(editor, device, block_kinds, kind_of(LineKind::system_qos))
    {
    }

    /// Returns an empty string, or that a queue of another port or another queue uses the WRED profile and
    /// must not change.
    [[nodiscard]] std::string refuse_for_marked(const Change& change, const Block& profile) const;
    /// Writes a line of a class that the policy does not have yet: creates the class.
    [[nodiscard]] std::string put_class(
        const Block& policy, std::string_view class_name, const std::vector<line_cli::Fact>& wanted);
    /// Records that a point of a map must map to `to`. finish() writes it, since one line holds many points.
    void move_point(const Block& map, std::uint8_t point, std::uint8_t to);
    void finish();

private:
    struct Moves {
        const Block* map = nullptr;
        std::vector<std::pair<std::uint8_t, std::uint8_t>> points; ///< points and their new targets
    };
    void write_moves(const Moves& moves);

    std::vector<Moves> moves_;
};

}
