// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/policy.h"

#include <memory>
#include <vector>

namespace rocelint {

/// Merges `over` into a policy that it extends: values of `over` win, lists are appended.
void lay_over(Policy& policy, Policy&& over);

/// A policy as it applies to single devices.
class DevicePolicies {
public:
    DevicePolicies() = default;
    /// `policy` must outlive this object.
    explicit DevicePolicies(const Policy& policy) : policy_(&policy) { }

    /// The policy of a device. Devices that the same overrides cover share one object. Not thread-safe.
    [[nodiscard]] const Policy& of(std::string_view device, Role role);

private:
    const Policy* policy_ = nullptr;
    std::map<std::vector<bool>, std::unique_ptr<Policy>> made_; ///< by which overrides apply
};

}
