// SPDX-License-Identifier: Apache-2.0
// If the channels alone form no cycle, lanes cannot form one either. Only the remaining part of a subnet,
// usually nothing, is examined lane by lane.
#include "analysis/proof/credit/credit_loops.h"

#include "analysis/proof/credit/credit_rules.h"
#include "models/lid_routing/lane_walk.h"
#include "models/routing/dependency.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace rocelint::proof {
namespace {

using lid_routing::Fate;
using lid_routing::LaneCause;
using lid_routing::LaneTurn;
using lid_routing::LaneTurns;
using lid_routing::LaneWalk;
using lid_routing::none;
using lid_routing::RouteFault;
using lid_routing::ServiceLevels;
using lid_routing::SubnetChannel;
using lid_routing::SubnetGraph;
using lid_routing::TableTurns;
using lid_routing::TurnCause;
using lid_routing::UnknownMaps;
using routing::DependencyGraph;
using Components = std::vector<std::vector<std::uint32_t>>;

class Search {
public:
    Search(const Fabric& fabric, std::uint32_t device)
        : subnet_(*fabric.devices[device].subnet), graph_(subnet_), facts_(engine_facts(fabric, device))
    {
        proof_.switches = graph_.switch_count();
        proof_.channels = graph_.channels().size();
    }

    CreditProof run()
    {
        if (!graph_.complete())
            proof_.unproven.emplace_back("the captures show more switches than a subnet has addresses");
        if (graph_.switch_count() == 0) {
            proof_.unproven.emplace_back("no switch of the subnet was captured");
        } else if (subnet_.tables.empty()) {
            judge_by_rules(graph_, facts_, proof_);
        } else {
            by_tables();
        }
        return std::move(proof_);
    }

private:
    void by_tables();
    void tell_gaps(const TableTurns& turns);
    void tell_lost_lids();
    void look_at_lanes(const DependencyGraph& waits, const Components& rings, bool management);
    void merge_levels();
    void search_lanes(
        const std::vector<bool>& within, ServiceLevels levels, bool management, UnknownMaps unknown_maps);
    void add_ring(const DependencyGraph& waits,
        const Components& rings,
        bool management,
        std::uint16_t sls,
        std::uint8_t vl);

    [[nodiscard]] bool levels_may_be_assigned() const
    {
        return facts_.engines.empty() || std::ranges::any_of(facts_.engines, assigns_service_levels);
    }
    const Subnet& subnet_;
    SubnetGraph graph_;
    EngineFacts facts_;
    CreditProof proof_;
};

void Search::by_tables()
{
    const TableTurns turns = follow_tables(graph_);
    proof_.basis = CreditProof::Basis::tables;
    const std::uint32_t tables = graph_.switch_count() - turns.without_table;
    proof_.routes = fmt::format("the forwarding tables of {}", counted(tables, "switch", "switches"));
    proof_.faults = turns.faults;
    for (RouteFault& fault : proof_.faults)
        fault.at = graph_.node_of(fault.at);
    tell_gaps(turns);
    const DependencyGraph waits = turns.all.dependencies();
    proof_.dependencies = waits.edge_count();
    const Components rings = cyclic_components(waits);
    if (rings.empty())
        return;
    const DependencyGraph data = turns.data.dependencies();
    const Components data_rings = cyclic_components(data);
    if (!data_rings.empty())
        look_at_lanes(data, data_rings, false);
    else
        look_at_lanes(waits, rings, true);
}

void Search::tell_gaps(const TableTurns& turns)
{
    if (graph_.targets().empty())
        proof_.gaps.emplace_back("no LID of the subnet is known, so that no packet can be followed");
    if (turns.without_table != 0) {
        std::uint32_t first = 0;
        while (subnet_.forwarding_of(graph_.node_of(first)) != nullptr)
            ++first;
        proof_.gaps.push_back(fmt::format("the forwarding table of {} was not captured{}",
            subnet_.node_name(graph_.node_of(first)),
            turns.without_table == 1
                ? std::string()
                : ", nor those of " + counted(turns.without_table - 1, "other switch", "other switches")));
    }
    for (const IbForwarding& table : subnet_.tables) {
        if (!table.complete)
            proof_.gaps.push_back(fmt::format(
                "the capture breaks off within the forwarding table of {}", subnet_.node_name(table.node)));
    }
    const auto dark = std::ranges::find(turns.faults, Fate::unknown_link, &RouteFault::fate);
    if (dark != turns.faults.end())
        proof_.gaps.push_back(fmt::format("what {} leads to was not captured, though packets leave by it",
            graph_.port_name(dark->at, dark->port)));
    tell_lost_lids();
    proof_.unproven = proof_.gaps;
}

void Search::tell_lost_lids()
{
    std::size_t count = 0;
    std::uint32_t first = Subnet::none;
    for (std::uint32_t at = 0; at < subnet_.ports.size(); ++at) {
        const IbPort& port = subnet_.ports[at];
        const bool is_switch = subnet_.nodes[port.node].kind == IbNodeKind::network_switch;
        const bool addressed = is_switch ? port.number == 0 : subnet_.peer_of(at) != Subnet::none;
        if (!addressed || port.lid.peek_known())
            continue;
        first = std::min(first, at);
        ++count;
    }
    if (count != 0)
        proof_.gaps.push_back(fmt::format("the LID of {} was not captured{}",
            subnet_.port_name(first),
            count == 1 ? std::string()
                       : ", nor those of " + counted(count - 1, "other port", "other ports")));
}

void Search::look_at_lanes(const DependencyGraph& waits, const Components& rings, bool management)
{
    const ServiceLevels levels = subnet_.paths.empty() ? ServiceLevels::any : ServiceLevels::of_paths;
    std::vector<bool> within(graph_.channels().size(), false);
    for (const std::vector<std::uint32_t>& ring : rings) {
        for (const std::uint32_t channel : ring)
            within[channel] = true;
    }
    std::uint16_t sls = 0;
    for (const IbPath& path : subnet_.paths)
        sls = static_cast<std::uint16_t>(sls | 1U << (path.sl & 15U));
    if (levels == ServiceLevels::any && !facts_.engines.empty() && levels_may_be_assigned()) {
        proof_.unproven.push_back(fmt::format(
            "{} closes a ring if packets share a lane; {} keeps them apart by the service levels of path records, which "
            "were not captured (saquery PathRecord)",
            ring_text(graph_, shortest_ring_of(waits, rings.front())),
            engine_list(facts_)));
        return;
    }
    if (subnet_.sl2vl.empty()) {
        if (levels == ServiceLevels::of_paths && (sls & (sls - 1)) != 0)
            proof_.unproven.push_back(fmt::format(
                "{} closes a ring if packets share a lane; which lanes their service levels have was not captured (smpquery "
                "sl2vl)",
                ring_text(graph_, shortest_ring_of(waits, rings.front()))));
        else
            add_ring(waits, rings, management, sls, CreditHop::any_lane);
        return;
    }
    const LaneWalk walk(graph_, within, levels, management);
    if (levels == ServiceLevels::any) {
        // If a service level uses one lane everywhere, that lane closes the rings that the channels close.
        const auto lanes = walk.lanes_of_levels();
        std::uint16_t same = 0;
        std::uint8_t lane = CreditHop::any_lane;
        for (std::uint8_t sl = 0; sl < LaneWalk::service_levels; ++sl) {
            if (lanes[sl] == LaneWalk::unknown_lane || lanes[sl] == LaneWalk::dropped)
                continue;
            lane = same == 0 ? lanes[sl] : lane == lanes[sl] ? lane : CreditHop::any_lane;
            same = static_cast<std::uint16_t>(same | 1U << sl);
        }
        if (same != 0)
            return add_ring(waits, rings, management, same, lane);
    }
    search_lanes(within, levels, management, UnknownMaps::unknown);
}

void Search::add_ring(const DependencyGraph& waits,
    const Components& rings,
    bool management,
    std::uint16_t sls,
    std::uint8_t vl)
{
    for (const std::vector<std::uint32_t>& component : rings) {
        const std::vector<std::uint32_t> ring = shortest_ring_of(waits, component);
        CreditLoop& loop = proof_.loops.emplace_back();
        loop.management = management;
        loop.sls = sls;
        loop.sure = !subnet_.paths.empty() || !levels_may_be_assigned();
        for (std::size_t at = 0; at < ring.size(); ++at) {
            const SubnetChannel& channel = graph_.channels()[ring[at]];
            TurnCause cause = cause_of_turn(graph_, ring[at], ring[(at + 1) % ring.size()], management);
            loop.hops.push_back({channel.out,
                channel.in,
                vl,
                std::move(cause.lids),
                cause.source == none ? Subnet::none : graph_.node_of(cause.source)});
        }
    }
}

// Without maps, each level has its own lane and closes the same ring, which is reported once.
void Search::merge_levels()
{
    const auto same_channels = [](const CreditLoop& a, const CreditLoop& b) {
        const auto outs = [](const CreditLoop& loop) {
            std::set<std::uint32_t> ports;
            for (const CreditHop& hop : loop.hops)
                ports.insert(hop.from);
            return ports;
        };
        return outs(a) == outs(b);
    };
    std::vector<CreditLoop> merged;
    for (CreditLoop& loop : proof_.loops) {
        const auto known = std::ranges::find_if(
            merged, [&](const CreditLoop& other) { return same_channels(other, loop); });
        if (known == merged.end())
            merged.push_back(std::move(loop));
        else
            known->sls = static_cast<std::uint16_t>(known->sls | loop.sls);
    }
    proof_.loops = std::move(merged);
}

// A captured map may break a ring, but never hides one: the rings that exist without any captured maps are
// also found unless the captured maps break them.
void Search::search_lanes(
    const std::vector<bool>& within, ServiceLevels levels, bool management, UnknownMaps unknown_maps)
{
    const bool assumes = unknown_maps == UnknownMaps::keep_level;
    const LaneWalk walk(graph_, within, levels, management, unknown_maps);
    const LaneTurns found = walk.turns();
    const auto vertex = [](const lid_routing::Lane& lane) { return lane.channel * 16 + lane.vl; };
    std::vector<routing::Dependency> edges;
    for (const LaneTurn& turn : found.turns)
        edges.push_back({vertex(turn.from), vertex(turn.to)});
    const DependencyGraph waits(static_cast<std::uint32_t>(graph_.channels().size()) * 16, edges);
    for (const std::vector<std::uint32_t>& component : cyclic_components(waits)) {
        const std::vector<std::uint32_t> ring = shortest_ring_of(waits, component);
        std::vector<LaneTurn> turns;
        for (std::size_t at = 0; at < ring.size(); ++at) {
            const std::uint32_t next = ring[(at + 1) % ring.size()];
            turns.push_back({{ring[at] / 16, static_cast<std::uint8_t>(ring[at] % 16)},
                {next / 16, static_cast<std::uint8_t>(next % 16)}});
        }
        std::vector<LaneCause> causes = walk.causes(turns);
        CreditLoop& loop = proof_.loops.emplace_back();
        loop.management = management;
        loop.sure = levels == ServiceLevels::of_paths || !levels_may_be_assigned();
        for (std::size_t at = 0; at < turns.size(); ++at) {
            const SubnetChannel& channel = graph_.channels()[turns[at].from.channel];
            loop.sls = static_cast<std::uint16_t>(loop.sls | causes[at].sls);
            loop.hops.push_back({channel.out,
                channel.in,
                assumes ? CreditHop::any_lane : turns[at].from.vl,
                std::move(causes[at].lids),
                causes[at].source == none ? Subnet::none : graph_.node_of(causes[at].source)});
        }
    }
    if (assumes)
        merge_levels();
    if (!proof_.loops.empty() || assumes)
        return;
    if (found.unknown != 0)
        search_lanes(within, levels, management, UnknownMaps::keep_level);
    if (!proof_.loops.empty())
        return;
    proof_.notes.emplace_back(
        "the cables alone close rings, and service levels and lanes keep packets apart");
    if (found.unknown != 0)
        proof_.unproven.emplace_back(
            "SL to VL was captured of some ports only, and the cables close rings where it was not");
    if (found.pairs_without_path != 0)
        proof_.unproven.push_back(fmt::format("the service level of {} of {} pairs of LIDs was not captured",
            found.pairs_without_path,
            found.pairs));
}

}

CreditProof prove_free_of_credit_loops(const Fabric& fabric, std::uint32_t subnet)
{
    return Search(fabric, subnet).run();
}

}
