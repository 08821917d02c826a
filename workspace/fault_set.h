// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/outcome.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// What a check found, by code, device, port and part, so that two checks of one fabric can be compared whatever became of its
/// lines. What was folded under another finding counts as found.
class FaultSet {
public:
    explicit FaultSet(const Outcome& outcome) : outcome_(outcome) { }

    /// The findings of another check, by index, that are warnings or errors, are not waived, and that this one did not have. For one
    /// thread at a time.
    [[nodiscard]] std::vector<std::uint32_t> new_in(const Outcome& other) const;

private:
    [[nodiscard]] bool has(const std::set<std::string>& keys) const;

    const Outcome& outcome_;
    mutable std::set<std::string> found_; ///< worked out when something is asked for first
    mutable bool is_known_ = false;
};

}
