// SPDX-License-Identifier: Apache-2.0
// A walk for display: every hop of every equal-cost path between two ends, in order, with loops and dead ends
// as separate hops.
#include "analysis/proof/path/walk.h"

#include "analysis/proof/path/next_channels.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace rocelint::proof {
namespace {

struct WalkNode {
    std::uint32_t device = 0;
    Packet packet;
    std::vector<std::uint32_t> hops; ///< hops that leave the node
    std::uint32_t depth = WalkHop::none;
    std::uint64_t in = 0; ///< paths from the source to the node
    std::uint64_t out = 0; ///< paths from the node to any end
    std::uint64_t sound = 0; ///< the subset of `out` without a broken hop
    std::uint64_t proven = 0; ///< the subset of `out` that is proven at every hop
};

std::uint64_t product(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t result = 0;
    return __builtin_mul_overflow(a, b, &result) ? std::numeric_limits<std::uint64_t>::max() : result;
}

Frame frame_between(const FabricProof& proof, std::uint32_t from, std::uint32_t to)
{
    std::optional<Frame> smallest;
    for (const std::uint32_t endpoint : {from, to}) {
        for (const JudgedStart& start : proof.starts(endpoint)) {
            const PortId host = proof.channel(start.channel).from;
            const auto frame = host.valid() ? frame_of(proof.graph().fabric(), host) : std::nullopt;
            if (frame && (!smallest || frame->size < smallest->size))
                smallest = frame;
        }
    }
    return smallest.value_or(proof.judge().frame());
}

class Walker {
public:
    Walker(const FabricProof& proof, std::uint32_t from, std::uint32_t to, std::uint8_t kind)
        : proof_(proof)
        , finder_(proof.graph(), proof.destinations())
        , routes_(finder_.find(proof.destinations().class_of[to]))
        , judge_(proof.analysis(), frame_between(proof, from, to))
    {
        walk_.from = from;
        walk_.to = to;
        walk_.kind = kind;
    }

    std::optional<Walk> run()
    {
        if (!begin())
            return std::nullopt;
        for (std::uint32_t node = 0; node < nodes_.size(); ++node)
            expand(node);
        order();
        count();
        finish();
        return std::move(walk_);
    }

private:
    bool begin()
    {
        bool sends = false;
        for (const JudgedStart& sent : proof_.starts(walk_.from)) {
            if (sent.packet.kind != walk_.kind)
                continue;
            const PortId host = proof_.channel(sent.channel).from;
            const std::optional<Start> start = sent.packet.is_notification()
                ? judge_.start_notification(host, Detail::everything)
                : judge_.start(host, walk_.kind, Detail::everything);
            if (!sends && start) {
                walk_.start = start->steps;
                walk_.packet = start->packet;
                start_outcome_ = start->outcome;
            }
            sends = true;
            add_hop(WalkHop::none, sent.channel, sent.packet);
            first_.push_back(static_cast<std::uint32_t>(walk_.hops.size() - 1));
        }
        return sends;
    }

    void add_hop(std::uint32_t from_node, std::uint32_t channel, const Packet& packet)
    {
        const Channel taken = proof_.channel(channel);
        WalkHop hop{.channel = channel, .from_node = from_node, .in = packet};
        hop.hop = judge_.judge(taken.from, taken.to, packet, Detail::everything, taken.name);
        if (taken.to.valid() && proof_.graph().is_switch(taken.to.device))
            hop.to_node = node_of(taken.to.device, hop.hop.out);
        if (from_node != WalkHop::none) {
            hop.route = routes_.source(nodes_[from_node].device);
            hop.route_at = routes_.evidence(nodes_[from_node].device);
            nodes_[from_node].hops.push_back(static_cast<std::uint32_t>(walk_.hops.size()));
            if (auto step = guessed_way(proof_, routes_, nodes_[from_node].device)) {
                step->kind = walk_.kind;
                hop.hop.outcome = std::max(hop.hop.outcome, step->outcome);
                hop.hop.steps.push_back(std::move(*step));
            }
        }
        walk_.hops.push_back(std::move(hop));
    }

    void add_dead_end(std::uint32_t node, Step step)
    {
        WalkHop hop{.from_node = node, .in = nodes_[node].packet};
        hop.hop.out = hop.in;
        hop.hop.outcome = step.outcome;
        step.kind = walk_.kind;
        hop.hop.steps.push_back(std::move(step));
        nodes_[node].hops.push_back(static_cast<std::uint32_t>(walk_.hops.size()));
        walk_.hops.push_back(std::move(hop));
    }

    std::uint32_t node_of(std::uint32_t device, const Packet& packet)
    {
        const auto [entry, fresh]
            = known_.try_emplace(std::tuple(device, packet), static_cast<std::uint32_t>(nodes_.size()));
        if (fresh)
            nodes_.push_back({.device = device, .packet = packet});
        return entry->second;
    }

    void expand(std::uint32_t node)
    {
        const std::uint32_t device = nodes_[node].device;
        const Packet packet = nodes_[node].packet;
        next_channels(proof_, routes_, device, walk_.to, channels_);
        for (const std::uint32_t channel : channels_)
            add_hop(node, channel, packet);
        for (Step& step : dead_ends(proof_, routes_, device, walk_.to, channels_.empty()))
            add_dead_end(node, std::move(step));
    }

    // Depth-first without recursion: gives an order in which every hop leads backwards. A hop into a node
    // that is still open closes a loop.
    void order()
    {
        enum class Visit : std::uint8_t { fresh, open, done };
        std::vector<Visit> marks(nodes_.size(), Visit::fresh);
        std::vector<std::pair<std::uint32_t, std::size_t>> stack;
        const auto enter = [&](std::uint32_t node) {
            if (node != WalkHop::none && marks[node] == Visit::fresh) {
                marks[node] = Visit::open;
                stack.emplace_back(node, 0);
            }
        };
        for (const std::uint32_t hop : first_) {
            enter(walk_.hops[hop].to_node);
            while (!stack.empty()) {
                auto& [node, next] = stack.back();
                if (next == nodes_[node].hops.size()) {
                    marks[node] = Visit::done;
                    order_.push_back(node);
                    stack.pop_back();
                    continue;
                }
                WalkHop& taken = walk_.hops[nodes_[node].hops[next++]];
                if (taken.to_node != WalkHop::none && marks[taken.to_node] == Visit::open)
                    close_loop(taken);
                enter(taken.to_node);
            }
        }
    }

    void close_loop(WalkHop& hop)
    {
        const PortId port = proof_.channel(hop.channel).from;
        hop.to_node = WalkHop::none;
        hop.hop.outcome = Grade::broken;
        hop.hop.steps.push_back({Aspect::route,
            Grade::broken,
            walk_.kind,
            port,
            hop.route_at,
            {},
            "leads back to a device that the packet has already passed: a loop",
            {}});
    }

    void count()
    {
        for (const std::uint32_t index : order_) {
            WalkNode& node = nodes_[index];
            for (const std::uint32_t hop : node.hops)
                add_ends(walk_.hops[hop], node.out, node.sound, node.proven);
        }
        std::uint64_t sound = 0;
        std::uint64_t proven = 0;
        for (const std::uint32_t hop : first_)
            add_ends(walk_.hops[hop], walk_.paths, sound, proven);
        walk_.broken = start_outcome_ >= Grade::broken ? walk_.paths : walk_.paths - sound;
        walk_.unproven = start_outcome_ >= Grade::broken ? 0 : sound - proven;
        walk_.reaches = std::ranges::none_of(
            walk_.hops, [](const WalkHop& hop) { return hop.hop.outcome == Grade::unreachable; });
        for (const std::uint32_t hop : first_)
            enter(walk_.hops[hop], 1, 0);
        for (auto index = order_.rbegin(); index != order_.rend(); ++index) {
            for (const std::uint32_t hop : nodes_[*index].hops)
                enter(walk_.hops[hop], nodes_[*index].in, nodes_[*index].depth);
        }
    }

    void add_ends(const WalkHop& hop, std::uint64_t& all, std::uint64_t& sound, std::uint64_t& proven) const
    {
        const bool last = hop.to_node == WalkHop::none;
        all += last ? 1 : nodes_[hop.to_node].out;
        if (hop.hop.outcome < Grade::broken)
            sound += last ? 1 : nodes_[hop.to_node].sound;
        if (hop.hop.outcome < Grade::unproven)
            proven += last ? 1 : nodes_[hop.to_node].proven;
    }

    void enter(WalkHop& hop, std::uint64_t arriving, std::uint32_t depth)
    {
        hop.depth = depth;
        hop.paths = arriving;
        if (hop.to_node == WalkHop::none)
            return;
        WalkNode& node = nodes_[hop.to_node];
        hop.paths = product(arriving, node.out);
        node.in += arriving;
        node.depth = std::min(node.depth, depth + 1);
    }

    // Sorts hops by depth, and within a depth in the order of the fabric.
    void finish()
    {
        std::ranges::stable_sort(walk_.hops, {}, [](const WalkHop& hop) {
            return std::tuple(hop.depth, hop.is_dead_end(), hop.channel);
        });
    }

    const FabricProof& proof_;
    routing::RouteFinder finder_;
    const routing::Routes& routes_;
    HopJudge judge_;
    Walk walk_;
    Grade start_outcome_ = Grade::proven;
    std::vector<WalkNode> nodes_;
    std::map<std::tuple<std::uint32_t, Packet>, std::uint32_t> known_;
    std::vector<std::uint32_t> first_; ///< hops that leave the source
    std::vector<std::uint32_t> order_; ///< nodes, ends first
    std::vector<std::uint32_t> channels_;
};

}

std::optional<Walk> walk(const FabricProof& proof, std::uint32_t from, std::uint32_t to, std::uint8_t kind)
{
    return Walker(proof, from, to, kind).run();
}

std::vector<std::vector<std::uint32_t>> paths_through(const Walk& walk, std::uint32_t hop, std::size_t most)
{
    // Extends the hop forwards and backwards; every combination is a path.
    const auto extend = [&](bool forwards) {
        std::vector<std::vector<std::uint32_t>> parts{{hop}};
        for (bool grown = true; grown;) {
            grown = false;
            std::vector<std::vector<std::uint32_t>> longer;
            for (const std::vector<std::uint32_t>& part : parts) {
                const WalkHop& end = walk.hops[part.back()];
                const std::uint32_t node = forwards ? end.to_node : end.from_node;
                if (node == WalkHop::none) {
                    longer.push_back(part);
                    continue;
                }
                for (std::uint32_t next = 0; next < walk.hops.size() && longer.size() < most; ++next) {
                    if ((forwards ? walk.hops[next].from_node : walk.hops[next].to_node) != node)
                        continue;
                    longer.push_back(part);
                    longer.back().push_back(next);
                    grown = true;
                }
            }
            parts = std::move(longer);
        }
        return parts;
    };
    std::vector<std::vector<std::uint32_t>> paths;
    const auto after = extend(true);
    for (const std::vector<std::uint32_t>& before : extend(false)) {
        for (const std::vector<std::uint32_t>& rest : after) {
            if (paths.size() == most)
                return paths;
            paths.emplace_back(before.rbegin(), before.rend());
            paths.back().insert(paths.back().end(), rest.begin() + 1, rest.end());
        }
    }
    return paths;
}

}
