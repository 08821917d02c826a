// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/policy.h"

#include <optional>

namespace rocelint::cli {

/// The option --fail-on.
struct FailOn {
    std::optional<Severity> from = Severity::error; ///< nullopt: never
    bool is_given = false;
    /// Two options are equal if checks fail from the same severity on.
    friend bool operator==(const FailOn& one, const FailOn& other) { return one.from == other.from; }
    /// The severity in force: that of the command line, else that of the policy, else the default.
    [[nodiscard]] std::optional<Severity> under(const Policy& policy) const
    {
        return is_given || !policy.fail_on ? from : *policy.fail_on;
    }
};

}
