// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/change.h"

#include <vector>

namespace rocelint {

/// Something that two readings of one device tell differently.
struct Difference {
    std::uint32_t port = Port::no_index;
    Property property = Property::syntax;
    friend auto operator<=>(const Difference&, const Difference&) = default;
};

/// What changed in meaning from one reading of a device to another: effective values of each port, whoever states
/// them. Sorted, each once. A port that is there only once is a difference of property `syntax`.
[[nodiscard]] std::vector<Difference> differences(const Device& before, const Device& after);

/// The differences that none of the changes accounts for.
[[nodiscard]] std::vector<Difference> unexplained(
    const std::vector<Difference>& found, const Device& device, std::span<const Change> changes);

}
