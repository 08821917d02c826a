// SPDX-License-Identifier: Apache-2.0
// States the assumptions about routes, so that they can precede every result that depends on them.
#include "models/routing/routes.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

namespace rocelint::routing {

std::vector<std::string> route_assumptions(const Graph& graph)
{
    std::uint32_t with_routes = 0;
    std::uint32_t switches = 0;
    std::uint32_t with_asn = 0;
    std::uint32_t link_state = 0;
    for (const Device& device : graph.fabric().devices) {
        if (device.kind != DeviceKind::network_switch)
            continue;
        ++switches;
        with_routes += device.forwarding.routes.empty() ? 0 : 1;
        const bool shortest = device.forwarding.link_state.is(true);
        link_state += shortest ? 1 : 0;
        with_asn += !shortest && device.forwarding.bgp_asn.known() ? 1 : 0;
    }
    std::vector<std::string> said;
    // If every switch runs a link-state protocol, nothing else decides; the next sentence reports that.
    if (with_routes > 0 || link_state < switches)
        said.push_back(
            with_routes == 0 ? std::string(
                "no routes are configured: packets are assumed to take all shortest paths that go up, then "
                "down")
                             : fmt::format(
                                 "{} of {} configured routes; elsewhere packets are assumed to take all "
                                 "shortest paths that go up, then down",
                                 with_routes,
                                 counted(switches, "switch has", "switches have")));
    if (link_state > 0)
        said.push_back(
            fmt::format("{} of {} OSPF or IS-IS: whatever links are left, packets are assumed to take "
                        "all shortest paths over them",
                link_state,
                counted(switches, "switch runs", "switches run")));
    const std::uint32_t silent = switches - with_asn - link_state;
    if (silent > 0)
        said.push_back(
            fmt::format("{} of {} no BGP AS number{}: after a failure {} assumed not to send packets "
                        "down and up again",
                silent,
                counted(switches, "switch shows", "switches show"),
                link_state > 0 ? " and no OSPF or IS-IS" : "",
                one_or_many(silent, "it is", "they are")));
    return said;
}

}
