// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/change.h"

#include <string>
#include <vector>

namespace rocelint {

/// Something that two readings of one device tell differently.
struct Difference {
    std::uint32_t port = Port::no_index;
    Property property = Property::syntax;
    std::string part; ///< of Property::manager the option; else empty
    friend auto operator<=>(const Difference&, const Difference&) = default;
};

/// What changed in meaning from one reading of a device to another: effective values of each port, whoever states
/// them, by the rows of models/fabric/fields.h. Sorted, each once. A port that is there only once is a difference of property
/// `syntax`.
[[nodiscard]] std::vector<Difference> differences(const Device& before, const Device& after);

/// Whether the two say the same of the interfaces' addresses, and of static routes. Link-local addresses do not count.
[[nodiscard]] bool same_addresses(const Device& before, const Device& after);
[[nodiscard]] bool same_routes(const Device& before, const Device& after);

/// The differences that none of the changes accounts for.
[[nodiscard]] std::vector<Difference> unexplained(
    const std::vector<Difference>& found, const Device& device, std::span<const Change> changes);

}
