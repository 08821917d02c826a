// SPDX-License-Identifier: Apache-2.0
// Most single failures provably close no ring and need no search. The few that might are examined one by one.
#include "analysis/proof/deadlock/failure_sweep.h"

#include "analysis/proof/deadlock/failure_notes.h"
#include "analysis/proof/deadlock/port_bits.h"
#include "models/parallel/parallel.h"
#include "models/routing/alike.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <unordered_map>

namespace rocelint::proof {
namespace {

// Each share keeps its own notes on every element, so the number of shares is limited.
constexpr std::size_t sweep_shares = 8;

// The turns while nothing is broken, also by the port that packets leave by.
struct Base {
    const Turns& turns;
    routing::TurnTable first_by_out = turns.first.transposed();
    routing::TurnTable moving_by_out = turns.moving.transposed();
};

class Share {
public:
    Share(const Case& one,
        const Base& base,
        const BufferGraph& buffers,
        const Reach& reach,
        const routing::AlikeClasses& alike)
        : graph_(*one.graph)
        , links_(one.graph->channel_count() / 2)
        , alike_(alike)
        , base_(base)
        , buffers_(buffers)
        , reach_(reach)
        , walk_(*one.graph, *one.destinations, one.measures)
        , finder_(*one.graph, *one.destinations)
        , failing_(*one.graph, *one.destinations, one.measures)
    {
    }

    // Most effects on the first class of a group are the same for all classes; the rest only differ by
    // exchanged leaves.
    void run(std::uint32_t group)
    {
        group_ = group;
        const std::vector<std::uint32_t>& classes = alike_.groups()[group].classes;
        const routing::Routes& routes = finder_.find(classes.front());
        walk_.follow(classes.front(), finder_, routes);
        failing_.visit(classes.front(), walk_, finder_, routes, [this](const Detouring& one) {
            if (alike_.groups()[group_].classes.size() == 1)
                note(one, notes_of(one.element), one.destination_class);
            else
                share_out(one);
        });
        for (std::size_t other = 0; other < classes.size() && !of_leaves_.empty(); ++other) {
            for (const auto& [element, notes] : of_leaves_)
                notes_[exchange_element(other, element)].add(notes, classes[other]);
        }
        of_leaves_.clear();
        last_ = nullptr;
    }

    std::unordered_map<Element, Notes>& notes() { return notes_; }

private:
    Notes& notes_of(Element element)
    {
        if (element != last_element_ || last_ == nullptr)
            last_ = &notes_[element];
        last_element_ = element;
        return *last_;
    }

    [[nodiscard]] Element exchange_element(std::size_t other, Element element) const
    {
        return element < links_ ? routing::link_of(alike_.exchange_channel(group_, other, 2 * element))
                                : links_ + alike_.exchange_device(group_, other, element - links_);
    }

    [[nodiscard]] bool is_of_leaves(Element element) const
    {
        return element < links_ ? alike_.touches(group_, 2 * element)
                                : alike_.is_member(group_, element - links_);
    }

    // Whether the packets and their onward paths are the same for every class of the group.
    [[nodiscard]] bool passes_by_leaves(const Detouring& one) const
    {
        return !alike_.is_member(group_, one.device)
            && !std::ranges::binary_search(alike_.groups()[group_].uppers, one.device)
            && std::ranges::none_of(one.onward, [this](const auto& turn) {
                   return alike_.touches(group_, turn.first) || alike_.touches(group_, turn.second);
               });
    }

    void share_out(const Detouring& one)
    {
        const std::vector<std::uint32_t>& classes = alike_.groups()[group_].classes;
        if (!passes_by_leaves(one)) {
            for (std::size_t other = 0; other < classes.size(); ++other)
                note_exchanged(one, other);
            return;
        }
        if (is_of_leaves(one.element)) {
            note(one, of_leaves_[one.element], one.destination_class);
            return;
        }
        Notes& notes = notes_of(one.element);
        if (notes.classes.empty() || notes.classes.back() != classes.back())
            notes.classes.insert(notes.classes.end(), classes.begin(), classes.end());
        note(one, notes, classes.back());
    }

    void note_exchanged(const Detouring& one, std::size_t other)
    {
        Detouring changed = one;
        changed.element = exchange_element(other, one.element);
        changed.destination_class = alike_.groups()[group_].classes[other];
        changed.device = alike_.exchange_device(group_, other, one.device);
        changed.detour.channel = alike_.exchange_channel(group_, other, one.detour.channel);
        alike_.exchange_ports(group_, other, one.device, one.entered, entered_);
        changed.entered = entered_;
        onward_.assign(one.onward.begin(), one.onward.end());
        for (auto& [in, out] : onward_) {
            in = alike_.exchange_channel(group_, other, in);
            out = alike_.exchange_channel(group_, other, out);
        }
        changed.onward = onward_;
        note(changed, notes_[changed.element], changed.destination_class);
    }

    void note(const Detouring& one, Notes& notes, std::uint32_t destination_class)
    {
        notes.add_class(destination_class);
        // An element usually changes the turns of most classes behind it in the same way.
        const std::uint64_t print = fingerprint(one);
        if (!notes.seen.insert(print).second)
            return;
        note_entered(one, notes);
        for (const auto& [in, out] : one.onward)
            note_turn(in, out, one.moves, notes);
    }

    // All these packets leave by one port, so what they reach after it is the same.
    void note_entered(const Detouring& one, Notes& notes)
    {
        const std::uint32_t out = one.detour.channel;
        const routing::TurnTable& known = one.moves ? base_.moving_by_out : base_.first_by_out;
        const std::span<const std::uint64_t> row = known.row({one.device, graph_.channel(out).from.port});
        PrioritySet told;
        for (std::size_t word = 0; word < one.entered.size(); ++word) {
            const std::uint64_t fresh = one.entered[word] & ~row[word];
            each_bit({&fresh, 1}, [&](std::uint32_t bit) {
                const auto port = static_cast<std::uint32_t>(word) * bits_a_word + bit;
                const std::uint32_t back = graph_.out_of(PortId{one.device, port});
                if (back != routing::none)
                    note_pairs(routing::reverse_of(back), out, one.moves, told, notes);
            });
        }
    }

    void note_turn(std::uint32_t in, std::uint32_t out, bool moved, Notes& notes)
    {
        const routing::TurnTable& table = moved ? base_.turns.moved : base_.turns.first;
        PrioritySet told;
        if (!table.has(graph_.channel(in).to, graph_.channel(out).from.port))
            note_pairs(in, out, moved, told, notes);
    }

    // `told` holds the priorities for which the buffer at the far end of `out` is already noted.
    void note_pairs(std::uint32_t in, std::uint32_t out, bool moved, PrioritySet& told, Notes& notes)
    {
        buffers_.each_pair(in, out, [&](Priority, Priority to) {
            reach_.insert(graph_.from_device(in), notes.begins);
            if (!told.has(to))
                reach_.add(buffers_.vertex({out, to, moved}), notes.comes_to);
            told.insert(to);
        });
    }

    const routing::Graph& graph_;
    std::uint32_t links_;
    const routing::AlikeClasses& alike_;
    std::uint32_t group_ = 0;
    const Base& base_;
    const BufferGraph& buffers_;
    const Reach& reach_;
    ClassWalk walk_;
    routing::RouteFinder finder_;
    FailureTurns failing_;
    std::unordered_map<Element, Notes> notes_;
    /// For the group being visited: the effects elsewhere of losing one of its leaves or their cables.
    std::unordered_map<Element, Notes> of_leaves_;
    std::vector<std::uint64_t> entered_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> onward_;
    Element last_element_ = routing::none;
    Notes* last_ = nullptr; ///< notes of last_element_; unordered_map never moves its elements
};

bool has_detours(const routing::Graph& graph, std::uint32_t index)
{
    const Forwarding& forwarding = graph.fabric().devices[index].forwarding;
    return !graph.peer_link(index).empty() || !forwarding.tunnel_peer.value_or({}).empty()
        || forwarding.bgp_asn.known() || forwarding.link_state.is(true)
        || std::ranges::any_of(
            forwarding.routes, [](const StaticRoute& route) { return route.to.is_default(); });
}

}

bool may_leave_up_down(const routing::Graph& graph, const Turns& base)
{
    for (std::uint32_t device = 0; device < graph.fabric().devices.size(); ++device) {
        if (graph.is_switch(device) && has_detours(graph, device))
            return true;
    }
    routing::TurnTable all = routing::up_down_turns(graph);
    const std::size_t count = all.count();
    all.merge(base.first);
    all.merge(base.moving);
    all.merge(base.moved);
    return all.count() != count;
}

FailureSweep sweep_failures(const Case& one, const Turns& turns)
{
    const bool regular = one.measures.dropped.empty() && one.measures.moved.empty();
    return sweep_failures(one, turns, routing::AlikeClasses(*one.graph, *one.destinations, regular));
}

FailureSweep sweep_failures(const Case& one, const Turns& turns, const routing::AlikeClasses& alike)
{
    const BufferGraph buffers(*one.graph, *one.hops, one.measures);
    const Reach reach(*one.graph, buffers, buffers.waits(turns, {}));
    const Base base{turns};
    const std::size_t groups = alike.groups().size();
    const std::size_t parts = std::min(sweep_shares, groups);
    std::map<Element, Notes> all;
    std::mutex mutex;
    run_parallel(parts, [&](std::size_t part) {
        Share share(one, base, buffers, reach, alike);
        // Adjacent groups in the list are usually in the same part of the fabric, whose spines treat them
        // alike.
        for (std::size_t index = part * groups / parts; index < (part + 1) * groups / parts; ++index)
            share.run(static_cast<std::uint32_t>(index));
        const std::scoped_lock lock(mutex);
        for (auto& [element, notes] : share.notes())
            all[element].take(std::move(notes));
    });
    FailureSweep sweep;
    for (auto& [element, notes] : all) {
        sweep.felt.push_back(element);
        if (!notes.may_close_a_ring())
            continue;
        std::ranges::sort(notes.classes);
        notes.classes.erase(std::ranges::unique(notes.classes).begin(), notes.classes.end());
        sweep.suspects.push_back({element, std::move(notes.classes)});
    }
    return sweep;
}

}
