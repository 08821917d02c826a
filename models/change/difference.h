// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/change.h"

#include <string>
#include <vector>

namespace rocelint {

/// A setting for which two readings of one device differ.
struct Difference {
    std::uint32_t port = Port::no_index;
    Property property = Property::syntax;
    std::string part; ///< the option, for Property::manager; else empty
    friend auto operator<=>(const Difference&, const Difference&) = default;
};

/// What changed in meaning from one reading of a device to another: the effective values of each port,
/// wherever they are stated, by the rows of models/fabric/fields/fields.h. Sorted, without duplicates. A port that
/// only one reading has is a difference of property `syntax`.
[[nodiscard]] std::vector<Difference> differences(const Device& before, const Device& after);

/// Whether both readings have the same interface addresses, ignoring link-local ones, or the same static
/// routes.
[[nodiscard]] bool same_addresses(const Device& before, const Device& after);
[[nodiscard]] bool same_routes(const Device& before, const Device& after);

/// The differences that none of the changes explains.
[[nodiscard]] std::vector<Difference> unexplained(
    const std::vector<Difference>& found, const Device& device, std::span<const Change> changes);

}
