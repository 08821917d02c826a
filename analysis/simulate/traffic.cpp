// SPDX-License-Identifier: Apache-2.0
// Flows to one destination share their routes, so that each destination is followed once: from switch to switch
// in an order in which every switch comes after all switches that send to it.
#include "analysis/simulate/traffic.h"

#include "analysis/proof/path/next_channels.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace rocelint::simulate {
namespace {

// The traffic that arrives at a switch: by ingress port and start, in bits per second.
using Arrivals = std::map<std::pair<std::uint32_t, Nanoseconds>, double>;

class TrafficSpread {
public:
    TrafficSpread(const proof::FabricProof& proof, std::span<const Flow> flows)
        : proof_(proof), flows_(flows), finder_(proof.graph(), proof.destinations())
    {
        for (const Flow& flow : flows)
            sent_[flow.from] += flow.bits_per_second;
    }

    OfferedLoads spread()
    {
        std::map<std::pair<std::uint32_t, std::uint8_t>, std::vector<std::size_t>> by_destination;
        for (std::size_t flow = 0; flow < flows_.size(); ++flow)
            by_destination[{flows_[flow].to, flows_[flow].rdma_class}].push_back(flow);
        for (const auto& [to, numbers] : by_destination)
            follow(to.first, to.second, numbers);
        OfferedLoads result;
        for (const auto& [key, arrivals] : loads_)
            result.loads.push_back(load_of(key, arrivals));
        for (const auto& [endpoint, device] : lost_)
            result.lost.push_back({endpoint, device});
        return result;
    }

private:
    using LoadKey = std::pair<PortId, std::uint8_t>; ///< egress port and class

    void follow(std::uint32_t to, std::uint8_t rdma_class, const std::vector<std::size_t>& numbers)
    {
        const routing::Routes& routes = finder_.find(proof_.destinations().class_of[to]);
        std::map<std::uint32_t, Arrivals> arriving; // by switch
        for (const std::size_t number : numbers)
            send(flows_[number], arriving);
        std::map<std::uint32_t, std::vector<std::uint32_t>> next; // channels by switch
        const std::vector<std::uint32_t> devices = order(to, routes, arriving, next);
        for (const std::uint32_t device : devices) {
            const std::vector<std::uint32_t>& channels = next[device];
            if (channels.empty())
                lost_.emplace(to, device);
            const Arrivals here = arriving[device];
            for (const std::uint32_t channel : channels)
                pass(channel, rdma_class, here, static_cast<double>(channels.size()), arriving);
        }
        // The remaining switches are in a loop, or downstream of one.
        for (const auto& [device, channels] : next) {
            if (std::ranges::find(devices, device) == devices.end())
                lost_.emplace(to, device);
        }
    }

    // The first cables of a flow: one for each port of the endpoint. Its flows share its line rate.
    void send(const Flow& flow, std::map<std::uint32_t, Arrivals>& arriving) const
    {
        std::vector<PortId> into;
        for (const proof::JudgedStart& start : proof_.starts(flow.from)) {
            const PortId to = proof_.channel(start.channel).to;
            if (start.packet.kind == flow.rdma_class && to.valid() && proof_.graph().is_switch(to.device))
                into.push_back(to);
        }
        const auto speed = speed_of_endpoint(proof_, flow.from);
        const double rate = speed
            ? flow.bits_per_second * std::min(1.0, static_cast<double>(speed->count) / sent_.at(flow.from))
            : flow.bits_per_second;
        for (const PortId port : into)
            arriving[port.device][{port.port, flow.start}] += rate / static_cast<double>(into.size());
    }

    void pass(std::uint32_t channel,
        std::uint8_t rdma_class,
        const Arrivals& arrivals,
        double divided_by,
        std::map<std::uint32_t, Arrivals>& arriving)
    {
        const proof::Channel taken = proof_.channel(channel);
        const bool to_switch = taken.to.valid() && proof_.graph().is_switch(taken.to.device);
        for (const auto& [from, rate] : arrivals) {
            const double part = rate / divided_by;
            loads_[{taken.from, rdma_class}][from] += part;
            brought_[{taken.from.device, from.first}] += part;
            if (to_switch)
                arriving[taken.to.device][{taken.to.port, from.second}] += part;
        }
    }

    // The switches that the flows reach, each after all that send to it. Those in a loop are left out.
    std::vector<std::uint32_t> order(std::uint32_t to,
        const routing::Routes& routes,
        const std::map<std::uint32_t, Arrivals>& first,
        std::map<std::uint32_t, std::vector<std::uint32_t>>& next) const
    {
        std::vector<std::uint32_t> found;
        std::map<std::uint32_t, std::size_t> senders;
        for (const auto& [device, arrivals] : first) {
            found.push_back(device);
            senders[device] = 0;
        }
        for (std::size_t at = 0; at < found.size(); ++at) {
            std::vector<std::uint32_t>& channels = next[found[at]];
            proof::next_channels(proof_, routes, found[at], to, channels);
            for (const std::uint32_t channel : channels) {
                const PortId end = proof_.channel(channel).to;
                if (!end.valid() || !proof_.graph().is_switch(end.device))
                    continue;
                const auto [entry, fresh] = senders.try_emplace(end.device, 0);
                ++entry->second;
                if (fresh)
                    found.push_back(end.device);
            }
        }
        std::vector<std::uint32_t> sorted;
        for (const std::uint32_t device : found) {
            if (senders[device] == 0)
                sorted.push_back(device);
        }
        for (std::size_t at = 0; at < sorted.size(); ++at) {
            for (const std::uint32_t channel : next[sorted[at]]) {
                const PortId end = proof_.channel(channel).to;
                if (end.valid() && proof_.graph().is_switch(end.device) && --senders[end.device] == 0)
                    sorted.push_back(end.device);
            }
        }
        return sorted;
    }

    [[nodiscard]] OfferedLoad load_of(const LoadKey& key, const Arrivals& arrivals) const
    {
        OfferedLoad load{.egress = key.first, .rdma_class = key.second};
        for (const auto& [from, rate] : arrivals) {
            const double part = rate * carried(key.first.device, from.first);
            if (load.senders.empty() || load.senders.back().port != from.first)
                load.senders.push_back({from.first, {}});
            std::vector<RateStep>& steps = load.senders.back().steps;
            steps.push_back({from.second, part + (steps.empty() ? 0 : steps.back().bits_per_second)});
            load.bits_per_second += part;
        }
        return load;
    }

    // The share of the offered load that fits through an ingress port, from 0 to 1.
    [[nodiscard]] double carried(std::uint32_t device, std::uint32_t port) const
    {
        const Setting<BitsPerSecond>& speed = proof_.graph().fabric().devices[device].ports[port].speed;
        const double wanted = brought_.at({device, port});
        return speed.known() ? std::min(1.0, static_cast<double>(speed.value.count) / wanted) : 1.0;
    }

    const proof::FabricProof& proof_;
    std::span<const Flow> flows_;
    routing::RouteFinder finder_;
    std::map<std::uint32_t, double> sent_; ///< by source, in bits per second
    std::map<LoadKey, Arrivals> loads_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, double> brought_; ///< by switch and ingress port
    std::set<std::pair<std::uint32_t, std::uint32_t>> lost_; ///< destinations and switches
};

}

std::optional<BitsPerSecond> speed_of_endpoint(const proof::FabricProof& proof, std::uint32_t endpoint)
{
    std::set<std::uint32_t> channels;
    for (const proof::JudgedStart& start : proof.starts(endpoint))
        channels.insert(start.channel);
    std::uint64_t sum = 0;
    for (const std::uint32_t index : channels) {
        const proof::Channel channel = proof.channel(index);
        const Fabric& fabric = proof.graph().fabric();
        std::optional<BitsPerSecond> speed;
        for (const PortId end : {channel.from, channel.to}) {
            if (!speed && end.valid() && fabric.port(end).speed.known())
                speed = fabric.port(end).speed.value;
        }
        if (!speed)
            return std::nullopt;
        sum += speed->count;
    }
    return sum == 0 ? std::nullopt : std::optional(BitsPerSecond{sum});
}

OfferedLoads offered_loads(const proof::FabricProof& proof, std::span<const Flow> flows)
{
    return TrafficSpread(proof, flows).spread();
}

bool LoadedPort::knows_headroom() const
{
    return std::ranges::all_of(
        senders, [](const LoadedSender& sender) { return sender.values.headroom.has_value(); });
}

std::vector<MixedSender> LoadedPort::mixed() const
{
    std::vector<MixedSender> list;
    for (const LoadedSender& sender : senders)
        list.push_back(sender.values);
    return list;
}

LoadedPort loaded_port(const Analysis& analysis, const OfferedLoad& load)
{
    const Fabric& fabric = *analysis.fabric;
    const Device& device = fabric.device(load.egress);
    const Port& egress = fabric.port(load.egress);
    const RdmaClass& rdma_class = analysis.classes.classes[load.rdma_class];
    LoadedPort found{
        .egress = load.egress, .rdma_class = load.rdma_class, .bits_per_second = load.bits_per_second};
    found.values.packet = packet_of(analysis, load.egress.device);
    if (!egress.speed.known()) {
        found.refused = "the speed of the port is not known";
        return found;
    }
    found.values.egress_rate = egress.speed.value;
    const PortMarking marking = marking_of_port(device, egress, rdma_class);
    found.values.marking = marking.marking;
    found.no_marking = marking.missing;
    if (marking.profile != nullptr)
        found.marking_name = marking.profile->name;
    std::optional<Bytes> pool;
    std::string no_pool;
    const bool pool_known = find_headroom_pool(device, pool, no_pool);
    for (const OfferedShare& share : load.senders) {
        LoadedSender sender{.port = share.port, .values = {.steps = share.steps}, .no_headroom = no_pool};
        const Port& port = device.ports[share.port];
        std::string reason;
        const auto fill = port.speed.known() ? known_fill(device, port, rdma_class.priority, reason)
                                             : std::optional<PauseFill>();
        if (!fill && found.refused.empty())
            found.refused = fmt::format(
                "{}: {}", port.name, reason.empty() ? "the speed of the port is not known" : reason);
        if (fill) {
            sender.values.speed = port.speed.value;
            sender.values.threshold = {fill->fixed, fill->pause_at, fill->alpha, fill->shared};
            sender.shipped = fill->shipped;
            if (pool_known)
                sender.headroom = headroom_of_sender(
                    analysis, {load.egress.device, share.port}, rdma_class.priority, sender.no_headroom);
            if (sender.headroom) {
                sender.values.headroom = group_headroom(*sender.headroom, port.speed.value);
                sender.values.headroom->pool = pool;
            }
        }
        found.senders.push_back(std::move(sender));
    }
    return found;
}

}
