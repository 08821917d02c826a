// SPDX-License-Identifier: Apache-2.0
#include "rules/deadlock_options.h"
#include "rules/dlk/ring_finding.h"
#include "rules/ring_examples.h"

#include <fmt/format.h>

namespace rocelint::rules::dlk002 {
namespace {

namespace given = ring_examples;

constexpr Example examples[] = {
    {.title = "A route sends packets for a host above over the other leaf, which sends them up",
        .files = {{{"eos", "leaf1", given::sideways},
            {"eos", "leaf2", given::leaf2_of_joined},
            {"eos", "spine1", given::spine_of_joined},
            {"linux-host", "host2", given::host2}}},
        .topology = given::joined_leaves,
        .flagged = "ip route 10.0.2.0/24 10.0.6.1",
        .flagged_device = "leaf1"},
    {.title = "No route leads sideways",
        .files = {{{"eos", "leaf1", ""},
            {"eos", "leaf2", ""},
            {"eos", "spine1", ""},
            {"linux-host", "host2", given::host2}}},
        .topology = given::joined_leaves},
};

void check(FabricContext& context)
{
    // Only valleys that exist while everything works; rings after failures are left to DLK001.
    const proof::DeadlockProof& proof = context.deadlocks(deadlock_options(*context.analysis.policy));
    for (const proof::Valley& valley : proof.valleys) {
        const Link& in = context.fabric.links[routing::link_of(valley.in)];
        const Link& out = context.fabric.links[routing::link_of(valley.out)];
        const PortId entry = (valley.in & 1U) == 0 ? in.b : in.a;
        const PortId exit = (valley.out & 1U) == 0 ? out.a : out.b;
        const Device& cause = context.fabric.devices[valley.cause.device];
        const std::string_view host = valley.endpoint < proof.endpoints.size()
            ? proof.endpoints[valley.endpoint]
            : std::string_view();
        context.report({.at = valley.cause_at.somewhere() ? valley.cause_at : cause.identity,
            .message = fmt::format(
                "lossless packets{}{} leave {} by {} and go up again from {}: with other packets that take "
                "the ordinary paths they can close a ring of buffers that wait for each other",
                host.empty() ? "" : " for ",
                host,
                cause.name,
                proof::name_of(valley.cause.source),
                context.port_label(exit)),
            .subjects = {{{valley.cause.device, Port::no_index}, Property::forwarding},
                {entry, Property::forwarding},
                {exit, Property::forwarding}},
            .related
            = {{context.fabric.port(entry).at, fmt::format("they come in by {}", context.port_label(entry))}},
            .fix = fmt::format(
                "Let {} send them up by its own uplinks, or give them a lossless class of their own.",
                cause.name)});
    }
    for (const PortId port : proof.unknown_valleys)
        context.not_checked(
            port, "lossless packets go up again here if this port pauses, which is not known");
}

}

extern const Rule rule = {
    .code = "DLK002",
    .name = "lossless-valley",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "Lossless packets go up again after they went down or sideways.",
    .why
    = "A fabric of tiers is free of deadlock because packets go up, then down: no buffer waits for one that "
      "waits for it. Packets that turn upwards again, over a peer link, through a leaf or by a route back, "
      "break that order, and one more such path can close a ring.",
    .source
    = "Hu et al., Tagger: Practical PFC Deadlock Prevention in Data Center Networks, CoNEXT 2017; opensm, "
      "doc/current-routing.txt (up/down routing)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Remove or filter the route that leads down or sideways.",
    .check_fabric = check,
};

}
