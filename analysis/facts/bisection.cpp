// SPDX-License-Identifier: Apache-2.0
// What crosses a tier is bounded by each of its switches on its own: spare uplinks of one leaf do not help the
// hosts below another.
#include "analysis/facts/bisection.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace rocelint {
namespace {

struct Gathered {
    TierCapacity capacity;
    std::vector<SwitchUplinks> switches;
};

double share_of(std::uint64_t down, std::uint64_t up)
{
    return std::min(1.0, static_cast<double>(up) / static_cast<double>(down));
}

std::string unknown_part(const SwitchCables& cables, const Fabric& fabric)
{
    const auto name
        = [&](PortId id) { return fmt::format("{} of {}", fabric.port(id).name, fabric.device(id).name); };
    if (const auto open = cables.open_port())
        return fmt::format("whether {} leads up or down is not known", name(*open));
    PortId unknown;
    if (!cables.capacity(Side::down, &unknown) || !cables.capacity(Side::up, &unknown))
        return fmt::format("the speed of {} is not known", name(unknown));
    return {};
}

void add(Gathered& gathered, const SwitchCables& cables, const Fabric& fabric)
{
    TierCapacity& sum = gathered.capacity;
    ++sum.switches;
    sum.assumes_hosts = sum.assumes_hosts || cables.assumes_hosts;
    if (std::string unknown = unknown_part(cables, fabric); !unknown.empty()) {
        if (sum.unknown.empty())
            sum.unknown = std::move(unknown);
        return;
    }
    const SwitchUplinks& one = gathered.switches.emplace_back(*uplinks_of(cables));
    sum.down += one.down;
    sum.up += one.up;
    sum.through += std::min(one.down, one.up);
    sum.least_share = std::min(sum.least_share, share_of(one.down, one.up));
}

std::optional<SpineLoss> worst_loss(const Gathered& gathered)
{
    std::map<std::string_view, SpineLoss> losses;
    for (const SwitchUplinks& one : gathered.switches) {
        for (const auto& [spine, bandwidth] : one.to)
            losses.try_emplace(spine, SpineLoss{.spine = std::string(spine)});
    }
    std::optional<SpineLoss> worst;
    for (auto& [spine, loss] : losses) {
        loss.spines = static_cast<std::uint32_t>(losses.size());
        for (const SwitchUplinks& one : gathered.switches) {
            const std::uint64_t up = one.without(spine);
            loss.through += std::min(one.down, up);
            loss.least_share = std::min(loss.least_share, share_of(one.down, up));
        }
        if (!worst || std::tie(loss.least_share, loss.through) < std::tie(worst->least_share, worst->through))
            worst = loss;
    }
    return worst;
}

}

TierKey key_of(const Tiers& tiers, const SwitchCables& cables)
{
    return {tiers.component(cables.device), cables.tier, cables.plane};
}

std::uint64_t SwitchUplinks::without(std::string_view spine) const
{
    const auto found = to.find(spine);
    return found == to.end() ? up : up - found->second;
}

std::uint64_t SwitchUplinks::after_worst_loss() const
{
    std::uint64_t left = up;
    for (const auto& [spine, bandwidth] : to)
        left = std::min(left, up - bandwidth);
    return left;
}

std::optional<SwitchUplinks> uplinks_of(const SwitchCables& cables)
{
    const auto down = cables.capacity(Side::down);
    const auto up = cables.capacity(Side::up);
    if (!down || !up || cables.open_port())
        return std::nullopt;
    SwitchUplinks made{*down, *up, {}};
    for (const Cable& cable : cables.cables) {
        if (cable.side == Side::up)
            made.to[cable.neighbour] += cable.speed->count;
    }
    return made;
}

std::vector<TierUplinks> tier_uplinks(const Tiers& tiers, const Fabric& fabric)
{
    std::map<TierKey, Gathered> gathered;
    for (const SwitchCables& cables : tiers.switches()) {
        if (cables.count(Side::up) == 0 || cables.count(Side::down) == 0)
            continue;
        const TierKey key = key_of(tiers, cables);
        Gathered& tier = gathered[key];
        tier.capacity.component = key.component;
        tier.capacity.tier = key.tier;
        tier.capacity.plane = key.plane;
        add(tier, cables, fabric);
    }
    std::vector<TierUplinks> made;
    for (auto& [key, tier] : gathered) {
        auto loss = tier.capacity.unknown.empty() ? worst_loss(tier) : std::nullopt;
        made.push_back({std::move(tier.capacity), loss});
    }
    return made;
}

}
