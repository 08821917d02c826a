// SPDX-License-Identifier: Apache-2.0
// Looking up each address separately would read gigabytes of tables. So addresses are followed in blocks of
// 64, and the rows of all switches for a block stay in the processor's cache.
#include "models/lid_routing/table_walk.h"

#include "models/parallel/parallel.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace rocelint::lid_routing {
namespace {

constexpr std::size_t block_size = 64;
// More parts than a machine has cores. The number does not depend on the number of threads, so neither does
// the result.
constexpr std::size_t table_parts = 16;

using FaultKey = std::tuple<std::uint32_t, std::uint8_t, Fate>;

struct Part {
    TurnMatrix data;
    TurnMatrix more;
    std::map<FaultKey, RouteFault> faults;
};

Step judge(const SubnetGraph& graph, std::uint32_t at, std::uint8_t port, const Target& target)
{
    if (port == IbForwarding::unreachable)
        return {Fate::no_entry, 0, none};
    if (port == 0)
        return {at == target.at && target.port == 0 ? Fate::arrives : Fate::other_switch, 0, none};
    switch (graph.behind(at, port)) {
    case Behind::network_switch:
        return {Fate::goes_on, port, graph.channel_out(at, port)};
    case Behind::end_node:
        return {
            target.at == none || (at == target.at && port == target.port) ? Fate::arrives : Fate::other_end,
            port,
            none};
    case Behind::nothing:
        return {Fate::no_link, port, none};
    case Behind::unknown:
        break;
    }
    return {Fate::unknown_link, port, none};
}

// Follows the addresses of one part, block by block.
class Follower {
public:
    Follower(const SubnetGraph& graph, Part& part)
        : graph_(graph)
        , part_(part)
        , rows_(graph.switch_count() * block_size)
        , seen_(graph.switch_count(), 0)
        , walk_(graph.switch_count(), 0)
    {
        for (std::uint32_t one = 0; one < graph.switch_count(); ++one) {
            tables_.push_back(graph.subnet().forwarding_of(graph.node_of(one)));
            (graph.has_end_nodes(one) ? ends_ : others_).push_back(one);
        }
    }

    void follow(std::span<const Target> targets)
    {
        for (const Target& target : targets) {
            if (target.lid / block_size != block_)
                load(target.lid / block_size);
            target_ = &target;
            ++stamp_;
            go(ends_, target.end_node ? &part_.data : &part_.more, target.end_node);
            if (target.end_node)
                go(others_, &part_.more, false);
        }
    }

private:
    void load(std::size_t block)
    {
        block_ = block;
        for (std::size_t one = 0; one < tables_.size(); ++one) {
            std::uint8_t* const row = rows_.data() + one * block_size;
            std::fill_n(row, block_size, IbForwarding::unreachable);
            if (tables_[one] == nullptr)
                continue;
            const std::vector<std::uint8_t>& out = tables_[one]->out;
            const std::size_t begin = std::min(block * block_size, out.size());
            const std::size_t end = std::min(begin + block_size, out.size());
            std::copy(out.begin() + static_cast<std::ptrdiff_t>(begin),
                out.begin() + static_cast<std::ptrdiff_t>(end),
                row);
        }
    }

    [[nodiscard]] Step step(std::uint32_t at) const
    {
        if (tables_[at] == nullptr)
            return {Fate::no_table, 0, none};
        return judge(graph_, at, rows_[at * block_size + target_->lid % block_size], *target_);
    }

    void go(const std::vector<std::uint32_t>& sources, TurnMatrix* turns, bool data)
    {
        for (const std::uint32_t source : sources) {
            ++walks_;
            std::uint32_t at = source;
            std::uint32_t in = none;
            while (true) {
                const bool fresh = seen_[at] != stamp_;
                const Step next = step(at);
                if (in != none && next.channel != none)
                    turns->add(in, next.channel);
                if (!fresh) {
                    if (walk_[at] == walks_)
                        tell_circle(at, data);
                    break;
                }
                seen_[at] = stamp_;
                walk_[at] = walks_;
                if (next.channel == none) {
                    if (next.fate != Fate::arrives)
                        tell(next.fate, at, next.port, data);
                    break;
                }
                in = next.channel;
                at = graph_.channels()[in].to;
            }
        }
    }

    void tell_circle(std::uint32_t at, bool data)
    {
        std::uint32_t first = at;
        for (std::uint32_t one = graph_.channels()[step(at).channel].to; one != at;
             one = graph_.channels()[step(one).channel].to)
            first = std::min(first, one);
        tell(Fate::circles, first, step(first).port, data);
    }

    void tell(Fate fate, std::uint32_t at, std::uint8_t port, bool data)
    {
        RouteFault& fault = part_.faults[{at, port, fate}];
        fault.fate = fate;
        fault.at = at;
        fault.port = port;
        ++fault.lids;
        fault.data_lids += data ? 1U : 0U;
        if (fault.first.size() < RouteFault::most_first)
            fault.first.push_back(target_->lid);
    }

    const SubnetGraph& graph_;
    Part& part_;
    std::vector<const IbForwarding*> tables_; ///< by switch
    std::vector<std::uint32_t> ends_;
    std::vector<std::uint32_t> others_;
    std::vector<std::uint8_t> rows_;
    std::vector<std::uint32_t> seen_; ///< by switch: the stamp of the target
    std::vector<std::uint32_t> walk_; ///< by switch: the first walk that reached it
    std::size_t block_ = ~std::size_t{0};
    const Target* target_ = nullptr;
    std::uint32_t stamp_ = 0;
    std::uint32_t walks_ = 0;
};

}

Step step_at(const SubnetGraph& graph, std::uint32_t network_switch, const Target& target)
{
    const IbForwarding* table = graph.subnet().forwarding_of(graph.node_of(network_switch));
    if (table == nullptr)
        return {Fate::no_table, 0, none};
    return judge(graph, network_switch, table->port_of(target.lid), target);
}

TableTurns follow_tables(const SubnetGraph& graph)
{
    const std::span<const Target> targets = graph.targets();
    std::vector<Part> made;
    for (std::size_t part = 0; part < table_parts; ++part)
        made.push_back({TurnMatrix(graph), TurnMatrix(graph), {}});
    run_parallel(table_parts, [&](std::size_t part) {
        const std::size_t begin = targets.size() * part / table_parts;
        const std::size_t end = targets.size() * (part + 1) / table_parts;
        Follower(graph, made[part]).follow(targets.subspan(begin, end - begin));
    });
    TableTurns turns{std::move(made.front().data), std::move(made.front().more), {}, 0};
    std::map<FaultKey, RouteFault> faults = std::move(made.front().faults);
    for (std::size_t part = 1; part < table_parts; ++part) {
        turns.data.merge(made[part].data);
        turns.all.merge(made[part].more);
        for (auto& [key, more] : made[part].faults) {
            const auto [entry, fresh] = faults.try_emplace(key, more);
            RouteFault& fault = entry->second;
            if (fresh)
                continue;
            fault.lids += more.lids;
            fault.data_lids += more.data_lids;
            for (const Lid lid : more.first) {
                if (fault.first.size() < RouteFault::most_first)
                    fault.first.push_back(lid);
            }
        }
    }
    turns.all.merge(turns.data);
    for (auto& [key, fault] : faults)
        turns.faults.push_back(std::move(fault));
    for (std::uint32_t one = 0; one < graph.switch_count(); ++one)
        turns.without_table += graph.subnet().forwarding_of(graph.node_of(one)) == nullptr ? 1U : 0U;
    return turns;
}

Carriers::Carriers(const SubnetGraph& graph) : graph_(&graph) { }

void Carriers::follow(const Target& target, bool from_all_switches)
{
    source_.assign(graph_->switch_count(), none);
    for (std::uint32_t source = 0; source < graph_->switch_count(); ++source) {
        if (!from_all_switches && !graph_->has_end_nodes(source))
            continue;
        for (std::uint32_t at = source; source_[at] == none;) {
            source_[at] = source;
            const Step next = step_at(*graph_, at, target);
            if (next.channel == none)
                break;
            at = graph_->channels()[next.channel].to;
        }
    }
}

TurnCause cause_of_turn(const SubnetGraph& graph, std::uint32_t in, std::uint32_t out, bool management)
{
    const SubnetChannel& before = graph.channels()[in];
    TurnCause cause;
    Carriers carriers(graph);
    for (const Target& target : graph.targets()) {
        if ((!target.end_node && !management) || step_at(graph, before.from, target).channel != in
            || step_at(graph, before.to, target).channel != out)
            continue;
        carriers.follow(target, management && target.end_node);
        const std::uint32_t source = carriers.source_of(before.from);
        if (source == none)
            continue;
        if (cause.lids.empty())
            cause.source = source;
        cause.lids.push_back(target.lid);
    }
    return cause;
}

}
