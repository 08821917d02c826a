// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"

#include <string_view>
#include <unordered_map>

namespace rocelint {

/// The plane of each device: as the policy's `ports:` say, else the topology. Code points are compared inside of one.
class Planes {
public:
    explicit Planes(const Analysis& analysis);
    /// Empty for a device that nobody put into a plane.
    [[nodiscard]] std::string_view of(const Device& device) const;

private:
    const Analysis& analysis_;
    std::unordered_map<std::string_view, std::string_view> planned_;
};

}
