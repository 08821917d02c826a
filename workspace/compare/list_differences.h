// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/fabric/property.h"
#include "workspace/compare/value_words.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::workspace {

/// A list entry that was added, removed or changed.
struct ListDifference {
    Property property = Property::forwarding;
    std::string now; ///< "address 10.0.0.2/31"
    std::string was; ///< empty if the entry is new, or if `now` says that it is gone
    std::string_view port; ///< empty: the whole device
};

/// The differences in lists that have no rows in models/fabric/fields/fields.h: addresses, static routes, jobs, and
/// the partitions and qos-policy of a subnet manager.
[[nodiscard]] std::vector<ListDifference> list_differences(const Device& before, const Device& after);

/// The values of one option in two subnet managers. The value of a key is never shown.
[[nodiscard]] Reported option_words(
    const SubnetManager& before, const SubnetManager& after, std::string_view option);

}
