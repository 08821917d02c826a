// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"

#include <string_view>
#include <unordered_map>

namespace rocelint {

/// The plane of each device: from `ports:` of the policy, otherwise from the topology. Code points are
/// compared within one plane.
class Planes {
public:
    explicit Planes(const Analysis& analysis);
    /// Empty for a device that is assigned to no plane.
    [[nodiscard]] std::string_view of(const Device& device) const;

private:
    const Analysis& analysis_;
    std::unordered_map<std::string_view, std::string_view> planned_;
};

}
