// SPDX-License-Identifier: Apache-2.0
// Several engines may be listed, each of which runs only if the previous one fails.
#include "analysis/proof/credit/credit_rules.h"

#include "models/fabric/words.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace rocelint::proof {
namespace {

using lid_routing::SubnetGraph;
using routing::DependencyGraph;
using Components = std::vector<std::vector<std::uint32_t>>;

// Returns true if the engine certainly runs, so that the engines after it do not matter.
bool judge_engine(
    const SubnetGraph& graph, const EngineFacts& facts, RoutingEngine engine, bool alone, CreditProof& proof)
{
    const EngineOutcome outcome = ask_engine(graph, engine, facts);
    const std::string name(word_of(engine));
    if (outcome.runs == EngineOutcome::Runs::no) {
        proof.notes.push_back(fmt::format("{} does not run: {}", name, outcome.reason));
        return false;
    }
    if (!outcome.turns) {
        proof.unproven.push_back(
            fmt::format("no forwarding tables were captured, and of {}: {}", name, outcome.reason));
        return outcome.runs == EngineOutcome::Runs::yes;
    }
    proof.basis = CreditProof::Basis::rules;
    proof.routes += fmt::format("{} {}", proof.routes.empty() ? "the rules of" : " or", name);
    const DependencyGraph possible = outcome.turns->possible.dependencies();
    proof.dependencies = std::max(proof.dependencies, possible.edge_count());
    const bool runs = outcome.runs == EngineOutcome::Runs::yes;
    if (runs && alone) {
        proof.cut_off_pairs = outcome.turns->cut_off_pairs;
        if (proof.cut_off_pairs != 0)
            proof.cut_off
                = {graph.node_of(outcome.turns->cut_off.first), graph.node_of(outcome.turns->cut_off.second)};
        proof.cut_off_by = name;
    }
    const Components rings = cyclic_components(possible);
    if (rings.empty())
        return runs;
    const DependencyGraph certain = outcome.turns->certain.dependencies();
    const Components sure = cyclic_components(certain);
    if (sure.empty() || !runs || !alone) {
        proof.unproven.push_back(
            fmt::format("{} can close the ring {}, and whether it does depends on {} (capture dump_lfts)",
                name,
                ring_text(graph, shortest_ring_of(possible, rings.front())),
                runs && alone ? "which of several equally short ways it takes" : "whether it runs"));
        return runs;
    }
    for (const std::vector<std::uint32_t>& component : sure) {
        CreditLoop& loop = proof.loops.emplace_back();
        for (const std::uint32_t at : shortest_ring_of(certain, component))
            loop.hops.push_back(
                {graph.channels()[at].out, graph.channels()[at].in, CreditHop::any_lane, {}, Subnet::none});
    }
    return runs;
}

}

void judge_by_rules(const SubnetGraph& graph, const EngineFacts& facts, CreditProof& proof)
{
    if (facts.engines.empty()) {
        proof.unproven.push_back(
            "no forwarding tables were captured (dump_lfts, ibroute), and " + facts.unknown);
        return;
    }
    bool alone = true;
    for (const RoutingEngine engine : facts.engines) {
        if (judge_engine(graph, facts, engine, alone, proof))
            return;
        alone = proof.unproven.empty() && proof.basis == CreditProof::Basis::nothing;
    }
    if (proof.basis == CreditProof::Basis::nothing && proof.unproven.empty())
        proof.unproven.push_back(fmt::format("none of the routing engines runs ({})", engine_list(facts)));
}

std::string engine_list(const EngineFacts& facts)
{
    std::string text;
    for (const RoutingEngine engine : facts.engines)
        add_item(text, word_of(engine));
    return text;
}

// The shortest cycle of one component. In a huge component, only some vertices are tried as starting points:
// fabrics are regular, and more starts find no shorter ring.
std::vector<std::uint32_t> shortest_ring_of(
    const DependencyGraph& graph, const std::vector<std::uint32_t>& component)
{
    constexpr std::size_t most_visits = 200'000'000;
    constexpr std::size_t fewest_starts = 64;
    const std::size_t starts
        = std::max(fewest_starts, most_visits / std::max<std::size_t>(graph.edge_count(), 1));
    return routing::shortest_cycle(graph, std::span(component).first(std::min(component.size(), starts)));
}

std::string ring_text(const SubnetGraph& graph, const std::vector<std::uint32_t>& channels)
{
    std::string text;
    for (const std::uint32_t channel : channels)
        text += graph.subnet().node_name(graph.node_of(graph.channels()[channel].from)) + " -> ";
    return text + graph.subnet().node_name(graph.node_of(graph.channels()[channels.front()].from));
}

}
