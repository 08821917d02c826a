// SPDX-License-Identifier: Apache-2.0
// Reads where packets go: addresses, static routes, BGP, MLAG and timeouts. Lines of another VRF are
// marked as not modelled; lines of the management port's VRF do not matter.
#include "drivers/eos/config.h"
#include "drivers/line_cli/grammar/prefixes.h"

#include <algorithm>
#include <chrono>
#include <optional>

namespace rocelint::eos {
namespace {

using Vrfs = std::unordered_set<std::string_view>;
using Seconds = std::chrono::seconds;

std::string_view vrf_of(const Config& config, const PortLines& lines)
{
    const Fact* line = config.find(lines.place, LineKind::vrf);
    return line == nullptr || line->text == "default" ? std::string_view{} : line->text;
}

// Returns the VRFs that forward packets, as opposed to the management port's VRF.
Vrfs vrfs_of_ports(const Config& config)
{
    Vrfs vrfs;
    for (std::size_t index = 0; index < config.ports.size(); ++index) {
        if (const std::string_view vrf = vrf_of(config, config.ports[index]);
            config.device.ports[index].kind != PortKind::management && !vrf.empty())
            vrfs.insert(vrf);
    }
    return vrfs;
}

Setting<Seconds> timeout_of(Config& config, const Fact* line, Setting<Seconds> absent = {})
{
    return config.setting({line}, "the timeout is not understood", value_as<Seconds>, absent);
}

// Only on an SVI can a MAC address age out while the IP address is still resolved. So if there are SVIs, only
// their timeouts count, and of those the longest.
Setting<Seconds> arp_timeout(Config& config)
{
    const Setting<Seconds> usual = timeout_of(config,
        config.global(LineKind::default_arp_timeout),
        config.defaults.number_as<Seconds>("arp_timeout"));
    Setting<Seconds> longest;
    for (std::size_t index = 0; index < config.ports.size(); ++index) {
        if (config.device.ports[index].kind != PortKind::vlan)
            continue;
        const Setting<Seconds> own
            = timeout_of(config, config.find(config.ports[index].place, LineKind::arp_timeout));
        const Setting<Seconds>& here = own.known() ? own : usual;
        if (!longest.known() || (here.known() && here.value > longest.value))
            longest = here;
    }
    return longest.known() ? longest : usual;
}

}

void take_address(Config& config, std::uint32_t port, const Fact& fact)
{
    constexpr std::string_view elsewhere[]{"unnumbered", "dhcp", "auto-config", "source-nat"};
    Words words(fact.text);
    // `virtual` is a gateway address that several switches share; for routing it counts as this switch's own.
    words.take("virtual");
    config.take_address(port, fact, words, elsewhere, static_cast<LineKind>(fact.kind) == LineKind::address);
}

void read_bgp(Config& config, const Fact& header, std::span<const Fact> inside)
{
    Forwarding& forwarding = config.device.forwarding;
    const auto asn = line_cli::parse_asn(header.text);
    header.node->mark(asn ? State::read : State::unrecognised);
    if (asn)
        forwarding.bgp_asn = {*asn, config.device.origins.explicit_at(header.at)};
    config.take_paths(header, inside, LineKind::most_paths, LineKind::relaxed_paths);
    for (const Fact& line : inside) {
        if (static_cast<LineKind>(line.kind) != LineKind::allowas_in)
            continue;
        // Without a number, the own AS may occur several times; how often is undocumented. At least once is
        // certain.
        const std::uint64_t times
            = line.values[1].written() ? std::min<std::uint64_t>(line.value(1), 255) : 1;
        Setting<std::uint8_t>& allowed = forwarding.allow_own_as;
        if (line.sense == Sense::set && (!allowed.known() || times > allowed.value))
            allowed = {static_cast<std::uint8_t>(times), config.device.origins.explicit_at(line.at)};
    }
}

void resolve_forwarding(Config& config)
{
    Forwarding& forwarding = config.device.forwarding;
    const Vrfs vrfs = vrfs_of_ports(config);
    const auto state_of_vrf
        = [&](std::string_view vrf) { return vrfs.contains(vrf) ? State::unsupported : State::irrelevant; };
    config.resolve_addresses([&](std::uint32_t port) {
        const std::string_view vrf = vrf_of(config, config.ports[port]);
        return vrf.empty() ? State::read : state_of_vrf(vrf);
    });
    config.resolve_routes(state_of_vrf);
    const Fact* link = config.global(LineKind::peer_link);
    forwarding.mlag_peer_link = link != nullptr && link->sense == Sense::set
        ? Setting<std::uint32_t>(
            config.port_index(link->text, link->at), config.device.origins.explicit_at(link->at))
        : config.defaults.value("mlag_peer_link", Port::no_index);
    forwarding.arp_timeout = arp_timeout(config);
    forwarding.mac_timeout = timeout_of(
        config, config.global(LineKind::mac_timeout), config.defaults.number_as<Seconds>("mac_timeout"));
    config.fill_paths(
        config.defaults.number_as<std::uint32_t>("most_paths"), config.defaults.value("relaxed_paths", true));
    if (forwarding.bgp_asn.known() && !forwarding.allow_own_as.known())
        forwarding.allow_own_as = config.defaults.value("allow_own_as", std::uint8_t{0});
}

}
