// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/outcome.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rocelint::workspace {

enum class GapKind : std::uint8_t {
    unread, ///< an input that could not be read
    blind, ///< a device of which too little was understood, or no device at all
    own_rule ///< a rule of the policy that could not be evaluated: the policy is wrong
};

/// Something that a check should have taken in and did not: what it says of the rest must not be taken for all that there is.
struct Gap {
    GapKind kind = GapKind::unread;
    std::string sentence;
    Span at; ///< in a file that was read, or nowhere
    bool placed = false; ///< the sentence begins with a place in a file
};

/// All of one fabric; none where the check is worth what it says.
[[nodiscard]] std::vector<Gap> find_gaps(const Outcome& outcome);

}
