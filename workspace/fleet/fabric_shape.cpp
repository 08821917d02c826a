// SPDX-License-Identifier: Apache-2.0
// An intent and a checked folder become the same Fabric, so that both have one account of tiers.
#include "workspace/fleet/fabric_shape.h"

#include "models/fabric/link/name_index.h"
#include "rules/rule.h"
#include "workspace/fleet/intent_fabric.h"
#include "workspace/fleet/intent_policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace rocelint::workspace {
namespace {

bool carries_any_rdma(const Analysis& analysis, std::uint32_t host)
{
    return std::ranges::find(analysis.judgements[host], Verdict::roce, &Judgement::verdict)
        != analysis.judgements[host].end();
}

void count_hosts(FabricShape& shape, const Analysis& analysis)
{
    const Fabric& fabric = *analysis.fabric;
    bool agree = true;
    for (std::uint32_t index = 0; index < fabric.devices.size(); ++index) {
        const Device& device = fabric.devices[index];
        if (device.kind != DeviceKind::host || device.is_template
            || device.role.value_or(Role::host) == Role::storage || !carries_any_rdma(analysis, index))
            continue;
        ++shape.hosts;
        if (!device.gpus.known() || device.gpus.value == 0)
            continue;
        agree = agree && shape.gpus_per_host.value_or(device.gpus.value) == device.gpus.value;
        shape.gpus_per_host = device.gpus.value;
    }
    if (!agree) {
        shape.gpus_per_host.reset();
        shape.not_computed.emplace_back("GPUs of a host: captures of hosts show different numbers");
    }
    const DeviceIndex collected(fabric.devices);
    for (const TopologyDevice& planned : fabric.topology.devices) {
        if (planned.role == Role::host && !collected.find(planned.name))
            ++shape.hosts;
    }
}

void count_rails(FabricShape& shape, const Fabric& fabric)
{
    std::set<std::uint32_t> rails;
    for (const TopologyDevice& device : fabric.topology.devices) {
        if (device.rail)
            rails.insert(*device.rail);
    }
    shape.rails = static_cast<std::uint32_t>(rails.size());
}

// Only cables to hosts that are no storage hosts inject what GPUs send.
void add_injection(FabricShape& shape, const Tiers& tiers)
{
    constexpr std::uint32_t leaves = 1;
    std::uint64_t sum = 0;
    for (const SwitchCables& cables : tiers.switches()) {
        if (cables.tier != leaves)
            continue;
        for (const Cable& cable : cables.cables) {
            if (cable.side != Side::down || !cable.rdma || cable.storage)
                continue;
            if (!cable.speed) {
                shape.not_computed.push_back(
                    fmt::format("bandwidth of a GPU: the speed of a cable to {} is not known",
                        cable.neighbour.empty() ? "a host" : cable.neighbour));
                return;
            }
            sum += cable.speed->count;
        }
    }
    if (sum != 0)
        shape.injection = sum;
}

FabricShape shape_of(const Analysis& analysis)
{
    FabricShape shape;
    count_hosts(shape, analysis);
    count_rails(shape, *analysis.fabric);
    const Tiers tiers(analysis);
    add_injection(shape, tiers);
    shape.tiers = tier_uplinks(tiers, *analysis.fabric);
    for (const TierUplinks& tier : shape.tiers) {
        if (!tier.capacity.unknown.empty())
            shape.not_computed.push_back(fmt::format(
                "bisection of the {}: {}", tier_in_words(tier.capacity.tier), tier.capacity.unknown));
    }
    if (!analysis.fabric->subnets.empty())
        shape.not_computed.emplace_back("bisection of InfiniBand subnets: only Ethernet tiers are computed");
    return shape;
}

}

Result<FabricShape> shape_of_intent(const std::string& path)
{
    auto source = Source::read(0, path);
    if (!source)
        return tl::unexpected(source.error());
    const auto intent = read_intent(**source);
    if (!intent)
        return tl::unexpected(intent.error());
    const auto policy = read_intent_policy(*intent);
    if (!policy)
        return tl::unexpected(policy.error());
    const Fabric fabric = intent_fabric(*intent);
    FabricShape shape = shape_of(analyse(fabric, policy->policy));
    if (!intent->subnets.empty())
        shape.not_computed.emplace_back("bisection of InfiniBand subnets: only Ethernet tiers are computed");
    return shape;
}

FabricShape shape_of(const Outcome& outcome)
{
    FabricShape shape = shape_of(outcome.analysis);
    shape.was_checked = true;
    for (const Finding& finding : outcome.report.findings) {
        if (finding.waived.empty())
            ++shape.findings[std::string(finding.rule->code)];
    }
    return shape;
}

}
