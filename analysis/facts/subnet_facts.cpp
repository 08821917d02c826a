// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/subnet_facts.h"

#include "models/fabric/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace rocelint {

std::vector<IbLink> links_of(const Subnet& subnet)
{
    std::vector<IbLink> links;
    for (std::uint32_t port = 0; port < subnet.ports.size(); ++port) {
        const std::uint32_t peer = subnet.peer_of(port);
        if (peer != Subnet::none && port < peer && subnet.peer_of(peer) == port)
            links.push_back({port, peer});
    }
    return links;
}

std::vector<IbSwitch> switches_of(const Subnet& subnet)
{
    std::vector<IbSwitch> switches;
    std::vector<std::uint32_t> place(subnet.nodes.size(), Subnet::none);
    for (std::uint32_t node = 0; node < subnet.nodes.size(); ++node) {
        if (subnet.nodes[node].kind != IbNodeKind::network_switch)
            continue;
        place[node] = static_cast<std::uint32_t>(switches.size());
        IbSwitch& made = switches.emplace_back();
        made.node = node;
        for (std::uint32_t index = 0; index < subnet.nodes[node].ports; ++index) {
            const std::uint32_t port = subnet.nodes[node].first_port + index;
            const std::uint32_t peer = subnet.peer_of(port);
            // A link that only one end reports is a fault, not a working cable.
            if (peer == Subnet::none || subnet.peer_of(peer) != port)
                continue;
            const std::uint32_t other = subnet.ports[peer].node;
            if (subnet.nodes[other].kind != IbNodeKind::network_switch) {
                if (!subnet.nodes[other].aggregation_node)
                    made.adapters.push_back(port);
                continue;
            }
            auto bundle = std::ranges::find(made.bundles, other, &IbBundle::to);
            if (bundle == made.bundles.end())
                bundle = made.bundles.insert(bundle, {other, {}});
            bundle->ports.push_back(port);
        }
        std::ranges::sort(made.bundles, {}, &IbBundle::to);
        made.tier = made.adapters.empty() ? 0 : 1;
    }
    // Counts tiers from the leaves upwards.
    for (std::uint32_t tier = 1; tier <= switches.size(); ++tier) {
        bool any = false;
        for (const IbSwitch& from : switches) {
            if (from.tier != tier)
                continue;
            for (const IbBundle& bundle : from.bundles) {
                IbSwitch& to = switches[place[bundle.to]];
                if (to.tier == 0) {
                    to.tier = tier + 1;
                    any = true;
                }
            }
        }
        if (!any)
            break;
    }
    return switches;
}

bool was_captured_whole(const Subnet& subnet)
{
    return std::ranges::any_of(subnet.captures, [](const IbCapture& capture) {
        return capture.lists_all_nodes && capture.lists_all_links && !capture.broken.somewhere();
    });
}

std::optional<BitsPerSecond> rate_of(const IbPort& port)
{
    if (!port.width.known() || !port.speed.known())
        return std::nullopt;
    return rate_of(port.width.value, port.speed.value);
}

std::string rate_text(IbWidth width, IbSpeed speed)
{
    return fmt::format("{} {}", word_of(width), word_of(speed));
}

std::string gigabits_text(BitsPerSecond rate)
{
    return fmt::format("{} Gbit/s", static_cast<double>(rate.count) / 1e9);
}

}
