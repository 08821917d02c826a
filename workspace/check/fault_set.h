// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/check/outcome.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// The findings of a check by code, device, port and part, so that two checks of one fabric can be compared
/// even if lines moved. A finding that is folded under another counts too.
class FaultSet {
public:
    explicit FaultSet(const Outcome& outcome) : outcome_(outcome) { }

    /// The findings of another check, by index, that are at least this severe, are not waived, and that this
    /// check did not have. Not thread-safe.
    [[nodiscard]] std::vector<std::uint32_t> new_in(
        const Outcome& other, Severity least = Severity::warning) const;

private:
    [[nodiscard]] bool has(const std::set<std::string>& keys) const;

    const Outcome& outcome_;
    mutable std::set<std::string> found_; ///< computed on first use
    mutable bool is_known_ = false;
};

/// The index in the earlier fabric of a device of the later one; no value if the device did not exist.
[[nodiscard]] std::optional<std::uint32_t> device_before(
    const Fabric& before, const Fabric& after, std::uint32_t device);

/// The findings of a check of a corrected fabric that the check before did not have.
struct NewFaults {
    /// The first new fault: "after it the check would find CODE: …". Empty if there is none.
    std::string sentence;
    /// The devices that the findings are about, as indices in the earlier fabric.
    std::set<std::uint32_t> devices;
};

/// Describes findings of `after`, given by index, as text and as the devices in which to search for the
/// responsible change.
[[nodiscard]] NewFaults new_faults(
    const Outcome& before, const Outcome& after, const std::vector<std::uint32_t>& fresh);

}
