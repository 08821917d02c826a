// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/fabric/property.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

/// One value that differs, on one port or on a whole device.
struct ValueDifference {
    Property property = Property::syntax; ///< what it is about
    std::string sentence; ///< what holds now: "DSCP 26 to traffic class 0"
    std::string was; ///< what held before: "traffic class 3"; empty where the sentence tells it
    std::string device;
    std::string port; ///< empty: the whole device
    friend bool operator==(const ValueDifference&, const ValueDifference&) = default;
};

/// What two readings of one device tell differently, in words: every difference of differences() once, with what is now and
/// what was. Ports are matched by name.
[[nodiscard]] std::vector<ValueDifference> value_differences(const Device& before, const Device& after);

}
