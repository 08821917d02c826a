// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/fabric/property.h"
#include "workspace/value_words.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::workspace {

/// An entry of a list that came, went or became another.
struct ListDifference {
    Property property = Property::forwarding;
    std::string now; ///< "address 10.0.0.2/31"
    std::string was; ///< empty where the entry is new, or `now` tells that it is gone
    std::string_view port; ///< empty: the whole device
};

/// What differs in lists that have no rows in models/fabric/fields.h: addresses, static routes, jobs, and the partitions and
/// qos-policy of a subnet manager.
[[nodiscard]] std::vector<ListDifference> list_differences(const Device& before, const Device& after);

/// What two subnet managers say of one option. Of a key, not what it is.
[[nodiscard]] Told option_words(
    const SubnetManager& before, const SubnetManager& after, std::string_view option);

}
