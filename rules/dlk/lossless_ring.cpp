// SPDX-License-Identifier: Apache-2.0
#include "rules/dlk/ring_finding.h"
#include "rules/ring_examples.h"

#include <fmt/format.h>

namespace rocelint::rules::dlk001 {
namespace {

namespace given = ring_examples;

constexpr Example examples[] = {
    {.title = "A configured route sends packets for a host behind leaf2 back down to leaf1",
        .files = {{{"eos", "leaf1", given::leaf1},
            {"eos", "leaf2", ""},
            {"eos", "spine1", R"(-ip routing
+ip route 10.0.2.0/24 10.0.3.1
+ip routing
)"},
            {"linux-host", "host2", given::host2}}},
        .topology = given::two_leaves,
        .flagged = "ip route 10.0.2.0/24 10.0.3.1",
        .flagged_device = "spine1"},
    {.title = "The same route, to the leaf that the host is connected to",
        .files = {{{"eos", "leaf1", given::leaf1},
            {"eos", "leaf2", ""},
            {"eos", "spine1", R"(-ip routing
+ip route 10.0.2.0/24 10.0.0.1
+ip routing
)"},
            {"linux-host", "host2", given::host2}}},
        .topology = given::two_leaves},
};

void check(FabricContext& context)
{
    const proof::DeadlockProof& proof = deadlock_proof_of(context);
    for (const proof::Ring& ring : proof.rings) {
        const bool now = ring.failures.empty();
        Diagnosis diagnosis{.severity = now ? std::nullopt : std::optional(Severity::warning),
            .basis = ring.assumed ? std::optional(Basis::assumed_default) : std::nullopt,
            .at = place_of(ring, context.fabric),
            .message = fmt::format(
                "priority {} can deadlock{}: the lossless buffers {} wait for each other, and once they "
                "are full none of them ever empties ({})",
                int{ring.hops.front().buffer.priority},
                now ? std::string()
                    : fmt::format(" once {} is lost", proof::describe(ring.failures, context.fabric)),
                ring_of_names(ring, context.fabric),
                ring.cause.source == routing::RouteSource::shortest
                    ? "no role, route or routing protocol says otherwise, so packets are assumed to take the "
                      "shortest paths"
                    : "where no route is configured, packets are assumed to take the shortest paths up and down"),
            .subjects = {{{ring.cause.device, Port::no_index}, Property::forwarding},
                {{ring.cause.device, Port::no_index},
                    Property::forwarding,
                    static_cast<std::uint8_t>(ring.hops.front().buffer.priority)}}};
        show_ring(diagnosis, ring, proof, context.fabric);
        context.report(std::move(diagnosis));
    }
    explain_unproven(context, proof);
}

}

extern const Rule rule = {
    .code = "DLK001",
    .name = "lossless-ring",
    .severity = Severity::error,
    .by_assumed_default = Severity::warning,
    .other_severities = {{{Severity::warning, "where the ring closes only after a failure"}}},
    .scope = Scope::fabric,
    .summary = "Lossless buffers wait for each other in a ring, so that RDMA traffic can stop for good.",
    .why
    = "A lossless buffer that is full pauses the switch before it, whose buffer fills in turn. Where the "
      "routes lead such waiting around a ring, every buffer of it can wait for the next one at the same "
      "time; pause then never ends, and spreads to everything that leads there. Packets that go up, then "
      "down never close a ring; those that bounce do: over a peer link, by a route back down, after a "
      "failure. Without a ring no load can cause a deadlock.",
    .source
    = "Dally and Seitz, Deadlock-free message routing, IEEE Transactions on Computers 1987; Hu et al., "
      "Tagger: Practical PFC Deadlock Prevention in Data Center Networks, CoNEXT 2017; Guo et al., RDMA "
      "over Commodity Ethernet at Scale, SIGCOMM 2016",
    .parameters = deadlock_parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Take the bounced packets out of the class: remove the route, filter it, give bounced packets a "
           "lossless class of their own, or make the hop lossy. Every correction that a finding proposes was "
           "checked by the same proof.",
    .check_fabric = check,
};

}
