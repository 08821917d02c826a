// SPDX-License-Identifier: Apache-2.0
// Reads where packets go. Lines of another VRF are not modelled, and are marked so; lines of the management
// port's VRF do not matter.
#include "drivers/os10/config.h"

namespace rocelint::os10 {

void resolve_forwarding(Config& config)
{
    config.resolve_networks(LineKind::vrf, "management");
    config.fill_paths(config.defaults.number_as<std::uint32_t>("most_paths"),
        config.defaults.value("relaxed_paths", false));
    config.take_timeout(config.device.forwarding.mac_timeout, LineKind::mac_timeout);
}

}
