// SPDX-License-Identifier: Apache-2.0
// Reads where packets go. Lines of another VRF are not modelled, and are marked so; lines of the management
// port's VRF do not matter.
#include "drivers/os10/config.h"

#include <chrono>

namespace rocelint::os10 {
namespace {

using State = CoverageState;

State state_of_vrf(std::string_view vrf)
{
    return vrf.empty() || vrf == "default" ? State::read
        : vrf == "management"              ? State::irrelevant
                                           : State::unsupported;
}

}

void resolve_forwarding(Config& config)
{
    config.resolve_addresses([&](std::uint32_t port) {
        const Fact* vrf = config.find(config.ports[port].place, LineKind::vrf);
        return state_of_vrf(vrf == nullptr ? std::string_view{} : vrf->text);
    });
    config.resolve_routes(state_of_vrf);
    config.fill_paths(config.defaults.number_as<std::uint32_t>("most_paths"),
        config.defaults.value("relaxed_paths", false));
    if (const Fact* mac = config.global(LineKind::mac_timeout); mac != nullptr && mac->sense == Sense::set)
        config.device.forwarding.mac_timeout
            = {std::chrono::seconds(mac->value()), config.device.origins.explicit_at(mac->at)};
}

}
