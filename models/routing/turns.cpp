// SPDX-License-Identifier: Apache-2.0
// A deadlock is made of turns, not of routes: which packets that come in by one port leave by which other. As bits,
// because they are merged for every destination and every failure.
#include "models/routing/turns.h"

#include "models/parallel/parallel.h"

#include <algorithm>
#include <bit>

namespace rocelint::routing {
namespace {

constexpr std::uint32_t bits_a_word = 64;
// Enough for any machine to share out evenly; the result does not depend on it.
constexpr std::size_t shares = 64;

// The turns of one destination class, added to a table.
class Collector {
public:
    Collector(const Graph& graph, const Destinations& destinations)
        : graph_(graph)
        , finder_(graph, destinations)
        , table_(graph)
        , entered_(graph)
        , visited_(graph.fabric().devices.size())
    {
        for (const Endpoint& endpoint : destinations.endpoints) {
            for (const PortId port : endpoint.attachments)
                sources_.push_back(port.device);
        }
        std::ranges::sort(sources_);
        sources_.erase(std::ranges::unique(sources_).begin(), sources_.end());
        sending_ports_.resize(graph.fabric().devices.size());
        for (const Endpoint& endpoint : destinations.endpoints) {
            for (const PortId port : endpoint.attachments)
                sending_ports_[port.device].push_back(port.port);
        }
    }

    void add(std::uint32_t destination_class)
    {
        const Routes& routes = finder_.find(destination_class);
        visited_.assign(visited_.size(), false);
        order_ = sources_;
        for (const std::uint32_t device : sources_)
            visited_[device] = true;
        for (std::size_t at = 0; at < order_.size(); ++at)
            go_on(order_[at], routes);
        for (const std::uint32_t device : order_)
            turn(device, routes);
    }

    [[nodiscard]] const TurnTable& table() const { return table_; }

private:
    // The first row of each device in `entered_` holds the ports that packets come in by.
    void go_on(std::uint32_t device, const Routes& routes)
    {
        for (const std::uint32_t channel : routes.next_hops(device)) {
            const Channel& one = graph_.channel(channel);
            if (!graph_.is_switch(one.to.device))
                continue;
            entered_.insert({one.to.device, 0}, one.to.port);
            if (!visited_[one.to.device]) {
                visited_[one.to.device] = true;
                order_.push_back(one.to.device);
            }
        }
    }

    void turn(std::uint32_t device, const Routes& routes)
    {
        out_.assign(table_.row({device, 0}).size(), 0);
        for (const std::uint32_t channel : routes.next_hops(device)) {
            const std::uint32_t port = graph_.channel(channel).from.port;
            out_[port / bits_a_word] |= std::uint64_t{1} << (port % bits_a_word);
        }
        const std::span<std::uint64_t> entered = entered_.row({device, 0});
        for (std::uint32_t word = 0; word < entered.size(); ++word) {
            for (std::uint64_t left = entered[word]; left != 0; left &= left - 1)
                add_row(device, word * bits_a_word + static_cast<std::uint32_t>(std::countr_zero(left)));
            entered[word] = 0;
        }
        for (const std::uint32_t port : sending_ports_[device])
            add_row(device, port);
    }

    void add_row(std::uint32_t device, std::uint32_t in_port)
    {
        const std::span<std::uint64_t> row = table_.row({device, in_port});
        for (std::size_t word = 0; word < row.size(); ++word)
            row[word] |= out_[word];
    }

    const Graph& graph_;
    RouteFinder finder_;
    TurnTable table_;
    TurnTable entered_;
    std::vector<bool> visited_;
    std::vector<std::uint32_t> sources_;
    std::vector<std::vector<std::uint32_t>> sending_ports_; ///< by device: where endpoints send into it
    std::vector<std::uint32_t> order_;
    std::vector<std::uint64_t> out_;
};

}

TurnTable::TurnTable(const Graph& graph)
{
    const std::vector<Device>& devices = graph.fabric().devices;
    std::size_t words = 0;
    for (const Device& device : devices) {
        const bool turns = device.kind == DeviceKind::network_switch;
        first_word_.push_back(words);
        words_a_row_.push_back(
            turns ? static_cast<std::uint32_t>((device.ports.size() + bits_a_word - 1) / bits_a_word) : 0);
        words += words_a_row_.back() * device.ports.size();
    }
    bits_.resize(words);
}

void TurnTable::insert(PortId in, std::uint32_t out_port)
{
    row(in)[out_port / bits_a_word] |= std::uint64_t{1} << (out_port % bits_a_word);
}

void TurnTable::erase(PortId in, std::uint32_t out_port)
{
    row(in)[out_port / bits_a_word] &= ~(std::uint64_t{1} << (out_port % bits_a_word));
}

bool TurnTable::has(PortId in, std::uint32_t out_port) const
{
    const std::span<const std::uint64_t> bits = row(in);
    return out_port / bits_a_word < bits.size()
        && ((bits[out_port / bits_a_word] >> (out_port % bits_a_word)) & 1U) != 0;
}

std::span<const std::uint64_t> TurnTable::row(PortId in) const
{
    const std::size_t words = words_a_row_[in.device];
    return {bits_.data() + first_word_[in.device] + in.port * words, words};
}

std::span<std::uint64_t> TurnTable::row(PortId in)
{
    const std::size_t words = words_a_row_[in.device];
    return {bits_.data() + first_word_[in.device] + in.port * words, words};
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
    for (std::uint32_t device = 0; device < first_word_.size(); ++device) {
        const std::size_t end = device + 1 < first_word_.size() ? first_word_[device + 1] : bits_.size();
        const std::size_t words = words_a_row_[device];
        const std::size_t ports = words == 0 ? 0 : (end - first_word_[device]) / words;
        for (std::uint32_t in = 0; in < ports; ++in) {
            const std::span<const std::uint64_t> outs = row({device, in});
            for (std::uint32_t word = 0; word < outs.size(); ++word) {
                for (std::uint64_t left = outs[word]; left != 0; left &= left - 1)
                    result.insert(
                        {device, word * bits_a_word + static_cast<std::uint32_t>(std::countr_zero(left))},
                        in);
            }
        }
    }
    return result;
}

TurnTable turns_in_use(const Graph& graph, const Destinations& destinations)
{
    const std::size_t classes = destinations.classes.size();
    const std::size_t parts = std::min(shares, classes);
    std::vector<TurnTable> tables(parts);
    run_parallel(parts, [&](std::size_t part) {
        Collector collector(graph, destinations);
        for (std::size_t index = part; index < classes; index += parts)
            collector.add(static_cast<std::uint32_t>(index));
        tables[part] = collector.table();
    });
    TurnTable all(graph);
    for (const TurnTable& table : tables)
        all.merge(table);
    // Nobody sends to itself.
    for (const Endpoint& endpoint : destinations.endpoints) {
        for (const PortId port : endpoint.attachments)
            all.erase(port, port.port);
    }
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
