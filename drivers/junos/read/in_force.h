// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/junos/read/config.h"

#include <optional>
#include <span>

namespace rocelint::junos {

/// A device's configuration as it is in force (groups and ranges inherited, inactive statements left out),
/// and its meaning. The statements point into the trees.
struct InForce {
    InForce(std::span<const Tree> trees, std::string_view fallback_name);
    InForce(const InForce&) = delete;
    InForce& operator=(const InForce&) = delete;

    Reading reading;
    Arena statements;
    Hierarchy hierarchy;
    std::optional<Config> config; ///< always set after construction
};

}
