// SPDX-License-Identifier: Apache-2.0
// Pairs the readings of two captures. Whatever could give a wrong difference gives none.
#include "models/fabric/link/settle_counters.h"

#include "models/fabric/link/name_index.h"

#include <algorithm>
#include <set>
#include <span>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace rocelint {
namespace {

using Capture = CounterReading::Capture;

std::uint32_t port_of_counter(const Device& device, const PortIndex& ports, std::string_view name)
{
    if (const std::uint32_t port = ports.find(name); port != Port::no_index)
        return port;
    const auto nic = std::ranges::find_if(device.nics,
        [name](const Nic& one) { return one.rdma_device == name || (one.port_id == name && !name.empty()); });
    return nic == device.nics.end() ? Port::no_index : nic->port;
}

// An RDMA device whose interface was not read is known, too.
bool is_known(const Device& device, const PortIndex& ports, std::string_view name)
{
    return port_of_counter(device, ports, name) != Port::no_index
        || std::ranges::find(device.nics, name, &Nic::rdma_device) != device.nics.end();
}

// Whether every port with traffic counts such packets, also one that is not set up for RDMA.
bool counts_any_traffic(CounterKind kind)
{
    switch (kind) {
    case CounterKind::packets_received:
    case CounterKind::packets_sent:
    case CounterKind::queue_sent:
    case CounterKind::queue_dropped:
    case CounterKind::class_dropped:
    case CounterKind::dropped:
    case CounterKind::group_dropped:
    case CounterKind::bytes_received:
    case CounterKind::rdma_requests:
    case CounterKind::link_errors:
    case CounterKind::link_pause_received:
    case CounterKind::link_pause_sent:
    case CounterKind::headroom_peak:
        return true;
    case CounterKind::pause_received:
    case CounterKind::pause_sent:
    case CounterKind::queue_stuck:
    case CounterKind::storm:
    case CounterKind::marks_received:
    case CounterKind::cnps_sent:
    case CounterKind::cnps_handled:
    case CounterKind::cnps_ignored:
    case CounterKind::out_of_sequence:
    case CounterKind::sequence_errors:
    case CounterKind::timeouts:
    case CounterKind::marked:
    case CounterKind::queue_trimmed:
    case CounterKind::pause_time_sent:
        return false;
    }
    return false;
}

Counter begin_counter(std::uint32_t port, const CounterReading& reading)
{
    return {.port = port,
        .kind = reading.kind,
        .part = reading.part,
        .name = reading.name,
        .value = reading.value,
        .at = reading.at,
        .only_with_pfc = reading.only_with_pfc,
        .taken = reading.taken};
}

// A reading with its port, kind and part in one number, since a fabric has millions of them to sort.
struct Placed {
    std::uint64_t place = 0;
    const CounterReading* reading = nullptr;

    Placed(std::uint32_t port, const CounterReading& of)
        : place(
            std::uint64_t{port} << 16U | std::uint64_t{static_cast<std::uint8_t>(of.kind)} << 8U | of.part)
        , reading(&of)
    {
    }
    [[nodiscard]] std::uint32_t port() const { return static_cast<std::uint32_t>(place >> 16U); }
    [[nodiscard]] bool is_of_one_counter_with(const Placed& other) const
    {
        return place == other.place && reading->name == other.reading->name;
    }
    friend bool operator<(const Placed& a, const Placed& b)
    {
        return a.place != b.place ? a.place < b.place : a.reading->name < b.reading->name;
    }
};

// What is known of the name that a reading is `on`; readings of one name mostly follow one another.
template <class Value>
class ByName {
public:
    template <class Find>
    Value& at(std::string_view name, Find&& find)
    {
        if (last_ != nullptr && name.data() == last_->first.data() && name.size() == last_->first.size())
            return last_->second;
        const auto [entry, is_new] = known_.try_emplace(name);
        if (is_new)
            entry->second = find(name);
        last_ = &*entry;
        return entry->second;
    }
    [[nodiscard]] std::size_t size() const { return known_.size(); }

private:
    std::unordered_map<std::string_view, Value> known_;
    std::pair<const std::string_view, Value>* last_ = nullptr;
};

// `readings` are of one counter, and not empty.
Counter pair_readings(std::uint32_t port, std::span<const CounterReading* const> readings)
{
    const auto last_of = [&readings](Capture capture) {
        const CounterReading* last = nullptr;
        for (const CounterReading* reading : readings) {
            if (reading->capture == capture && (last == nullptr || reading->value >= last->value))
                last = reading;
        }
        return last;
    };
    const CounterReading* earlier = last_of(Capture::earlier);
    const CounterReading* later = last_of(Capture::later);
    if (later == nullptr && earlier == nullptr) {
        const auto in_file = [](const CounterReading* reading) { return reading->at.offset; };
        later = last_of(Capture::alone);
        const bool one_file = std::ranges::all_of(readings,
            [later](const CounterReading* reading) { return reading->at.source == later->at.source; });
        if (one_file && readings.size() > 1) {
            later = *std::ranges::max_element(readings, {}, in_file);
            earlier = *std::ranges::min_element(readings, {}, in_file);
        }
    }
    if (later == nullptr)
        return begin_counter(port, *earlier);
    Counter counter = begin_counter(port, *later);
    if (earlier != nullptr) {
        counter.earlier = earlier->value;
        counter.earlier_at = earlier->at;
        counter.earlier_taken = earlier->taken;
    }
    return counter;
}

// Whether a NIC counts it for its RDMA device, where each counter may be a file of its own.
bool counts_rdma(CounterKind kind)
{
    switch (kind) {
    case CounterKind::marks_received:
    case CounterKind::cnps_sent:
    case CounterKind::cnps_handled:
    case CounterKind::cnps_ignored:
    case CounterKind::out_of_sequence:
    case CounterKind::sequence_errors:
    case CounterKind::timeouts:
    case CounterKind::rdma_requests:
        return true;
    default:
        return false;
    }
}

// A device that was restarted, or whose counters were cleared, counts from zero again. What then happens to be larger
// than before did not grow by the difference, and what is as large did not stand still. A watermark goes down whenever
// it is cleared, without the counters beside it.
void mark_resets(std::vector<Counter>& counters)
{
    using Captures
        = std::tuple<std::uint32_t, bool, SourceId, SourceId>; // port, of RDMA, later and earlier file
    const auto captures_of = [](const Counter& counter) {
        return counts_rdma(counter.kind)
            ? Captures(counter.port, true, SourceId{}, SourceId{})
            : Captures(counter.port, false, counter.at.source, counter.earlier_at.source);
    };
    std::set<Captures> reset;
    for (const Counter& counter : counters) {
        if (counter.kind != CounterKind::headroom_peak && counter.went_down())
            reset.insert(captures_of(counter));
    }
    if (reset.empty())
        return;
    for (Counter& counter : counters) {
        if (counter.kind != CounterKind::headroom_peak && counter.earlier)
            counter.beside_reset = reset.contains(captures_of(counter));
    }
}

}

void settle_counters(Device& device)
{
    device.counters.clear();
    if (device.counter_readings.empty())
        return;
    const PortIndex index(device);
    ByName<std::uint32_t> ports;
    std::vector<Placed> placed;
    placed.reserve(device.counter_readings.size());
    for (const CounterReading& reading : device.counter_readings) {
        const std::uint32_t port = ports.at(
            reading.on, [&](std::string_view name) { return port_of_counter(device, index, name); });
        if (port != Port::no_index)
            placed.emplace_back(port, reading);
    }
    std::stable_sort(placed.begin(), placed.end());
    std::vector<const CounterReading*> readings;
    for (std::size_t begin = 0; begin < placed.size(); begin += readings.size()) {
        readings.clear();
        for (std::size_t at = begin; at < placed.size() && placed[at].is_of_one_counter_with(placed[begin]);
             ++at)
            readings.push_back(placed[at].reading);
        device.counters.push_back(pair_readings(placed[begin].port(), readings));
    }
    mark_resets(device.counters);
}

UnknownPorts find_unknown_ports(const Device& device)
{
    if (device.counter_readings.empty() || device.ports.empty())
        return {};
    const PortIndex index(device);
    ByName<bool> known;
    std::unordered_set<std::string_view> suspect;
    UnknownPorts unknown{.first = &device.counter_readings.front(), .is_all = true};
    for (const CounterReading& reading : device.counter_readings) {
        if (known.at(reading.on, [&](std::string_view name) { return is_known(device, index, name); }))
            unknown.is_all = false;
        else if (reading.value > 0 && !counts_any_traffic(reading.kind) && suspect.insert(reading.on).second
            && suspect.size() == 1)
            unknown.first = &reading;
    }
    unknown.count = unknown.is_all ? known.size() : suspect.size();
    if (unknown.count == 0)
        unknown.first = nullptr;
    return unknown;
}

}
