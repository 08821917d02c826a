// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/eos/config.h"

#include <string_view>

namespace rocelint::eos {

/// Whether a top-level line says how flows are spread over paths or LAG members.
[[nodiscard]] bool is_load_balancing(std::string_view line);

/// Reads `load-balance policies`, `port-channel load-balance …` and `ip load-sharing …` into the device's
/// LoadBalancing. Syntax: aristanetworks/avd eos_cli_config_gen load-balance template; openconfig/featureprofiles
/// (sand profile fields). A field word that is not known counts as another field.
void read_load_balancing(Config& config, const Tree& tree, const Node& node);

}
