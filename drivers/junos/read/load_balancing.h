// SPDX-License-Identifier: Apache-2.0
// How a switch distributes flows over several next hops and links.
#pragma once

#include "drivers/junos/read/config.h"

namespace rocelint::junos {

/// Reads whether the forwarding table gets all next hops of a route.
void read_multipath(Config& config);
/// Reads how many paths BGP takes, and global load balancing.
void read_bgp_balancing(Config& config, const Statement& bgp);
/// Reads the hash of ECMP and LAGs, and dynamic load balancing. `options`: forwarding-options, or null.
void read_balancing(Config& config, const Statement* options);

}
