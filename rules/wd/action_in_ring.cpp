// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof/deadlock/deadlock.h"
#include "rules/deadlock_options.h"
#include "rules/ring_examples.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <optional>
#include <set>
#include <vector>

namespace rocelint::rules::wd005 {
namespace {

namespace given = ring_examples;

constexpr std::string_view only_this = "version: 1\nprofile: lossless\nrules: {DLK002: off}\n";
constexpr Example examples[] = {
    {.title = "Lossless packets go up again through a switch whose watchdog only reports",
        .files = {{{"eos", "leaf1", given::sideways},
            {"eos", "leaf2", R"(-priority-flow-control pause watchdog action drop
+priority-flow-control pause watchdog action notify-only
@ interface Ethernet1/1
-   ip address 10.0.1.1/31
+   ip address 10.0.6.1/31
@ interface Ethernet2/1
-   ip address 10.0.0.1/31
+   ip address 10.0.4.1/31
)"},
            {"eos", "spine1", given::spine_of_joined},
            {"linux-host", "host2", given::host2}}},
        .topology = given::joined_leaves,
        .policy = only_this,
        .flagged = "priority-flow-control pause watchdog action notify-only",
        .flagged_device = "leaf2"},
    {.title = "Its watchdog drops what is stuck",
        .files = {{{"eos", "leaf1", given::sideways},
            {"eos", "leaf2", given::leaf2_of_joined},
            {"eos", "spine1", given::spine_of_joined},
            {"linux-host", "host2", given::host2}}},
        .topology = given::joined_leaves,
        .policy = only_this},
};

// A port of a ring or of a valley, and which of them.
struct Place {
    PortId port;
    bool in_ring = false;
};

std::vector<Place> ports_of(const proof::DeadlockProof& proof, const Fabric& fabric)
{
    std::set<PortId> ring;
    std::set<PortId> valley;
    const auto add_ends = [&](std::set<PortId>& to, std::uint32_t channel) {
        const Link& link = fabric.links[routing::link_of(channel)];
        to.insert((channel & 1U) == 0 ? link.a : link.b);
    };
    for (const proof::Ring& each : proof.rings) {
        for (const proof::RingHop& hop : each.hops)
            add_ends(ring, hop.buffer.channel);
    }
    for (const proof::Valley& each : proof.valleys) {
        add_ends(valley, each.in);
        add_ends(valley, each.out);
    }
    std::vector<Place> places;
    for (const PortId port : ring)
        places.push_back({port, true});
    for (const PortId port : valley) {
        if (!ring.contains(port))
            places.push_back({port, false});
    }
    return places;
}

// The watchdog's action if it does not empty a stuck queue; otherwise nullopt.
std::optional<WatchdogAction> keeps_packets(const Fabric& fabric, PortId id)
{
    const PfcWatchdog& watchdog = fabric.port(id).watchdog;
    if (fabric.device(id).kind != DeviceKind::network_switch || !watchdog.enabled.is(true)
        || !watchdog.action.known())
        return std::nullopt;
    const WatchdogAction action = watchdog.action.value;
    const bool keeps = action == WatchdogAction::forward || action == WatchdogAction::alert
        || action == WatchdogAction::none;
    return keeps ? std::optional(action) : std::nullopt;
}

void check(FabricContext& context)
{
    const proof::DeadlockProof& proof = context.deadlocks(deadlock_options(*context.analysis.policy));
    for (const Place& place : ports_of(proof, context.fabric)) {
        const Port& port = context.fabric.port(place.port);
        const auto action = keeps_packets(context.fabric, place.port);
        if (!action)
            continue;
        const bool forwards = *action == WatchdogAction::forward;
        context.report({.at = context.fabric.device(place.port).place(port.watchdog.action.origin, &port),
            .message = fmt::format("the PFC watchdog of {} {}, and {}: {}",
                context.port_label(place.port),
                forwards ? "goes on sending from a queue that is stuck"
                         : "only reports a queue that is stuck",
                place.in_ring ? "lossless buffers wait for each other in a ring there"
                              : "lossless packets go up again there, which can close a ring of buffers",
                forwards ? "what it sends finds no room in the next buffer and is lost there"
                         : "nothing ever empties the ring"),
            .subjects = {{place.port, Property::watchdog}},
            .fix = fmt::format(
                "Let the watchdog of {} drop what a stuck queue holds.", context.port_label(place.port))});
    }
    const auto switches = context.fabric.devices.size();
    bool any = false;
    for (std::uint32_t device = 0; device < switches; ++device) {
        for (std::uint32_t port = 0; port < context.fabric.devices[device].ports.size(); ++port)
            any = any
                || (context.analysis.is_roce({device, port})
                    && keeps_packets(context.fabric, {device, port}));
    }
    for (const auto& unknown : {proof.unknown, proof.unknown_valleys}) {
        for (const PortId port : unknown) {
            if (any)
                context.not_checked(port,
                    "some watchdogs do not drop, and lossless packets go up again here if this port pauses, which is "
                    "not known");
        }
    }
}

}

extern const Rule rule = {
    .code = "WD005",
    .name = "watchdog-keeps-ring",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "The PFC watchdog does not drop, where lossless buffers can wait for each other.",
    .why
    = "A ring of full buffers is broken up by a switch that drops what one of them holds. A watchdog that "
      "only reports leaves the ring as it is; one that goes on sending in spite of pause moves packets "
      "into a buffer that has no room. Where packets only go up, then down, WD016 judges the action.",
    .source
    = "Guo et al., RDMA over Commodity Ethernet at Scale, SIGCOMM 2016 (the switch watchdog drops); SONiC "
      "wiki, PFC Watchdog Design (actions drop, forward and alert); Hu et al., Tagger, CoNEXT 2017 "
      "(rings of buffers)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Let the watchdog drop, and remove the ring as DLK001 or DLK002 proposes.",
    .check_fabric = check,
};

}
