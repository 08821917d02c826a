// SPDX-License-Identifier: Apache-2.0
// The number of sets of failures grows fast. Only sets that together bring a new turn into use are listed; no
// other set can close a ring.
#include "analysis/proof/deadlock/failure_sets.h"

#include "analysis/proof/deadlock/port_bits.h"

#include <algorithm>
#include <set>

namespace rocelint::proof {
namespace {

using routing::RouteSource;

class Collector {
public:
    Collector(const Case& one, std::uint32_t size, std::size_t most) : one_(one), size_(size), most_(most) { }

    // Adds the links to all next hops of one switch, if there are not too many.
    void add_cuts()
    {
        routing::RouteFinder finder(*one_.graph, *one_.destinations);
        for (std::uint32_t index = 0; index < one_.destinations->classes.size() && !full(); ++index) {
            const routing::Routes& routes = finder.find(index);
            for (std::uint32_t device = 0; device < one_.graph->fabric().devices.size() && !full();
                 ++device) {
                const std::size_t ways = routes.next_hops(device).size();
                if (ways < 2 || ways > size_ || finder.detours(device, {}).empty())
                    continue;
                std::set<Element> cut;
                for (const std::uint32_t channel : routes.next_hops(device))
                    cut.insert(routing::link_of(channel));
                add({cut.begin(), cut.end()});
            }
        }
    }

    // Adds ascending combinations of the elements that each bring a new turn into use.
    void add_combinations(const std::vector<Element>& felt)
    {
        for (std::uint32_t count = 2; count <= size_ && count <= felt.size(); ++count) {
            std::vector<std::size_t> chosen(count);
            for (std::size_t at = 0; at < count; ++at)
                chosen[at] = at;
            do {
                if (full())
                    return;
                std::vector<Element> set;
                set.reserve(chosen.size());
                for (const std::size_t at : chosen)
                    set.push_back(felt[at]);
                add(std::move(set));
            } while (advance(chosen, felt.size()));
        }
    }

    FailureSets finish()
    {
        FailureSets found;
        found.sets = std::move(order_);
        found.more = more_;
        return found;
    }

private:
    static bool advance(std::vector<std::size_t>& chosen, std::size_t count)
    {
        for (std::size_t at = chosen.size(); at-- > 0;) {
            if (chosen[at] + chosen.size() - at >= count)
                continue;
            ++chosen[at];
            for (std::size_t next = at + 1; next < chosen.size(); ++next)
                chosen[next] = chosen[next - 1] + 1;
            return true;
        }
        return false;
    }

    [[nodiscard]] bool full() const { return more_; }

    void add(std::vector<Element> set)
    {
        if (!known_.insert(set).second)
            return;
        if (order_.size() == most_)
            more_ = true;
        else
            order_.push_back(std::move(set));
    }

    const Case& one_;
    std::uint32_t size_;
    std::size_t most_;
    std::set<std::vector<Element>> known_;
    std::vector<std::vector<Element>> order_;
    bool more_ = false;
};

// The detours of one switch that lost all its paths, for one class.
class Stranded {
public:
    Stranded(const Case& one, const routing::Failures& failures) : one_(one), failures_(failures) { }

    void visit(std::uint32_t destination_class,
        std::uint32_t device,
        const ClassWalk& walk,
        const routing::RouteFinder& finder,
        const routing::Routes& routes,
        const std::function<void(const Detouring&)>& visit)
    {
        for (const routing::Detour& way : finder.detours(device, failures_)) {
            const Bounce bounce{device, way.source};
            if (std::ranges::find(one_.measures.dropped, bounce) != one_.measures.dropped.end())
                continue;
            Detouring one{.destination_class = destination_class, .device = device, .detour = way};
            one.moves = std::ranges::find(one_.measures.moved, bounce) != one_.measures.moved.end();
            find_comers(device, way, walk);
            follow(device, way, routes);
            one.entered = comers_;
            one.onward = onward_;
            visit(one);
        }
    }

private:
    // No packet is sent back to where it came from (see FailureTurns::comers).
    void find_comers(std::uint32_t device, const routing::Detour& way, const ClassWalk& walk)
    {
        const std::span<const std::uint64_t> entered = walk.entered(device);
        comers_.assign(entered.begin(), entered.end());
        for (const std::uint32_t channel : one_.graph->out_of(device)) {
            if (one_.graph->to_device(channel) == one_.graph->to_device(way.channel)
                || !failures_.spare(*one_.graph, channel))
                clear_bit(comers_, one_.graph->channel(channel).from.port);
        }
    }

    void follow(std::uint32_t device, const routing::Detour& way, const routing::Routes& routes)
    {
        onward_.clear();
        std::vector<std::uint32_t> waiting{way.channel};
        for (std::size_t at = 0; at < waiting.size(); ++at) {
            for (const std::uint32_t next : routes.next_hops(one_.graph->to_device(waiting[at]))) {
                const std::uint32_t head = one_.graph->to_device(next);
                if (!one_.graph->is_switch(head) || head == device || !failures_.spare(*one_.graph, next))
                    continue;
                onward_.emplace_back(waiting[at], next);
                if (std::ranges::find(waiting, next) == waiting.end())
                    waiting.push_back(next);
            }
        }
    }

    const Case& one_;
    const routing::Failures& failures_;
    std::vector<std::uint64_t> comers_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> onward_;
};

bool lost_all(
    const routing::Graph& graph, const routing::Failures& failures, std::span<const std::uint32_t> hops)
{
    return !hops.empty()
        && std::ranges::none_of(hops, [&](std::uint32_t channel) { return failures.spare(graph, channel); });
}

}

FailureSets failure_sets(const Case& one, const FailureSweep& sweep, std::uint32_t size, std::size_t most)
{
    Collector collector(one, size, most);
    collector.add_cuts();
    collector.add_combinations(sweep.felt);
    return collector.finish();
}

void each_detouring_of_set(
    const Case& one, const routing::Failures& failures, const std::function<void(const Detouring&)>& visit)
{
    ClassWalk walk(*one.graph, *one.destinations, one.measures);
    routing::RouteFinder finder(*one.graph, *one.destinations);
    Stranded stranded(one, failures);
    for (std::uint32_t index = 0; index < one.destinations->classes.size(); ++index) {
        const routing::Routes& routes = finder.find(index);
        bool followed = false;
        for (std::uint32_t device = 0; device < one.graph->fabric().devices.size(); ++device) {
            if (std::ranges::binary_search(failures.devices, device)
                || !lost_all(*one.graph, failures, routes.next_hops(device)))
                continue;
            if (!followed)
                walk.follow(index, finder, routes);
            followed = true;
            if (walk.visited(device))
                stranded.visit(index, device, walk, finder, routes, visit);
        }
    }
}

}
