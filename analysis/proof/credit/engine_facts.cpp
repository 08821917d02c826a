// SPDX-License-Identifier: Apache-2.0
// The behavior of each routing engine according to opensm's manual and sources, so that a subnet can be
// judged without its tables.
#include "analysis/proof/credit/engine_facts.h"

#include "models/fabric/words.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::proof {
namespace {

using lid_routing::HopRule;
using lid_routing::none;
using lid_routing::SubnetGraph;
using Runs = EngineOutcome::Runs;

bool is_set(const Setting<bool>& setting) { return setting.peek_known() && setting.value; }

std::vector<RoutingEngine> engines_of(const SubnetManager& manager)
{
    std::vector<RoutingEngine> engines;
    for (const SmEngine& engine : manager.engines) {
        if (engine.engine != RoutingEngine::unknown)
            engines.push_back(engine.engine);
    }
    // opensm(8), -R: min hop is used if no engine is named, and if those that are named fail.
    if (engines.empty() || (!is_set(manager.no_fallback) && engines.back() != RoutingEngine::minhop))
        engines.push_back(RoutingEngine::minhop);
    return engines;
}

void add_files(const SubnetManager& manager, EngineFacts& facts)
{
    for (const SmGuid& guid : manager.guids) {
        if (guid.list == SmGuid::List::root)
            facts.roots.push_back(guid.guid);
    }
    for (const SmFileName& file : manager.files) {
        if (file.option == "root_guid_file")
            (file.file == no_source ? facts.roots_unread : facts.roots_listed) = true;
        facts.own_port_order |= file.option == "port_search_ordering_file";
        facts.own_ids |= file.option == "ids_guid_file";
    }
}

// The switches that updn detects as roots if no file lists them: one distance accounts for more than nine
// tenths of all end nodes, and no other for more than a twentieth (updn_find_root_nodes_by_min_hop in
// opensm's osm_ucast_updn.c).
std::vector<std::uint32_t> detected_roots(const SubnetGraph& graph)
{
    std::vector<std::uint32_t> ends(graph.switch_count(), 0);
    std::uint32_t all = 0;
    for (std::uint32_t one = 0; one < graph.switch_count(); ++one) {
        ends[one] = static_cast<std::uint32_t>(graph.end_ports(one).size());
        all += ends[one];
    }
    std::vector<std::uint32_t> roots;
    for (std::uint32_t one = 0; one < graph.switch_count(); ++one) {
        const std::uint32_t start[] = {one};
        const std::vector<std::uint32_t> distance = lid_routing::distances_from(graph, start);
        std::vector<std::uint32_t> at_distance;
        for (std::uint32_t other = 0; other < graph.switch_count(); ++other) {
            if (distance[other] == none)
                continue;
            if (at_distance.size() <= distance[other])
                at_distance.resize(distance[other] + std::size_t{1}, 0);
            at_distance[distance[other]] += ends[other];
        }
        const auto above = [&](std::uint64_t percent) {
            return std::ranges::count_if(
                at_distance, [&](std::uint64_t count) { return count * 100 > all * percent; });
        };
        if (above(90) == 1 && above(5) == 1)
            roots.push_back(one);
    }
    return roots;
}

std::vector<std::uint32_t> listed_roots(const SubnetGraph& graph, const EngineFacts& facts)
{
    std::vector<std::uint32_t> roots;
    for (const Guid guid : facts.roots) {
        const std::uint32_t node = graph.subnet().node_of_guid(guid);
        const std::uint32_t one = node == Subnet::none ? none : graph.switch_of(node);
        if (one != none && std::ranges::find(roots, one) == roots.end())
            roots.push_back(one);
    }
    return roots;
}

EngineOutcome not_known(std::string reason, Runs runs = Runs::maybe)
{
    return {runs, std::nullopt, std::move(reason)};
}

EngineOutcome ask_updn(const SubnetGraph& graph, const EngineFacts& facts)
{
    if (facts.roots_unread)
        return not_known("its root_guid_file was not read");
    if (facts.connects_roots)
        return not_known("connect_roots lets packets go down and up again", Runs::yes);
    const std::vector<std::uint32_t> roots
        = facts.roots_listed ? listed_roots(graph, facts) : detected_roots(graph);
    if (roots.empty())
        return not_known(facts.roots_listed ? "no switch of the root_guid_file is in the subnet"
                                            : "it finds no root switches",
            Runs::no);
    const std::vector<std::uint32_t> rank = lid_routing::distances_from(graph, roots);
    const bool level = std::ranges::any_of(graph.channels(), [&](const lid_routing::SubnetChannel& channel) {
        return rank[channel.from] != none && rank[channel.from] == rank[channel.to];
    });
    if (level && facts.own_ids)
        return not_known("its ids_guid_file orders switches of equal rank", Runs::yes);
    // Without cables between equal ranks, all shortest paths go up, then down, so the ranks alone suffice.
    return {
        Runs::yes, level ? turns_of_hops(graph, HopRule::up_down, rank) : turns_of_ranks(graph, rank), {}};
}

EngineOutcome ask_dnup(const SubnetGraph& graph, const EngineFacts& facts)
{
    if (facts.connects_roots)
        return not_known("connect_roots lets packets go down and up again", Runs::yes);
    std::vector<std::uint32_t> leaves;
    for (std::uint32_t one = 0; one < graph.switch_count(); ++one) {
        if (graph.has_end_nodes(one))
            leaves.push_back(one);
    }
    if (leaves.empty())
        return not_known("no switch has end nodes", Runs::no);
    const std::vector<std::uint32_t> rank = lid_routing::distances_from(graph, leaves);
    return {Runs::yes, turns_of_hops(graph, HopRule::down_up, rank), {}};
}

EngineOutcome ask_ftree(const SubnetGraph& graph, const EngineFacts& facts)
{
    if (facts.lmc != 0)
        return not_known("it does not support an LMC above 0", Runs::no);
    if (facts.roots_unread)
        return not_known("its root_guid_file was not read");
    if (facts.connects_roots)
        return not_known("connect_roots or max_reverse_hops lets packets go down and up again");
    if (facts.roots_listed) {
        const std::vector<std::uint32_t> roots = listed_roots(graph, facts);
        if (roots.empty())
            return not_known("no switch of the root_guid_file is in the subnet");
        // All compute nodes must have the same rank; a cn_guid_file may say which nodes these are.
        return {Runs::maybe, turns_of_ranks(graph, lid_routing::distances_from(graph, roots)), {}};
    }
    std::vector<std::uint32_t> leaves;
    for (std::uint32_t one = 0; one < graph.switch_count(); ++one) {
        if (graph.has_end_nodes(one))
            leaves.push_back(one);
    }
    std::vector<std::uint32_t> rank = lid_routing::distances_from(graph, leaves);
    std::uint32_t last = 0;
    for (const std::uint32_t one : rank)
        last = one == none ? last : std::max(last, one);
    for (std::uint32_t& one : rank)
        one = one == none ? none : last - one;
    if (std::string why = why_no_pure_fat_tree(graph, rank); !why.empty())
        return not_known("the subnet is not a pure fat tree: " + why, Runs::no);
    return {Runs::yes, turns_of_ranks(graph, rank), {}};
}

EngineOutcome ask_dor(const SubnetGraph& graph, const EngineFacts& facts)
{
    if (facts.own_port_order)
        return not_known("its port_search_ordering_file says which dimension a port belongs to", Runs::yes);
    return {Runs::yes, turns_of_hops(graph, HopRule::lowest_port), {}};
}

}

EngineFacts engine_facts(const Fabric& fabric, std::uint32_t subnet)
{
    EngineFacts facts;
    bool first = true;
    for (const std::uint32_t index : fabric.managers_of(subnet)) {
        const SubnetManager& manager = *fabric.devices[index].manager;
        std::vector<RoutingEngine> engines = engines_of(manager);
        if (!first && engines != facts.engines) {
            facts.engines.clear();
            facts.unknown = "the files of its managers name different routing engines";
            return facts;
        }
        facts.engines = std::move(engines);
        first = false;
        add_files(manager, facts);
        facts.connects_roots |= is_set(manager.connect_roots)
            || (manager.max_reverse_hops.peek_known() && manager.max_reverse_hops.value > 0);
        if (manager.lmc.peek_known())
            facts.lmc = std::max(facts.lmc, manager.lmc.value);
    }
    if (first)
        facts.unknown = "no file of its subnet manager says which routing engine it runs";
    return facts;
}

bool assigns_service_levels(RoutingEngine engine)
{
    switch (engine) {
    case RoutingEngine::lash:
    case RoutingEngine::dfsssp:
    case RoutingEngine::nue:
    case RoutingEngine::torus_2qos:
    case RoutingEngine::ar_torus:
    case RoutingEngine::ar_dor:
    case RoutingEngine::dfp:
    case RoutingEngine::dfp2:
    case RoutingEngine::kdor_hc:
    case RoutingEngine::chain:
    case RoutingEngine::auto_:
        return true;
    default:
        return false;
    }
}

EngineOutcome ask_engine(const SubnetGraph& graph, RoutingEngine engine, const EngineFacts& facts)
{
    switch (engine) {
    case RoutingEngine::minhop:
        return {Runs::yes, turns_of_hops(graph, HopRule::shortest), {}};
    case RoutingEngine::dor:
        return ask_dor(graph, facts);
    case RoutingEngine::updn:
        return ask_updn(graph, facts);
    case RoutingEngine::dnup:
        return ask_dnup(graph, facts);
    case RoutingEngine::ftree:
        return ask_ftree(graph, facts);
    case RoutingEngine::lash:
    case RoutingEngine::dfsssp:
    case RoutingEngine::torus_2qos:
    case RoutingEngine::nue:
        return not_known(
            "it keeps packets apart by the service levels of their path records, and whether the lanes "
            "suffice shows only in its tables");
    default:
        return not_known("its ways are not stated by its manual");
    }
}

}
