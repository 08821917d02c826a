// SPDX-License-Identifier: Apache-2.0
// A packet's lane on its next cable depends on its service level and on its ingress and egress ports, never
// on the lane that it arrived on. So packets for an address need not be followed one by one.
#include "models/lid_routing/lane_walk.h"

#include <algorithm>
#include <array>
#include <bit>

namespace rocelint::lid_routing {
namespace {

constexpr std::uint8_t service_levels = LaneWalk::service_levels;

}

// Follows the packets of one address and one set of service levels.
struct LaneWalk::Walker {
    const LaneWalk& all;
    const SubnetGraph& graph;
    std::vector<std::uint16_t> lanes; ///< by switch: lanes of the packets that leave it, as bits
    std::vector<bool> unknown; ///< by switch: the lane of some packets is unknown
    std::vector<std::uint32_t> out; ///< by switch: the channel that packets leave by
    std::vector<std::uint32_t> source; ///< by switch: where packets that pass it enter
    std::vector<std::uint32_t> touched;

    explicit Walker(const LaneWalk& walk)
        : all(walk)
        , graph(*walk.graph_)
        , lanes(graph.switch_count(), 0)
        , unknown(graph.switch_count(), false)
        , out(graph.switch_count(), none)
        , source(graph.switch_count(), none)
    {
    }

    void enter(const Target& target, std::span<const Source> sources, std::uint8_t sl)
    {
        for (const std::uint32_t one : touched) {
            lanes[one] = 0;
            unknown[one] = false;
            out[one] = none;
            source[one] = none;
        }
        touched.clear();
        for (const Source& from : sources) {
            for (std::uint32_t at = from.at; source[at] == none;) {
                source[at] = from.at;
                touched.push_back(at);
                out[at] = step_at(graph, at, target).channel;
                if (out[at] == none)
                    break;
                at = graph.channels()[out[at]].to;
            }
            add_lane(from.at, from.in, sl);
        }
        for (const std::uint32_t one : touched) {
            if (out[one] != none)
                add_lane(graph.channels()[out[one]].to, port_into(out[one]), sl);
        }
    }

    template <class Visit>
    std::size_t each_turn(std::uint8_t sl, Visit&& visit) const
    {
        std::size_t not_known = 0;
        for (const std::uint32_t one : touched) {
            if (out[one] == none || !(*all.within_)[out[one]])
                continue;
            const std::uint32_t next = graph.channels()[out[one]].to;
            if (out[next] == none || !(*all.within_)[out[next]])
                continue;
            const std::uint8_t to = all.lane(out[next], port_into(out[one]), sl);
            if (unknown[one] || to == unknown_lane)
                ++not_known;
            if (to == unknown_lane || to == dropped)
                continue;
            for (std::uint32_t bits = lanes[one]; bits != 0; bits &= bits - 1)
                visit(
                    LaneTurn{{out[one], static_cast<std::uint8_t>(std::countr_zero(bits))}, {out[next], to}},
                    source[one]);
        }
        return not_known;
    }

private:
    [[nodiscard]] std::uint8_t port_into(std::uint32_t channel) const
    {
        return graph.subnet().ports[graph.channels()[channel].in].number;
    }

    void add_lane(std::uint32_t at, std::uint8_t in, std::uint8_t sl)
    {
        if (out[at] == none || !(*all.within_)[out[at]])
            return;
        const std::uint8_t vl = all.lane(out[at], in, sl);
        if (vl == unknown_lane)
            unknown[at] = true;
        else if (vl != dropped)
            lanes[at] = static_cast<std::uint16_t>(lanes[at] | 1U << vl);
    }
};

LaneWalk::LaneWalk(const SubnetGraph& graph,
    const std::vector<bool>& within,
    ServiceLevels levels,
    bool management,
    UnknownMaps unknown_maps)
    : graph_(&graph), within_(&within), levels_(levels), management_(management), unknown_maps_(unknown_maps)
{
    group_levels();
    collect_sources();
    if (levels == ServiceLevels::of_paths) {
        paths_to_.resize(std::size_t{1} << 16U);
        for (std::uint32_t index = 0; index < graph.subnet().paths.size(); ++index)
            paths_to_[graph.subnet().paths[index].to].push_back(index);
    }
}

std::uint8_t LaneWalk::lane(std::uint32_t channel, std::uint8_t in, std::uint8_t sl) const
{
    const IbSl2vl* map = graph_->subnet().sl2vl_of(graph_->channels()[channel].out, in);
    if (map == nullptr)
        return unknown_maps_ == UnknownMaps::keep_level ? std::min(sl, dropped) : unknown_lane;
    return std::min(map->table.vl[sl], dropped);
}

void LaneWalk::group_levels()
{
    std::vector<bool> leaves(graph_->subnet().ports.size(), false);
    for (std::uint32_t channel = 0; channel < graph_->channels().size(); ++channel)
        leaves[graph_->channels()[channel].out] = (*within_)[channel];
    // by level: the lowest level that all maps so far treat the same
    std::array<std::uint8_t, service_levels> group{};
    SlToVl last;
    for (const IbSl2vl& map : graph_->subnet().sl2vl) {
        if (!leaves[map.port] || map.table == last)
            continue;
        last = map.table;
        const std::array<std::uint8_t, service_levels> before = group;
        for (std::uint8_t sl = 0; sl < service_levels; ++sl) {
            group[sl] = sl;
            for (std::uint8_t other = 0; other < sl && group[sl] == sl; ++other) {
                if (before[other] == before[sl] && last.vl[other] == last.vl[sl])
                    group[sl] = group[other];
            }
        }
    }
    for (std::uint8_t first = 0; first < service_levels; ++first) {
        std::uint32_t alike = 0;
        for (std::uint8_t sl = first; sl < service_levels; ++sl)
            alike |= group[sl] == first ? 1U << sl : 0U;
        if (alike != 0)
            alike_.push_back(static_cast<std::uint16_t>(alike));
    }
}

void LaneWalk::collect_sources()
{
    // Ports whose packets get the same lanes everywhere count as one source.
    std::vector<std::vector<std::uint8_t>> known;
    std::vector<std::uint8_t> lanes;
    for (std::uint32_t one = 0; one < graph_->switch_count(); ++one) {
        known.clear();
        for (const std::uint8_t port : graph_->end_ports(one)) {
            lanes.clear();
            for (std::uint32_t out = graph_->first_channel(one); out < graph_->first_channel(one + 1);
                 ++out) {
                for (std::uint8_t sl = 0; (*within_)[out] && sl < service_levels; ++sl)
                    lanes.push_back(lane(out, port, sl));
            }
            if (std::ranges::find(known, lanes) != known.end())
                continue;
            known.push_back(lanes);
            ends_.push_back({one, port});
        }
        own_.push_back({one, 0});
    }
}

std::array<std::uint8_t, service_levels> LaneWalk::lanes_of_levels() const
{
    std::array<std::uint8_t, service_levels> lanes{};
    lanes.fill(unknown_lane);
    std::array<bool, service_levels> differ{};
    const auto look = [&](std::uint32_t out, std::uint8_t in) {
        for (std::uint8_t sl = 0; sl < service_levels; ++sl) {
            const std::uint8_t here = lane(out, in, sl);
            differ[sl] |= here == unknown_lane || (lanes[sl] != unknown_lane && lanes[sl] != here);
            lanes[sl] = here;
        }
    };
    for (std::uint32_t one = 0; one < graph_->switch_count(); ++one) {
        const std::vector<std::uint8_t> ends = graph_->end_ports(one);
        for (std::uint32_t out = graph_->first_channel(one); out < graph_->first_channel(one + 1); ++out) {
            if (!(*within_)[out])
                continue;
            for (const std::uint8_t in : ends)
                look(out, in);
            for (std::uint32_t back = graph_->first_channel(one); back < graph_->first_channel(one + 1);
                 ++back) {
                if (back != out)
                    look(out, graph_->subnet().ports[graph_->channels()[back].out].number);
            }
        }
    }
    for (std::uint8_t sl = 0; sl < service_levels; ++sl) {
        if (differ[sl])
            lanes[sl] = unknown_lane;
    }
    return lanes;
}

// The sources of one target's packets, by the set of service levels that the packets have.
std::map<std::uint16_t, std::vector<LaneWalk::Source>> LaneWalk::sources_of(const Target& target) const
{
    std::map<std::uint16_t, std::vector<Source>> by_levels;
    if (levels_ == ServiceLevels::any) {
        std::vector<Source> sources = ends_;
        if (management_ && target.end_node)
            sources.insert(sources.end(), own_.begin(), own_.end());
        for (const std::uint16_t alike : alike_)
            by_levels[alike] = sources;
        return by_levels;
    }
    const std::span<const Target> targets = graph_->targets();
    // Paths are sorted by source, so those to one address are scattered.
    for (const std::uint32_t index : paths_to_[target.lid]) {
        const IbPath& path = graph_->subnet().paths[index];
        const auto from = std::ranges::lower_bound(targets, path.from, {}, &Target::lid);
        if (from == targets.end() || from->lid != path.from || from->at == none
            || !(from->end_node || (management_ && target.end_node)))
            continue;
        by_levels[static_cast<std::uint16_t>(1U << (path.sl & 15U))].push_back({from->at, from->port});
    }
    return by_levels;
}

template <class Visit>
std::size_t LaneWalk::each_turn(Visit&& visit) const
{
    std::size_t not_known = 0;
    Walker walker(*this);
    for (const Target& target : graph_->targets()) {
        if (!target.end_node && !management_)
            continue;
        for (const auto& [levels, sources] : sources_of(target)) {
            const auto sl = static_cast<std::uint8_t>(std::countr_zero(levels));
            walker.enter(target, sources, sl);
            not_known += walker.each_turn(sl,
                [&](const LaneTurn& turn, std::uint32_t source) { visit(turn, target.lid, levels, source); });
        }
    }
    return not_known;
}

LaneTurns LaneWalk::turns() const
{
    constexpr std::size_t most_repeated = std::size_t{1} << 22U;
    LaneTurns found;
    std::size_t kept = 0;
    const auto tidy = [&] {
        std::ranges::sort(found.turns);
        found.turns.erase(std::ranges::unique(found.turns).begin(), found.turns.end());
        kept = found.turns.size();
    };
    found.unknown = each_turn([&](const LaneTurn& turn, Lid, std::uint16_t, std::uint32_t) {
        found.turns.push_back(turn);
        if (found.turns.size() - kept > most_repeated)
            tidy();
    });
    tidy();
    if (levels_ == ServiceLevels::of_paths)
        count_pairs(found);
    return found;
}

void LaneWalk::count_pairs(LaneTurns& found) const
{
    std::vector<bool> is_end(std::size_t{1} << 16U, false);
    std::size_t ends = 0;
    for (const Target& target : graph_->targets()) {
        is_end[target.lid] = target.end_node;
        ends += target.end_node ? 1 : 0;
    }
    std::size_t told = 0;
    const std::vector<IbPath>& paths = graph_->subnet().paths;
    for (std::size_t at = 0; at < paths.size(); ++at) {
        const bool repeated
            = at > 0 && paths[at - 1].from == paths[at].from && paths[at - 1].to == paths[at].to;
        if (!repeated && paths[at].from != paths[at].to && is_end[paths[at].from] && is_end[paths[at].to])
            ++told;
    }
    found.pairs = ends * (ends - std::min<std::size_t>(ends, 1));
    found.pairs_without_path = found.pairs - std::min(found.pairs, told);
}

std::vector<LaneCause> LaneWalk::causes(const std::vector<LaneTurn>& turns) const
{
    std::vector<LaneCause> causes(turns.size());
    each_turn([&](const LaneTurn& turn, Lid lid, std::uint16_t levels, std::uint32_t source) {
        for (std::size_t at = 0; at < turns.size(); ++at) {
            if (turns[at] != turn)
                continue;
            LaneCause& cause = causes[at];
            cause.sls = static_cast<std::uint16_t>(cause.sls | levels);
            if (cause.lids.empty())
                cause.source = source;
            if (cause.lids.empty() || cause.lids.back() != lid)
                cause.lids.push_back(lid);
        }
    });
    return causes;
}

}
