// SPDX-License-Identifier: Apache-2.0
// A cable that is full affects flows to other destinations, too, so that the flows to all are followed again until the
// shares of all cables stay as they are. Without a circle of cables that takes as many rounds as a path has full cables.
#include "analysis/simulate/offered_loads.h"

#include "analysis/simulate/flow_routes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace rocelint::simulate {
namespace {

// The speed of a cable: the lower one of its known ends.
std::optional<BitsPerSecond> speed_of_channel(const proof::FabricProof& proof, std::uint32_t index)
{
    const proof::Channel channel = proof.channel(index);
    const Fabric& fabric = proof.graph().fabric();
    std::optional<BitsPerSecond> speed;
    for (const PortId end : {channel.from, channel.to}) {
        if (end.valid() && fabric.port(end).speed.known())
            speed = speed ? std::min(*speed, fabric.port(end).speed.value) : fabric.port(end).speed.value;
    }
    return speed;
}

class TrafficSpread {
public:
    TrafficSpread(const proof::FabricProof& proof, std::span<const Flow> flows)
        : flows_(flows)
        , routes_(find_flow_routes(proof, flows))
        , offered_(proof.channel_count())
        , carried_(proof.channel_count(), 1)
        , speeds_(proof.channel_count())
    {
        for (std::uint32_t channel = 0; channel < speeds_.size(); ++channel) {
            const auto speed = speed_of_channel(proof, channel);
            speeds_[channel] = speed ? static_cast<double>(speed->count) : 0;
        }
        for (std::size_t flow = 0; flow < flows.size(); ++flow)
            by_start_.push_back(flow);
        std::ranges::stable_sort(by_start_, {}, [flows](std::size_t flow) { return flows[flow].start; });
    }

    OfferedLoads spread()
    {
        for (const Nanoseconds time : start_times(flows_)) {
            begin_flows(time);
            settle();
            note_rates(time);
        }
        OfferedLoads result{.settled = settled_};
        for (auto& [key, load] : loads_)
            result.loads.push_back(std::move(load));
        for (const auto& [endpoint, device] : routes_.lost)
            result.lost.push_back({endpoint, device});
        return result;
    }

private:
    using LoadKey = std::pair<PortId, std::uint8_t>; ///< egress port and class

    void begin_flows(Nanoseconds time)
    {
        for (; begun_ < by_start_.size() && flows_[by_start_[begun_]].start <= time; ++begun_) {
            const std::size_t flow = by_start_[begun_];
            const auto& sources = routes_.sources_of_flow[flow];
            for (const auto& [route, source] : sources)
                routes_.routes[route].sources[source].rate
                    += flows_[flow].bits_per_second / static_cast<double>(sources.size());
        }
    }

    // Finds the share that each cable carries of what it is offered.
    void settle()
    {
        constexpr std::size_t direct
            = 64; // rounds before the shares are approached by halves, as in a circle
        constexpr std::size_t most = 1000;
        constexpr double close = 1e-9;
        for (std::size_t round = 0; round < most; ++round) {
            std::ranges::fill(offered_, 0);
            for (FlowRoute& route : routes_.routes)
                follow(route, [](const NextCable&, const FlowHop&, double) {});
            double change = 0;
            for (std::size_t channel = 0; channel < offered_.size(); ++channel) {
                const bool is_full = speeds_[channel] > 0 && offered_[channel] > speeds_[channel];
                double share = is_full ? speeds_[channel] / offered_[channel] : 1;
                change = std::max(change, std::abs(share - carried_[channel]));
                if (round >= direct)
                    share = (share + carried_[channel]) / 2;
                carried_[channel] = share;
            }
            if (change <= close)
                return;
        }
        settled_ = false;
    }

    // Adds what the route offers to each cable, and calls `at_cable` with the cable, the switch before it, and the
    // share of what arrives there that it takes.
    template <class AtCable>
    void follow(FlowRoute& route, AtCable at_cable)
    {
        for (FlowHop& hop : route.hops)
            hop.arriving.clear();
        for (const FlowSource& source : route.sources) {
            if (source.rate <= 0)
                continue;
            offered_[source.channel] += source.rate;
            if (source.hop != no_hop)
                route.hops[source.hop].add(source.to_port, source.rate * carried_[source.channel]);
        }
        for (const FlowHop& hop : route.hops) {
            double arriving = 0;
            for (const FlowArrival& arrival : hop.arriving)
                arriving += arrival.rate;
            if (arriving <= 0 || hop.next.empty())
                continue;
            const double part = 1 / static_cast<double>(hop.next.size());
            for (const NextCable& cable : hop.next) {
                offered_[cable.channel] += arriving * part;
                at_cable(cable, hop, part);
                if (cable.hop != no_hop)
                    route.hops[cable.hop].add(cable.to_port, arriving * part * carried_[cable.channel]);
            }
        }
    }

    void note_rates(Nanoseconds time)
    {
        std::map<LoadKey, std::map<std::uint32_t, double>> now; // by ingress port
        for (FlowRoute& route : routes_.routes) {
            follow(route, [&](const NextCable& cable, const FlowHop& hop, double part) {
                std::map<std::uint32_t, double>& rates = now[{cable.from, route.rdma_class}];
                for (const FlowArrival& arrival : hop.arriving)
                    rates[arrival.port] += arrival.rate * part;
            });
        }
        for (const auto& [key, rates] : now) {
            OfferedLoad& load
                = loads_.try_emplace(key, OfferedLoad{.egress = key.first, .rdma_class = key.second})
                      .first->second;
            double sum = 0;
            for (const auto& [port, rate] : rates) {
                sum += rate;
                note_rate(load, port, {time, rate});
            }
            load.bits_per_second = std::max(load.bits_per_second, sum);
        }
    }

    static void note_rate(OfferedLoad& load, std::uint32_t port, RateStep step)
    {
        constexpr double same = 1e-9;
        auto place = std::ranges::lower_bound(load.senders, port, {}, &OfferedShare::port);
        if (place == load.senders.end() || place->port != port)
            place = load.senders.insert(place, {port, {}});
        if (place->steps.empty()
            || std::abs(place->steps.back().bits_per_second - step.bits_per_second)
                > same * step.bits_per_second)
            place->steps.push_back(step);
    }

    std::span<const Flow> flows_;
    FlowRoutes routes_;
    std::vector<std::size_t> by_start_; ///< flows
    std::size_t begun_ = 0; ///< how many of them have begun
    std::vector<double> offered_; ///< by channel, in bits a second
    std::vector<double> carried_; ///< by channel, the share of what is offered, from 0 to 1
    std::vector<double> speeds_; ///< by channel, in bits a second; 0: unknown
    bool settled_ = true;
    std::map<LoadKey, OfferedLoad> loads_;
};

}

std::optional<BitsPerSecond> speed_of_endpoint(const proof::FabricProof& proof, std::uint32_t endpoint)
{
    std::set<std::uint32_t> channels;
    for (const proof::JudgedStart& start : proof.starts(endpoint))
        channels.insert(start.channel);
    std::uint64_t sum = 0;
    for (const std::uint32_t index : channels) {
        const auto speed = speed_of_channel(proof, index);
        if (!speed)
            return std::nullopt;
        sum += speed->count;
    }
    return sum == 0 ? std::nullopt : std::optional(BitsPerSecond{sum});
}

std::vector<Nanoseconds> start_times(std::span<const Flow> flows)
{
    std::vector<Nanoseconds> times;
    for (const Flow& flow : flows)
        times.push_back(flow.start);
    std::ranges::sort(times);
    times.erase(std::ranges::unique(times).begin(), times.end());
    return times;
}

OfferedLoads offered_loads(const proof::FabricProof& proof, std::span<const Flow> flows)
{
    return TrafficSpread(proof, flows).spread();
}

}
