// SPDX-License-Identifier: Apache-2.0
#include "rules/dlk/ring_finding.h"
#include "rules/ring_examples.h"

#include <fmt/format.h>

namespace rocelint::rules::dlk005 {
namespace {

namespace given = ring_examples;

constexpr std::string_view no_watchdog_rule = "version: 1\nprofile: lossless\nrules: {WD001: off}\n";

constexpr Example examples[] = {
    {.title = "A ring closes over a port of the spine that no watchdog guards",
        .files = {{{"eos", "leaf1", given::leaf1},
            {"eos", "leaf2", ""},
            {"eos", "spine1", R"(-ip routing
+ip route 10.0.2.0/24 10.0.3.1
+ip routing
@ interface Ethernet1/1
-   priority-flow-control pause watchdog
+   no priority-flow-control pause watchdog
)"},
            {"linux-host", "host2", given::host2}}},
        .topology = given::two_leaves,
        .policy = no_watchdog_rule,
        .flagged = "ip route 10.0.2.0/24 10.0.3.1",
        .flagged_device = "spine1"},
    {.title = "No watchdog, but no ring either",
        .files = {{{"eos", "leaf1", given::leaf1},
            {"eos", "leaf2", ""},
            {"eos", "spine1", R"(@ interface Ethernet1/1
-   priority-flow-control pause watchdog
+   no priority-flow-control pause watchdog
)"},
            {"linux-host", "host2", given::host2}}},
        .topology = given::two_leaves,
        .policy = no_watchdog_rule},
};

void check(FabricContext& context)
{
    const proof::DeadlockProof& proof = deadlock_proof_of(context);
    for (const proof::Ring& ring : proof.rings) {
        if (ring.unwatched.empty()) {
            for (const proof::RingHop& hop : ring.hops) {
                const PortId port = channel_of(context.fabric, hop.buffer.channel).from;
                static_cast<void>(context.fabric.port(port).watchdog.enabled.known());
            }
            continue;
        }
        Diagnosis diagnosis{.basis = ring.assumed ? std::optional(Basis::assumed_default) : std::nullopt,
            .at = place_of(ring, context.fabric),
            .message = fmt::format(
                "priority {} can deadlock{} for good: the lossless buffers {} wait for each other, and no "
                "PFC watchdog guards {}, so nothing ever empties them",
                int{ring.hops.front().buffer.priority},
                ring.failures.empty()
                    ? std::string()
                    : fmt::format(" once {} is lost", proof::describe(ring.failures, context.fabric)),
                ring_of_names(ring, context.fabric),
                context.port_label(ring.unwatched.front())),
            .subjects = {{{ring.cause.device, Port::no_index}, Property::forwarding}}};
        show_ring(diagnosis, ring, proof, context.fabric);
        for (const PortId port : ring.unwatched)
            diagnosis.show(context.fabric.device(port).place(
                               context.fabric.port(port).watchdog.enabled.origin, &context.fabric.port(port)),
                fmt::format("{} has no watchdog for this priority", context.port_label(port)));
        context.report(std::move(diagnosis));
    }
    explain_unproven(context, proof);
}

}

extern const Rule rule = {
    .code = "DLK005",
    .name = "lossless-ring-without-watchdog",
    .severity = Severity::error,
    .by_assumed_default = Severity::warning,
    .scope = Scope::fabric,
    .summary = "Lossless buffers wait for each other in a ring, and no watchdog would break it up.",
    .why
    = "The PFC watchdog is the last thing that ends a deadlock: it drops the packets of a queue that has "
      "been paused for too long. A ring with a port that no watchdog guards can last until an operator "
      "restarts a switch.",
    .source
    = "Hu et al., Tagger, CoNEXT 2017 (rings of buffers); Guo et al., RDMA over Commodity Ethernet at Scale, "
      "SIGCOMM 2016 (watchdogs)",
    .parameters = deadlock_parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Break the ring as the finding proposes, and turn the PFC watchdog on for every lossless priority.",
    .check_fabric = check,
};

}
