// SPDX-License-Identifier: Apache-2.0
// Searches for rings of lossless buffers with nothing broken and with up to include_failures failures, since
// failures bring bounced paths into use (Tagger, CoNEXT 2017). If the search is cut short or a hop is
// unknown, nothing counts as proven.
#include "analysis/proof/deadlock/deadlock.h"

#include "analysis/proof/deadlock/failure_sets.h"
#include "analysis/proof/deadlock/ring.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>

namespace rocelint::proof {
namespace {

using routing::RouteSource;

// One counterexample per cause; a fabric with more causes is fixed step by step.
constexpr std::size_t most_rings = 8;
// The maximum number of turns for which the packets are determined: without known tiers there are many turns,
// and none is a valley.
constexpr std::size_t most_valley_turns = 1024;

// Rings with the same cause are reported once.
using LoopCause = std::tuple<std::uint32_t, RouteSource, std::uint32_t>;

bool is_guess(const Ring& ring)
{
    return ring.cause.device == routing::none || ring.cause.source == RouteSource::up_down
        || ring.cause.source == RouteSource::shortest || ring.cause.source == RouteSource::connected;
}

class Prover {
public:
    Prover(const Analysis& analysis, const DeadlockOptions& options)
        : analysis_(analysis)
        , options_(options)
        , graph_(routing::Graph::with_failures(*analysis.fabric, options.failed))
        , destinations_(routing::find_destinations(graph_, rdma_endpoints(analysis)))
    {
    }

    DeadlockProof run()
    {
        proof_.include_failures = failures_to_include();
        for (const routing::Endpoint& endpoint : destinations_.endpoints)
            proof_.endpoints.emplace_back(endpoint.name);
        note_uncollected();
        if (destinations_.classes.size() < 2)
            return std::move(proof_);
        hops_ = find_lossless_hops(analysis_, graph_);
        if (hops_.priorities().empty() && !hops_.any_unknown)
            return std::move(proof_);
        for (std::string& assumption : routing::route_assumptions(graph_))
            proof_.assumptions.push_back(std::move(assumption));
        search();
        return std::move(proof_);
    }

private:
    void search()
    {
        Case one{&analysis_, &graph_, &destinations_, &hops_, {}};
        const Turns turns = all_turns(graph_, destinations_, {});
        const BufferGraph buffers(graph_, hops_, {});
        std::optional<routing::DependencyGraph> waits = buffers.waits(turns, {});
        count(*waits);
        std::vector<Buffer> first_ring = shortest_ring(one, buffers, *waits);
        waits.reset(); // free memory: it is large
        find_valleys(one, turns);
        if (hops_.any_unknown)
            find_unknown_valleys(turns);
        find_rings(one, turns, std::move(first_ring));
        if (proof_.proven() && hops_.any_unknown)
            find_unknown(one, turns);
        if (proof_.proven() && proof_.include_failures > 0)
            find_rings_after_failures(one, turns);
    }

    // If no failures are requested, none are examined.
    [[nodiscard]] std::uint32_t failures_to_include() const
    {
        const bool link_state = std::ranges::any_of(graph_.fabric().devices, [](const Device& device) {
            return device.kind == DeviceKind::network_switch && device.forwarding.link_state.is(true);
        });
        return options_.include_failures == 0 || !link_state
            ? options_.include_failures
            : std::max(options_.include_failures, options_.link_state_failures);
    }

    // A ring through a switch that was not collected cannot be seen.
    void note_uncollected()
    {
        const Fabric& fabric = graph_.fabric();
        std::unordered_map<std::string_view, Role> planned;
        for (const TopologyDevice& device : fabric.topology.devices)
            planned.emplace(device.name, device.role);
        std::set<std::string_view> missing;
        for (const OpenEnd& end : fabric.open_ends) {
            const auto plan = planned.find(end.neighbour);
            const Role role = plan == planned.end() ? Role::unknown : plan->second;
            const bool is_switch = role != Role::unknown && role != Role::host && role != Role::storage
                && role != Role::management;
            if (is_switch && graph_.is_switch(end.port.device) && analysis_.is_roce(end.port))
                missing.insert(end.neighbour);
        }
        if (!missing.empty())
            proof_.assumptions.push_back(fmt::format("no ring goes through {}, which {} not collected{}",
                missing.size() == 1 ? std::string(*missing.begin())
                                    : fmt::format("{} switches of the topology", missing.size()),
                one_or_many(missing.size(), "was", "were"),
                missing.size() == 1 ? "" : fmt::format(", such as {}", *missing.begin())));
    }

    void count(const routing::DependencyGraph& waits)
    {
        proof_.buffers = waits.vertex_count();
        proof_.dependencies = waits.edge_count();
        proof_.elements = graph_.channel_count() / 2;
        for (std::uint32_t device = 0; device < graph_.fabric().devices.size(); ++device)
            proof_.elements += graph_.is_switch(device) ? 1 : 0;
    }

    // Before the search for the next cause, the first change that is proven to help removes the current one.
    void find_rings(const Case& first, const Turns& turns, std::vector<Buffer> buffers)
    {
        Case one = first;
        Turns now = turns;
        std::deque<routing::Graph> graphs;
        while (proof_.rings.size() < most_rings) {
            if (buffers.empty())
                return;
            Ring ring = explain(one, buffers, {});
            // All switches that forward by shortest paths help to close the ring, so no change is proposed.
            if (ring.cause.source == RouteSource::shortest) {
                proof_.rings.push_back(std::move(ring));
                return;
            }
            // No configuration states these paths; the ring is only as reliable as the guess about routes.
            if (is_guess(ring)) {
                proof_.unrouted = graph_.to_device(buffers.front().channel);
                return;
            }
            Case next;
            graphs.push_back(*one.graph);
            ring.proposals = propose(one, ring, {}, next, graphs.back());
            proof_.rings.push_back(std::move(ring));
            if (proof_.rings.back().proposals.empty())
                return;
            one = next;
            now = all_turns(*one.graph, *one.destinations, one.measures);
            buffers = shortest_ring(one, now, {});
        }
    }

    void find_rings_after_failures(const Case& one, const Turns& turns)
    {
        if (!may_leave_up_down(graph_, turns))
            return;
        const FailureSweep sweep = sweep_failures(one, turns);
        std::set<LoopCause> causes;
        for (const Breakage& breakage : sweep.suspects) {
            if (!examine(one, turns, breakage, causes))
                return;
        }
        if (proof_.include_failures < 2)
            return;
        const std::size_t left = options_.most_failures - proof_.examined;
        FailureSets several = failure_sets(one, sweep, proof_.include_failures, left);
        for (const std::vector<Element>& set : several.sets) {
            Breakage breakage{set.front(), {}, {set.begin() + 1, set.end()}};
            if (!examine(one, turns, breakage, causes))
                return;
            // If links fail in an OSPF or IS-IS fabric, every switch may be a cause, so one example is
            // enough.
            if (!proof_.rings.empty() && proof_.rings.back().cause.source == RouteSource::learnt)
                return;
        }
        if (several.more)
            stop_at(several.sets.empty() ? sweep.felt.front() : several.sets.back().back());
    }

    // Returns false if no more failures are to be examined.
    bool examine(const Case& one, const Turns& turns, const Breakage& breakage, std::set<LoopCause>& causes)
    {
        if (proof_.examined == options_.most_failures || proof_.rings.size() == most_rings) {
            stop_at(breakage.element);
            return false;
        }
        ++proof_.examined;
        const Turns after = turns_after(one, turns, breakage);
        const std::vector<Buffer> buffers = shortest_ring(one, after, failures_of(graph_, breakage));
        if (buffers.empty())
            return true;
        Ring ring = explain(one, buffers, breakage);
        if (is_guess(ring)
            || !causes.insert({ring.cause.device, ring.cause.source, ring.cause_at.offset}).second)
            return true;
        Case next;
        routing::Graph graph = graph_;
        ring.proposals = propose(one, ring, breakage, next, graph);
        proof_.rings.push_back(std::move(ring));
        return true;
    }

    void stop_at(Element element)
    {
        proof_.bound_reached = true;
        const std::uint32_t links = graph_.channel_count() / 2;
        proof_.first_unexamined = element < links ? graph_.from_device(2 * element) : element - links;
    }

    // A ring that closes only if uncollected hops are lossless is neither proven nor ruled out.
    void find_unknown(const Case& known, const Turns& turns)
    {
        const LosslessHops assumed = assume_lossless(hops_, analysis_);
        Case one = known;
        one.hops = &assumed;
        for (const Buffer& buffer : shortest_ring(one, turns, {})) {
            if (is_unknown(buffer.channel))
                proof_.unknown.push_back(graph_.channel(buffer.channel).to);
        }
    }

    void find_unknown_valleys(const Turns& turns)
    {
        std::set<PortId> ports;
        for (const auto& [in, out] : turns_up_again(assume_lossless(hops_, analysis_), turns)) {
            for (const std::uint32_t channel : {in, out}) {
                if (is_unknown(channel))
                    ports.insert(graph_.channel(channel).to);
            }
        }
        proof_.unknown_valleys.assign(ports.begin(), ports.end());
    }

    [[nodiscard]] bool is_unknown(std::uint32_t channel) const
    {
        return std::ranges::any_of(hops_.rows,
            [&](const std::vector<std::uint8_t>& row) { return row[channel] == LosslessHops::unknown; });
    }

    // Whether the configuration may send packets along a path other than up, then down.
    [[nodiscard]] bool may_bounce(std::uint32_t device) const
    {
        const Forwarding& forwarding = graph_.fabric().devices[device].forwarding;
        return !forwarding.routes.empty() || forwarding.bgp_asn.known() || forwarding.link_state.is(true)
            || !graph_.peer_link(device).empty();
    }

    // Turns of lossless packets that go up again after they went down or sideways.
    [[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint32_t>> turns_up_again(
        const LosslessHops& hops, const Turns& turns) const
    {
        const BufferGraph buffers(graph_, hops, {});
        std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
        for (std::uint32_t in = 0; in < graph_.channel_count(); ++in) {
            const PortId entry = graph_.channel(in).to;
            if (graph_.is_down(in) || !graph_.is_switch(entry.device)
                || graph_.direction(in) == routing::Direction::up
                || !(may_bounce(entry.device) || may_bounce(graph_.from_device(in))))
                continue;
            for (const std::uint32_t out : graph_.out_of(entry.device)) {
                const std::uint32_t port = graph_.channel(out).from.port;
                if (graph_.direction(out) != routing::Direction::up || !turns.first.has(entry, port)
                    || found.size() == most_valley_turns)
                    continue;
                bool waits = false;
                buffers.each_pair(in, out, [&waits](Priority, Priority) { waits = true; });
                if (waits)
                    found.emplace_back(in, out);
            }
        }
        return found;
    }

    void find_valleys(const Case& one, const Turns& turns)
    {
        std::set<LoopCause> causes;
        for (const Valley& valley : explain_valleys(one, turns_up_again(hops_, turns))) {
            const bool fresh
                = causes.insert({valley.cause.device, valley.cause.source, valley.cause_at.offset}).second;
            if (fresh && proof_.valleys.size() < most_rings)
                proof_.valleys.push_back(valley);
        }
    }

    const Analysis& analysis_;
    DeadlockOptions options_;
    routing::Graph graph_;
    routing::Destinations destinations_;
    LosslessHops hops_;
    DeadlockProof proof_;
};

}

DeadlockProof prove_freedom_from_deadlock(const Analysis& analysis, const DeadlockOptions& options)
{
    return Prover(analysis, options).run();
}

}
