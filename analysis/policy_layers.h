// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy.h"

#include <memory>
#include <vector>

namespace rocelint {

/// Lays one policy over another that it extends: what `over` says wins, lists are added to.
void lay_over(Policy& policy, Policy&& over);

/// A policy as it holds for single devices.
class DevicePolicies {
public:
    DevicePolicies() = default;
    /// `policy` must outlive it.
    explicit DevicePolicies(const Policy& policy) : policy_(&policy) { }

    /// The policy of a device: the same object for all devices that the same overrides cover. For one thread at a time.
    [[nodiscard]] const Policy& of(std::string_view device, Role role);

private:
    const Policy* policy_ = nullptr;
    std::map<std::vector<bool>, std::unique_ptr<Policy>> made_; ///< by the overrides that hold
};

}
