// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/fabric/property.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

/// One value that differs, on one port or on a whole device.
struct ValueDifference {
    Property property = Property::syntax; ///< what the difference is about
    std::string sentence; ///< the current value: "DSCP 26 to traffic class 0"
    std::string was; ///< the previous value: "traffic class 3"; empty if the sentence says it
    std::string device;
    std::string port; ///< empty: the whole device
    friend bool operator==(const ValueDifference&, const ValueDifference&) = default;
};

/// The differences between two readings of one device in words: each difference of differences() once, with
/// the current and the previous value. Ports are matched by name.
[[nodiscard]] std::vector<ValueDifference> value_differences(const Device& before, const Device& after);

}
