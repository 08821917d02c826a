// SPDX-License-Identifier: Apache-2.0
// Code shared by the text and JSON of `trace`, so that both report the same step as the first broken one.
#include "cli/report/trace/trace_data.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {

using proof::Grade;

namespace {

// Loops and faults that affect only packets to or from management ports do not break RDMA.
Grade grade_of(const proof::CreditProof& proof)
{
    const auto is_loop = [](const proof::CreditLoop& loop) { return loop.sure && !loop.management; };
    const auto is_fault = [](const lid_routing::RouteFault& fault) {
        return fault.data_lids != 0 && fault.fate != lid_routing::Fate::no_table
            && fault.fate != lid_routing::Fate::unknown_link;
    };
    if (std::ranges::any_of(proof.loops, is_loop) || std::ranges::any_of(proof.faults, is_fault)
        || proof.cut_off_pairs != 0)
        return Grade::broken;
    return proof.proven() ? Grade::proven : Grade::unproven;
}

}

Grade TraceData::verdict() const
{
    if (all) {
        Grade worst = all->unreachable > 0                              ? Grade::unreachable
            : all->broken > 0                                           ? Grade::broken
            : all->unproven > 0 || (all->pairs == 0 && subnets.empty()) ? Grade::unproven
                                                                        : Grade::proven;
        for (const TracedSubnet& subnet : subnets)
            worst = std::max(worst, grade_of(subnet.credits));
        return worst;
    }
    Grade worst = pairs.empty() && lid_walks.empty() ? Grade::unproven : Grade::proven;
    for (const proof::LidWalk& walk : lid_walks)
        worst = std::max(worst, walk.grade());
    for (const TracedPair& pair : pairs) {
        if (pair.walks.empty())
            worst = std::max(worst, pair.cut_off.empty() ? Grade::unproven : Grade::unreachable);
        for (const proof::Walk& walk : pair.walks)
            worst = std::max(worst, walk.outcome());
    }
    return worst;
}

FirstFault first_fault(const proof::Walk& walk)
{
    for (const Grade wanted : {Grade::unreachable, Grade::broken, Grade::unproven}) {
        const auto is_it = [wanted](const proof::Step& step) { return step.outcome == wanted; };
        const auto at_source = std::ranges::find_if(walk.start, is_it);
        if (at_source != walk.start.end())
            return {nullptr, &*at_source};
        for (const proof::WalkHop& hop : walk.hops) {
            const auto step = std::ranges::find_if(hop.hop.steps, is_it);
            if (step != hop.hop.steps.end())
                return {&hop, &*step};
        }
    }
    return {};
}

std::string port_label(const Fabric& fabric, PortId id)
{
    if (!id.valid())
        return {};
    const Device& device = fabric.device(id);
    return id.port < device.ports.size() ? fmt::format("{} {}", device.name, device.ports[id.port].name)
                                         : device.name;
}

std::string endpoint_label(const proof::FabricProof& proof, std::uint32_t endpoint)
{
    const routing::Endpoint& one = proof.destinations().endpoints[endpoint];
    if (one.host.valid())
        return port_label(proof.graph().fabric(), one.host);
    const std::string at = port_label(proof.graph().fabric(), one.attachments.front());
    return one.name.empty() ? fmt::format("the host at {}", at) : fmt::format("{} (at {})", one.name, at);
}

std::vector<std::string> path_labels(
    const proof::FabricProof& proof, const proof::Walk& walk, const std::vector<std::uint32_t>& hops)
{
    const Fabric& fabric = proof.graph().fabric();
    std::vector<std::string> labels;
    for (const std::uint32_t index : hops) {
        const proof::WalkHop& hop = walk.hops[index];
        if (hop.is_dead_end()) {
            labels.push_back(port_label(fabric, hop.hop.steps.front().port));
            continue;
        }
        const proof::Channel channel = proof.channel(hop.channel);
        labels.push_back(channel.from.valid() ? port_label(fabric, channel.from) : std::string(channel.name));
        if (index == hops.back())
            labels.push_back(channel.to.valid() ? port_label(fabric, channel.to) : std::string(channel.name));
    }
    return labels;
}

std::string packet_label(const proof::FabricProof& proof, const proof::Walk& walk)
{
    if (walk.packet.is_notification())
        return fmt::format("CNPs (DSCP {})", walk.packet.dscp);
    const RdmaClass& rdma_class = proof.analysis().classes.classes[walk.kind];
    const std::string name
        = rdma_class.name.empty() ? std::string() : fmt::format(" of class {}", rdma_class.name);
    if (rdma_class.pause == Pause::nowhere)
        return fmt::format("RDMA packets{} (no PFC, DSCP {})", name, walk.packet.dscp);
    return rdma_class.trust == Trust::pcp
        ? fmt::format("RDMA packets{} (PCP {})", name, rdma_class.priority)
        : fmt::format("RDMA packets{} (priority {}, DSCP {})", name, rdma_class.priority, walk.packet.dscp);
}

std::optional<Counterexample> counterexample(
    const proof::FabricProof& proof, const proof::AffectedPairs& affected)
{
    const proof::Step& wanted = affected.cause.step;
    const bool back = wanted.kind == proof::Packet::notification;
    auto walk = proof::walk(
        proof, back ? affected.to : affected.from, back ? affected.from : affected.to, wanted.kind);
    if (!walk)
        return std::nullopt;
    for (std::uint32_t index = 0; index < walk->hops.size(); ++index) {
        const bool meets = std::ranges::any_of(walk->hops[index].hop.steps, [&](const proof::Step& step) {
            return step.aspect == wanted.aspect && step.outcome == wanted.outcome
                && step.port.device == wanted.port.device && step.at == wanted.at;
        });
        if (meets)
            return Counterexample{*walk, proof::paths_through(*walk, index, 1).front()};
    }
    // A fault at the source itself affects every path.
    auto paths
        = walk->hops.empty() ? std::vector<std::vector<std::uint32_t>>{} : proof::paths_through(*walk, 0, 1);
    return Counterexample{std::move(*walk), paths.empty() ? std::vector<std::uint32_t>{} : paths.front()};
}

}
