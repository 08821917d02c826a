// SPDX-License-Identifier: Apache-2.0
// Most single failures provably close no ring and need no search. Those that might are few, and are looked at one by
// one.
#include "analysis/proof/failure_sweep.h"

#include "analysis/proof/port_bits.h"
#include "models/parallel/parallel.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace rocelint::proof {
namespace {

// Each share keeps its own notes on every element, so there are not too many.
constexpr std::size_t sweep_shares = 8;

// By buffer: the switches that packets of it may come to, over the turns that are there while nothing is broken.
class Reach {
public:
    Reach(const routing::Graph& graph, const BufferGraph& buffers, const routing::DependencyGraph& waits)
        : number_(graph.fabric().devices.size(), 0)
    {
        std::uint32_t switches = 0;
        for (std::uint32_t device = 0; device < number_.size(); ++device)
            number_[device] = graph.is_switch(device) ? switches++ : 0;
        words_ = words_for(switches);
        bits_.resize(waits.vertex_count() * words_);
        const std::vector<std::uint32_t> order = routing::waiting_order(waits);
        for (auto vertex = order.rbegin(); vertex != order.rend(); ++vertex) {
            const std::uint32_t here = number_[graph.to_device(buffers.buffer(*vertex).channel)];
            std::uint64_t* row = &bits_[*vertex * words_];
            set_bit({row, words_}, here);
            for (const std::uint32_t next : waits.next(*vertex)) {
                for (std::size_t word = 0; word < words_; ++word)
                    row[word] |= bits_[next * words_ + word];
            }
        }
    }

    /// Adds the switches that packets of a buffer may come to to a set of switches.
    void add(std::uint32_t vertex, std::vector<std::uint64_t>& to) const
    {
        to.resize(words_);
        for (std::size_t word = 0; word < words_; ++word)
            to[word] |= bits_[vertex * words_ + word];
    }
    /// Adds one switch to a set of switches.
    void insert(std::uint32_t device, std::vector<std::uint64_t>& to) const
    {
        to.resize(words_);
        set_bit(to, number_[device]);
    }

private:
    std::vector<std::uint32_t> number_; ///< by device: counted over the switches
    std::size_t words_ = 0;
    std::vector<std::uint64_t> bits_;
};

// What is known of the loss of one element.
struct Notes {
    std::vector<std::uint64_t>
        begins; ///< switches at which a new turn's packets set out, as bits (see Reach)
    std::vector<std::uint64_t> comes_to; ///< where packets go on to after a new turn, likewise
    std::vector<std::uint32_t> classes;
    std::unordered_set<std::uint64_t> seen; ///< fingerprints of the sets of turns that are noted already
};

// FNV-1a over whole numbers. Two sets of turns with one fingerprint would have to share all of 64 bits.
std::uint64_t fingerprint(const Detouring& one)
{
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    const auto mix = [&hash](std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3ULL; };
    mix(one.device);
    mix(one.detour.channel);
    mix(one.moves ? 1 : 0);
    for (const std::uint64_t word : one.entered)
        mix(word);
    for (const auto& [in, out] : one.onward)
        mix((std::uint64_t{in} << 32U) | out);
    return hash;
}

void merge_bits(std::vector<std::uint64_t>& into, const std::vector<std::uint64_t>& other)
{
    into.resize(std::max(into.size(), other.size()));
    for (std::size_t word = 0; word < other.size(); ++word)
        into[word] |= other[word];
}

bool share_a_bit(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b)
{
    for (std::size_t word = 0; word < std::min(a.size(), b.size()); ++word) {
        if ((a[word] & b[word]) != 0)
            return true;
    }
    return false;
}

// The turns while nothing is broken, and those of packets that enter anew by the port that they leave by.
struct Base {
    const Turns& turns;
    routing::TurnTable first_by_out = turns.first.transposed();
    routing::TurnTable moving_by_out = turns.moving.transposed();
};

class Share {
public:
    Share(const Case& one, const Base& base, const BufferGraph& buffers, const Reach& reach)
        : graph_(*one.graph)
        , base_(base)
        , buffers_(buffers)
        , reach_(reach)
        , walk_(*one.graph, *one.destinations, one.measures)
        , finder_(*one.graph, *one.destinations)
        , failing_(*one.graph, *one.destinations, one.measures)
    {
    }

    void run(std::uint32_t destination_class)
    {
        const routing::Routes& routes = finder_.find(destination_class);
        walk_.follow(destination_class, finder_, routes);
        failing_.visit(
            destination_class, walk_, finder_, routes, [this](const Detouring& one) { note(one); });
    }

    std::unordered_map<Element, Notes>& notes() { return notes_; }

private:
    void note(const Detouring& one)
    {
        if (one.element != last_element_ || last_ == nullptr)
            last_ = &notes_[one.element];
        last_element_ = one.element;
        Notes& notes = *last_;
        if (notes.classes.empty() || notes.classes.back() != one.destination_class)
            notes.classes.push_back(one.destination_class);
        // Most classes behind an element are turned alike.
        const std::uint64_t print = fingerprint(one);
        if (!notes.seen.insert(print).second)
            return;
        note_entered(one, notes);
        for (const auto& [in, out] : one.onward)
            note_turn(in, out, one.moves, notes);
    }

    // All of them leave by one port: what they come to behind it is the same.
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

    // `told` are the priorities of which the buffer behind `out` is noted already.
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
    const Base& base_;
    const BufferGraph& buffers_;
    const Reach& reach_;
    ClassWalk walk_;
    routing::RouteFinder finder_;
    FailureTurns failing_;
    std::unordered_map<Element, Notes> notes_;
    Element last_element_ = routing::none;
    Notes* last_ = nullptr; ///< of last_element_; such a map moves no members
};

void merge(Notes& into, const Notes& other)
{
    merge_bits(into.begins, other.begins);
    merge_bits(into.comes_to, other.comes_to);
    into.classes.insert(into.classes.end(), other.classes.begin(), other.classes.end());
}

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
    FailureSweep sweep;
    const BufferGraph buffers(*one.graph, *one.hops, one.measures);
    const Reach reach(*one.graph, buffers, buffers.waits(turns, {}));
    const Base base{turns};
    const std::size_t classes = one.destinations->classes.size();
    const std::size_t parts = std::min(sweep_shares, classes);
    std::vector<std::unordered_map<Element, Notes>> found(parts);
    run_parallel(parts, [&](std::size_t part) {
        Share share(one, base, buffers, reach);
        // Neighbours in the list are mostly leaves of one pod, behind whose spines they are alike.
        for (std::size_t index = part * classes / parts; index < (part + 1) * classes / parts; ++index)
            share.run(static_cast<std::uint32_t>(index));
        found[part] = std::move(share.notes());
    });
    std::map<Element, Notes> all;
    for (std::unordered_map<Element, Notes>& some : found) {
        for (auto& [element, notes] : some)
            merge(all[element], notes);
        some.clear();
    }
    for (auto& [element, notes] : all) {
        sweep.felt.push_back(element);
        if (!share_a_bit(notes.begins, notes.comes_to))
            continue;
        std::ranges::sort(notes.classes);
        sweep.suspects.push_back({element, std::move(notes.classes)});
    }
    return sweep;
}

}
