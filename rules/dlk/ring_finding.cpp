// SPDX-License-Identifier: Apache-2.0
#include "rules/dlk/ring_finding.h"

#include "rules/deadlock_options.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {
namespace {

std::string port_name(const Fabric& fabric, PortId id)
{
    return fmt::format("{} {}", fabric.device(id).name, fabric.port(id).name);
}

}

routing::Channel channel_of(const Fabric& fabric, std::uint32_t channel)
{
    const Link& link = fabric.links[routing::link_of(channel)];
    return (channel & 1U) == 0 ? routing::Channel{link.a, link.b} : routing::Channel{link.b, link.a};
}

namespace {

template <class Number>
proof::DeadlockOptions options_by(Number number)
{
    constexpr double most_at_once = 8;
    constexpr double most = 1e6;
    const auto whole = [&](std::string_view name, double limit) {
        return static_cast<std::uint32_t>(std::clamp(number(name), 0.0, limit));
    };
    return {.include_failures = whole("include_failures", most_at_once),
        .link_state_failures = whole("link_state_failures", most_at_once),
        .most_failures = whole("most_failures", most)};
}

}

proof::DeadlockOptions deadlock_options(const Policy& policy)
{
    const RuleSetting* setting = policy.setting_of("DLK001");
    return options_by(
        [&](std::string_view name) { return first_value_of(deadlock_parameters, setting, name); });
}

const proof::DeadlockProof& deadlock_proof_of(const FabricContext& context)
{
    return context.deadlocks(options_by([&](std::string_view name) { return context.number(name); }));
}

void explain_unproven(FabricContext& context, const proof::DeadlockProof& proof)
{
    for (const PortId port : proof.unknown)
        context.not_checked(
            port, "a ring of lossless buffers closes here if this port pauses, which is not known");
    if (proof.unrouted != routing::none)
        context.not_checked({proof.unrouted, Port::no_index},
            "its routes are not configured and the tiers of the fabric do not lead everywhere: which paths "
            "packets take is not known");
    if (proof.bound_reached)
        context.not_checked({proof.first_unexamined, Port::no_index},
            fmt::format(
                "only {} failures were looked at one by one (most_failures); more might close a ring of "
                "lossless buffers",
                proof.examined));
}

std::string ring_of_names(const proof::Ring& ring, const Fabric& fabric)
{
    std::string text;
    for (const proof::RingHop& hop : ring.hops)
        text += fabric.device(channel_of(fabric, hop.buffer.channel).from).name + " -> ";
    return text + fabric.device(channel_of(fabric, ring.hops.front().buffer.channel).from).name;
}

void show_ring(
    Diagnosis& diagnosis, const proof::Ring& ring, const proof::DeadlockProof& proof, const Fabric& fabric)
{
    for (const proof::RingHop& hop : ring.hops) {
        const routing::Channel channel = channel_of(fabric, hop.buffer.channel);
        const std::string_view host
            = hop.endpoint < proof.endpoints.size() ? proof.endpoints[hop.endpoint] : std::string_view();
        const bool brought = !hop.evidence.somewhere() && hop.came_evidence.somewhere();
        diagnosis.show(hop.evidence.somewhere() ? hop.evidence
                : brought                       ? hop.came_evidence
                                                : fabric.port(channel.from).at,
            fmt::format("{} -> {}, priority {}: packets{}{}{} go on from there by {}",
                port_name(fabric, channel.from),
                port_name(fabric, channel.to),
                int{hop.buffer.priority},
                host.empty() ? "" : " for ",
                host,
                brought ? fmt::format(", brought by {},", proof::name_of(hop.came_by)) : std::string(),
                proof::name_of(hop.source)));
    }
    for (const proof::Proposal& proposal : ring.proposals)
        diagnosis.fix += (diagnosis.fix.empty() ? "" : "; or ") + proposal.text;
    diagnosis.fix += diagnosis.fix.empty() ? "Let packets go up, then down only." : ".";
    diagnosis.fix_class = FixClass::manual;
}

Span place_of(const proof::Ring& ring, const Fabric& fabric)
{
    if (ring.cause_at.somewhere() || ring.cause.device >= fabric.devices.size())
        return ring.cause_at;
    return fabric.devices[ring.cause.device].identity;
}

}
