// SPDX-License-Identifier: Apache-2.0
// Deadlocks depend on turns, not routes: on the pairs of ports by which packets enter and leave a device.
// Stored as bits, because turns are merged for every destination and every failure.
#include "models/routing/turns.h"

#include "models/parallel/parallel.h"

#include <algorithm>
#include <bit>
#include <mutex>

namespace rocelint::routing {
namespace {

constexpr std::uint32_t bits_per_word = 64;
// Enough to distribute the work evenly on any machine. Each share has its own table, and the result does not
// depend on the number.
constexpr std::size_t shares = 16;

// Adds the turns of one destination class to a table.
class Collector {
public:
    Collector(const Graph& graph, const Destinations& destinations, const AlikeClasses& alike)
        : graph_(graph)
        , destinations_(destinations)
        , alike_(alike)
        , finder_(graph, destinations)
        , table_(graph)
        , visited_(graph.fabric().devices.size())
    {
        for (const Endpoint& endpoint : destinations.endpoints) {
            for (const PortId port : endpoint.attachments)
                sources_.push_back(port.device);
        }
        std::ranges::sort(sources_);
        sources_.erase(std::ranges::unique(sources_).begin(), sources_.end());
        std::size_t words = 0;
        for (const Device& device : graph.fabric().devices) {
            first_word_.push_back(words);
            words += (device.ports.size() + bits_per_word - 1) / bits_per_word;
        }
        first_word_.push_back(words);
        entered_.resize(words);
        sending_port_.assign(graph.fabric().devices.size(), none);
        for (const Endpoint& endpoint : destinations.endpoints) {
            for (const PortId port : endpoint.attachments)
                sending_port_[port.device] = port.port;
        }
    }

    void add(std::uint32_t group)
    {
        const AlikeGroup& members = alike_.groups()[group];
        const Routes& routes = finder_.find(members.classes.front());
        visited_.assign(visited_.size(), false);
        order_ = sources_;
        for (const std::uint32_t device : sources_)
            visited_[device] = true;
        for (std::size_t at = 0; at < order_.size(); ++at)
            go_on(order_[at], routes);
        for (std::size_t other = 1; other < members.classes.size(); ++other) {
            for (const std::uint32_t device : members.uppers)
                turn_exchanged(device, group, other, routes);
            turn_exchanged(members.leaves[other], group, other, routes);
            turn_exchanged(members.leaves.front(), group, other, routes);
        }
        for (const std::uint32_t device : order_)
            turn(device, routes);
    }

    [[nodiscard]] const TurnTable& table() const { return table_; }

private:
    void go_on(std::uint32_t device, const Routes& routes)
    {
        for (const std::uint32_t channel : routes.next_hops(device)) {
            const Channel& one = graph_.channel(channel);
            if (!graph_.is_switch(one.to.device))
                continue;
            entered_row(one.to.device)[one.to.port / bits_per_word] |= std::uint64_t{1}
                << (one.to.port % bits_per_word);
            if (!visited_[one.to.device]) {
                visited_[one.to.device] = true;
                order_.push_back(one.to.device);
            }
        }
    }

    void turn(std::uint32_t device, const Routes& routes)
    {
        set_out(device, routes.next_hops(device));
        const std::span<std::uint64_t> entered = entered_row(device);
        add_rows(device, entered);
        std::ranges::fill(entered, 0);
    }

    void set_out(std::uint32_t device, std::span<const std::uint32_t> channels)
    {
        out_.assign(table_.row({device, 0}).size(), 0);
        for (const std::uint32_t channel : channels) {
            const std::uint32_t port = graph_.channel(channel).from.port;
            out_[port / bits_per_word] |= std::uint64_t{1} << (port % bits_per_word);
        }
    }

    // Adds what turn() adds at this device for the first class of a group, translated to class number
    // `other`.
    void turn_exchanged(std::uint32_t device, std::uint32_t group, std::size_t other, const Routes& routes)
    {
        const AlikeGroup& members = alike_.groups()[group];
        const std::uint32_t becomes = alike_.exchange_device(group, other, device);
        set_out(device, routes.next_hops(device));
        alike_.exchange_ports(group, other, device, out_, exchanged_);
        out_ = exchanged_;
        // The last hop leads to other hosts.
        if (becomes == members.leaves[other])
            set_out(becomes, channels_to_hosts(members.classes[other]));
        alike_.exchange_ports(group, other, device, entered_row(device), exchanged_);
        add_rows(becomes, exchanged_);
    }

    [[nodiscard]] std::span<std::uint64_t> entered_row(std::uint32_t device)
    {
        return {entered_.data() + first_word_[device], first_word_[device + 1] - first_word_[device]};
    }

    [[nodiscard]] std::vector<std::uint32_t> channels_to_hosts(std::uint32_t destination_class) const
    {
        std::vector<std::uint32_t> channels;
        for (const std::uint32_t endpoint : destinations_.classes[destination_class].endpoints) {
            for (const PortId port : destinations_.endpoints[endpoint].attachments) {
                if (const std::uint32_t channel = graph_.out_of(port); channel != none)
                    channels.push_back(channel);
            }
        }
        return channels;
    }

    // Adds turns from these ports, and from endpoints, to the ports of `out_`.
    void add_rows(std::uint32_t device, std::span<const std::uint64_t> entered)
    {
        for (std::uint32_t word = 0; word < entered.size(); ++word) {
            for (std::uint64_t left = entered[word]; left != 0; left &= left - 1)
                add_row(device, word * bits_per_word + static_cast<std::uint32_t>(std::countr_zero(left)));
        }
        // All ports to endpoints share a row.
        if (sending_port_[device] != none)
            add_row(device, sending_port_[device]);
    }

    void add_row(std::uint32_t device, std::uint32_t in_port)
    {
        const std::span<std::uint64_t> row = table_.row({device, in_port});
        for (std::size_t word = 0; word < row.size(); ++word)
            row[word] |= out_[word];
    }

    const Graph& graph_;
    const Destinations& destinations_;
    const AlikeClasses& alike_;
    RouteFinder finder_;
    TurnTable table_;
    std::vector<std::size_t> first_word_; ///< by device, into entered_
    std::vector<std::uint64_t> entered_; ///< the ports by which packets of a class enter, as bits
    std::vector<bool> visited_;
    std::vector<std::uint32_t> sources_;
    std::vector<std::uint32_t> sending_port_; ///< by device: a port at which an endpoint sends to it, or none
    std::vector<std::uint32_t> order_;
    std::vector<std::uint64_t> out_;
    std::vector<std::uint64_t> exchanged_;
};

}

TurnTable::TurnTable(const Graph& graph) : rows_(graph.turn_rows()), bits_(rows_->words) { }

void TurnTable::insert(PortId in, std::uint32_t out_port)
{
    row(in)[out_port / bits_per_word] |= std::uint64_t{1} << (out_port % bits_per_word);
}

bool TurnTable::has(PortId in, std::uint32_t out_port) const
{
    const std::span<const std::uint64_t> bits = row(in);
    return out_port / bits_per_word < bits.size()
        && ((bits[out_port / bits_per_word] >> (out_port % bits_per_word)) & 1U) != 0
        && !(in.port == out_port && is_shared(in));
}

std::span<const std::uint64_t> TurnTable::row(PortId in) const
{
    const std::size_t words = rows_->words_a_row[in.device];
    if (words == 0)
        return {};
    return {bits_.data() + rows_->first_word[in.device]
            + rows_->row[rows_->first_port[in.device] + in.port] * words,
        words};
}

std::span<std::uint64_t> TurnTable::row(PortId in)
{
    const std::span<const std::uint64_t> row = std::as_const(*this).row(in);
    return row.empty() ? std::span<std::uint64_t>{}
                       : std::span(bits_.data() + (row.data() - bits_.data()), row.size());
}

void TurnTable::merge(const TurnTable& other)
{
    for (std::size_t word = 0; word < bits_.size(); ++word)
        bits_[word] |= other.bits_[word];
}

std::size_t TurnTable::count() const
{
    std::size_t count = 0;
    for (const std::uint64_t word : bits_)
        count += static_cast<std::size_t>(std::popcount(word));
    return count;
}

TurnTable TurnTable::transposed() const
{
    TurnTable result = *this;
    std::ranges::fill(result.bits_, 0);
    for (std::uint32_t device = 0; device < rows_->first_port.size(); ++device) {
        const bool last = device + 1 == rows_->first_port.size();
        const std::size_t ports
            = (last ? rows_->row.size() : rows_->first_port[device + 1]) - rows_->first_port[device];
        for (std::uint32_t in = 0; in < ports; ++in) {
            if (is_shared({device, in}))
                continue;
            const std::span<const std::uint64_t> outs = row({device, in});
            for (std::uint32_t word = 0; word < outs.size(); ++word) {
                for (std::uint64_t left = outs[word]; left != 0; left &= left - 1)
                    result.insert(
                        {device, word * bits_per_word + static_cast<std::uint32_t>(std::countr_zero(left))},
                        in);
            }
        }
    }
    return result;
}

TurnTable turns_in_use(const Graph& graph, const Destinations& destinations)
{
    return turns_in_use(graph, destinations, AlikeClasses(graph, destinations));
}

TurnTable turns_in_use(const Graph& graph, const Destinations& destinations, const AlikeClasses& alike)
{
    const std::size_t groups = alike.groups().size();
    const std::size_t parts = std::min(shares, groups);
    TurnTable all(graph);
    std::mutex mutex;
    run_parallel(parts, [&](std::size_t part) {
        Collector collector(graph, destinations, alike);
        for (std::size_t index = part; index < groups; index += parts)
            collector.add(static_cast<std::uint32_t>(index));
        const std::scoped_lock lock(mutex);
        all.merge(collector.table());
    });
    return all;
}

TurnTable up_down_turns(const Graph& graph)
{
    TurnTable table(graph);
    for (std::uint32_t in = 0; in < graph.channel_count(); ++in) {
        const Channel& arriving = graph.channel(in);
        if (!graph.is_switch(arriving.to.device) || graph.is_down(in))
            continue;
        const Direction came = graph.direction(in);
        for (const std::uint32_t out : graph.out_of(arriving.to.device)) {
            const bool falls = graph.direction(out) == Direction::down;
            if (out != reverse_of(in)
                && (falls || (came == Direction::up && graph.direction(out) == Direction::up)))
                table.insert(arriving.to, graph.channel(out).from.port);
        }
    }
    return table;
}

}
