// SPDX-License-Identifier: Apache-2.0
// An InfiniBand packet has one path, given by the forwarding table of each switch in turn.
#include "analysis/proof/path/lid_walk.h"

#include "models/text/append.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::proof {
namespace {

using lid_routing::Fate;

class LidWalker {
public:
    LidWalker(const lid_routing::SubnetGraph& graph, LidWalk& walk)
        : graph_(graph), subnet_(graph.subnet()), walk_(walk)
    {
    }

    void run()
    {
        const std::uint32_t first = subnet_.peer_of(walk_.from);
        walk_.at = subnet_.ports[walk_.from].node;
        if (walk_.lid == 0)
            return finish(Fate::no_entry);
        if (walk_.from == walk_.to)
            return finish(Fate::arrives);
        walk_.hops.push_back({walk_.from, first, lane(walk_.from, 0)});
        if (first == Subnet::none)
            return finish(subnet_.ports[walk_.from].peer.peek_known() ? Fate::no_link : Fate::unknown_link);
        walk_.at = subnet_.ports[first].node;
        if (first == walk_.to)
            return finish(Fate::arrives);
        if (graph_.switch_of(walk_.at) == lid_routing::none)
            return finish(Fate::other_end);
        follow(graph_.switch_of(walk_.at), subnet_.ports[first].number);
    }

private:
    void follow(std::uint32_t at, std::uint8_t in)
    {
        const auto target
            = std::ranges::lower_bound(graph_.targets(), walk_.lid, {}, &lid_routing::Target::lid);
        if (target == graph_.targets().end() || target->lid != walk_.lid)
            return finish(Fate::no_entry); // not a unicast address: no table has an entry for it
        std::vector<bool> seen(graph_.switch_count(), false);
        while (!seen[at]) {
            seen[at] = true;
            const lid_routing::Step step = step_at(graph_, at, *target);
            if (step.port == 0)
                return finish(step.fate);
            const std::uint32_t out = subnet_.port_of(graph_.node_of(at), step.port);
            if (out == Subnet::none)
                return finish(step.fate);
            const std::uint32_t peer = subnet_.peer_of(out);
            walk_.hops.push_back({out, peer, lane(out, in)});
            if (peer == Subnet::none)
                return finish(step.fate);
            walk_.at = subnet_.ports[peer].node;
            if (step.channel == lid_routing::none)
                return finish(step.fate);
            in = subnet_.ports[peer].number;
            at = graph_.channels()[step.channel].to;
        }
        finish(Fate::circles);
    }

    [[nodiscard]] std::uint8_t lane(std::uint32_t out, std::uint8_t in) const
    {
        const IbSl2vl* map = subnet_.sl2vl_of(out, in);
        return map == nullptr ? LidHop::unknown_lane : map->table.vl[walk_.sl];
    }

    void finish(Fate fate) { walk_.end = fate; }

    const lid_routing::SubnetGraph& graph_;
    const Subnet& subnet_;
    LidWalk& walk_;
};

std::string where(const LidWalk& walk, const Subnet& subnet)
{
    return walk.hops.empty() ? subnet.node_name(walk.at) : subnet.port_name(walk.hops.back().from);
}

bool is_dropped_by_map(const LidWalk& walk)
{
    constexpr std::uint8_t dropping_lane = 15;
    return std::ranges::any_of(walk.hops, [](const LidHop& hop) { return hop.vl == dropping_lane; });
}

}

Grade LidWalk::grade() const
{
    if (end == Fate::no_table || end == Fate::unknown_link)
        return Grade::unproven;
    return end == Fate::arrives && !is_dropped_by_map(*this) ? Grade::proven : Grade::broken;
}

LidWalk walk_to_lid(
    const lid_routing::SubnetGraph& graph, std::uint32_t device, std::uint32_t from, std::uint32_t to)
{
    const Subnet& subnet = graph.subnet();
    LidWalk walk{.device = device, .from = from, .to = to};
    const Setting<Lid>& lid = subnet.ports[to].lid;
    walk.lid = lid.peek_known() ? lid.value : Lid{0};
    const Setting<Lid>& source = subnet.ports[from].lid;
    const auto path = std::ranges::find_if(subnet.paths, [&](const IbPath& one) {
        return source.peek_known() && one.from == source.value && one.to == walk.lid;
    });
    if (path != subnet.paths.end()) {
        walk.sl = path->sl & 15U;
        walk.sl_of_path = true;
    }
    LidWalker(graph, walk).run();
    return walk;
}

std::string outcome_text(const LidWalk& walk, const Subnet& subnet)
{
    if (walk.lid == 0)
        return "cannot be sent: the LID of its target was not captured";
    if (is_dropped_by_map(walk))
        return fmt::format("is dropped: an SL to VL map gives service level {} no lane", int{walk.sl});
    switch (walk.end) {
    case Fate::arrives:
        return "arrives at " + subnet.port_name(walk.to);
    case Fate::no_table:
        return fmt::format("cannot be traced further: the forwarding table of {} was not captured",
            subnet.node_name(walk.at));
    case Fate::no_entry:
        return fmt::format("is dropped: {} has no entry for LID {}", subnet.node_name(walk.at), walk.lid);
    case Fate::no_link:
        return fmt::format("is dropped: {} has no link", where(walk, subnet));
    case Fate::unknown_link:
        return fmt::format(
            "cannot be traced further: the far end of {} was not captured", where(walk, subnet));
    case Fate::other_end:
        return fmt::format(
            "is dropped by {}, which does not have LID {}", subnet.node_name(walk.at), walk.lid);
    case Fate::other_switch:
        return fmt::format(
            "is taken by {} itself, which does not have LID {}", subnet.node_name(walk.at), walk.lid);
    case Fate::circles:
        return fmt::format("goes round in a circle: it comes back to {}", subnet.node_name(walk.at));
    case Fate::goes_on:
        break;
    }
    return {};
}

std::string to_text(const LidWalk& walk, const Subnet& subnet)
{
    std::string out = fmt::format("{} -> {}, LID {}, service level {}{}\n",
        subnet.port_name(walk.from),
        subnet.port_name(walk.to),
        walk.lid,
        int{walk.sl},
        walk.sl_of_path ? " by its path record" : " (assumed)");
    for (const LidHop& hop : walk.hops)
        append(out,
            "  {} -> {}{}\n",
            subnet.port_name(hop.from),
            hop.to == Subnet::none ? std::string("?") : subnet.port_name(hop.to),
            hop.vl == LidHop::unknown_lane ? std::string() : fmt::format(", VL {}", int{hop.vl}));
    append(out, "  {}\n", outcome_text(walk, subnet));
    return out;
}

}
