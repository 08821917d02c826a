// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/outcome.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// What a check found, by code, device, port and part, so that two checks of one fabric can be compared whatever became of its
/// lines. What was folded under another finding counts as found.
class FaultSet {
public:
    explicit FaultSet(const Outcome& outcome) : outcome_(outcome) { }

    /// The findings of another check, by index, that are of that severity at least, are not waived, and that this one did not have.
    /// For one thread at a time.
    [[nodiscard]] std::vector<std::uint32_t> new_in(
        const Outcome& other, Severity least = Severity::warning) const;

private:
    [[nodiscard]] bool has(const std::set<std::string>& keys) const;

    const Outcome& outcome_;
    mutable std::set<std::string> found_; ///< worked out when something is asked for first
    mutable bool is_known_ = false;
};

/// The index in the fabric before of a device of the fabric after; nothing for one that was not there.
[[nodiscard]] std::optional<std::uint32_t> device_before(
    const Fabric& before, const Fabric& after, std::uint32_t device);

/// What a check of a corrected fabric finds that the check before did not.
struct NewFaults {
    std::string
        sentence; ///< the first of them: "after it the check would find CODE: …"; empty: nothing is new
    std::set<std::uint32_t> devices; ///< that they are about, in the fabric before
};

/// Describes findings of `after`, by index, for people and for the search of the change that causes them.
[[nodiscard]] NewFaults new_faults(
    const Outcome& before, const Outcome& after, const std::vector<std::uint32_t>& fresh);

}
