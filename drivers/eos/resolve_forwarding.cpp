// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace rocelint::eos {
namespace {

using Vrfs = std::unordered_set<std::string_view>;

// Those that forward packets, as opposed to the management port's.
Vrfs vrfs_of_ports(const Config& config)
{
    Vrfs vrfs;
    for (std::size_t index = 0; index < config.ports.size(); ++index) {
        if (config.device.ports[index].kind != PortKind::management && !config.ports[index].vrf.empty())
            vrfs.insert(config.ports[index].vrf);
    }
    return vrfs;
}

// What another VRF has is not modelled, and said so; what the management port's VRF has does not matter.
void resolve_addresses(Config& config, const Vrfs& vrfs)
{
    for (std::uint32_t index = 0; index < config.ports.size(); ++index) {
        const PortLines& lines = config.ports[index];
        for (const AddressLine& line : lines.addresses) {
            if (lines.vrf.empty())
                config.device.forwarding.addresses.push_back({index, line.prefix, line.at});
            else
                line.node->mark(
                    vrfs.contains(lines.vrf) ? CoverageState::unsupported : CoverageState::irrelevant);
        }
    }
}

void resolve_routes(Config& config, const Vrfs& vrfs)
{
    for (RouteLine& line : config.routes) {
        if (!line.vrf.empty()) {
            line.node->mark(vrfs.contains(line.vrf) ? CoverageState::unsupported : CoverageState::irrelevant);
            continue;
        }
        if (!line.interface.empty())
            line.route.port = port_index(config, line.interface, line.route.at);
        config.device.forwarding.routes.push_back(line.route);
    }
}

// Only behind an SVI can a MAC address be forgotten while the IP address is still resolved, so the SVIs' timeouts
// count where there are any: of several, the longest.
void resolve_arp_timeout(Config& config)
{
    const Setting<std::chrono::seconds> usual = stated(config.globals.arp_timeout)
        ? config.globals.arp_timeout
        : config.defaults.value(
            Default::arp_timeout, std::chrono::seconds(config.defaults.number(Default::arp_timeout)));
    Setting<std::chrono::seconds> longest;
    for (std::size_t index = 0; index < config.ports.size(); ++index) {
        if (config.device.ports[index].kind != PortKind::vlan)
            continue;
        const Setting<std::chrono::seconds>& own = config.ports[index].arp_timeout;
        const Setting<std::chrono::seconds>& timeout = own.known() ? own : usual;
        if (!longest.known() || (timeout.known() && timeout.value > longest.value))
            longest = timeout;
    }
    config.device.forwarding.arp_timeout = longest.known() ? longest : usual;
}

void resolve_peer_link(Config& config)
{
    const Setting<std::string_view>& link = config.globals.peer_link;
    config.device.forwarding.mlag_peer_link = link.known()
        ? Setting<std::uint32_t>{port_index(config, link.value, config.device.origins.span(link.origin)),
            link.origin}
        : config.defaults.value(Default::mlag_peer_link, Port::no_index);
}

}

void resolve_forwarding(Config& config)
{
    Forwarding& forwarding = config.device.forwarding;
    const Vrfs vrfs = vrfs_of_ports(config);
    resolve_addresses(config, vrfs);
    resolve_routes(config, vrfs);
    resolve_peer_link(config);
    resolve_arp_timeout(config);
    if (!stated(forwarding.mac_timeout))
        forwarding.mac_timeout = config.defaults.value(
            Default::mac_timeout, std::chrono::seconds(config.defaults.number(Default::mac_timeout)));
    if (forwarding.bgp_asn.known() && !forwarding.allow_own_as.known())
        forwarding.allow_own_as = config.defaults.value(Default::allow_own_as, std::uint8_t{0});
}

}
