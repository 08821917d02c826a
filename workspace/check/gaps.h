// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/check/outcome.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rocelint::workspace {

enum class GapKind : std::uint8_t {
    unread, ///< an input that could not be read
    blind, ///< a device of which too little was understood, or no device at all
    own_rule ///< an own rule that could not be evaluated: the policy is wrong
};

/// Something that a check should have covered and did not, so that its report is incomplete.
struct Gap {
    GapKind kind = GapKind::unread;
    std::string sentence;
    Span at; ///< in a file that was read; empty if there is no such place
    bool placed = false; ///< the sentence begins with a place in a file
};

/// All gaps of one fabric; none if the report can be relied on.
[[nodiscard]] std::vector<Gap> find_gaps(const Outcome& outcome);

}
