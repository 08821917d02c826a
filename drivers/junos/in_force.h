// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/junos/config.h"

#include <optional>
#include <span>

namespace rocelint::junos {

/// Adds the statements of one file, in whatever notation it is.
void build(Hierarchy& hierarchy, const Tree& tree);

/// A device's configuration as the system has it in force (groups and ranges inherited, what is inactive left out), and
/// what it means. The statements point into the trees.
struct InForce {
    InForce(std::span<const Tree> trees, std::string_view fallback_name);
    InForce(const InForce&) = delete;
    InForce& operator=(const InForce&) = delete;

    Reading reading;
    Arena statements;
    Hierarchy hierarchy;
    std::optional<Config> config; ///< always there once it is made
};

}
