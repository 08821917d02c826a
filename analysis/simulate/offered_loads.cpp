// SPDX-License-Identifier: Apache-2.0
// Flows to one destination share their routes, so that each destination is followed once: from switch to switch
// in an order in which every switch comes after all that send to it. A cable that is full affects flows to other
// destinations, too, so that all are followed again until the shares of all cables stay as they are. Without a circle
// of cables that takes as many rounds as a path has full cables.
#include "analysis/simulate/offered_loads.h"

#include "analysis/proof/path/next_channels.h"

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

constexpr std::size_t no_hop = SIZE_MAX;

// A cable out of a switch on the way to a destination.
struct NextCable {
    std::uint32_t channel = 0;
    PortId from;
    std::uint32_t to_port = 0; ///< of the next switch
    std::size_t hop = no_hop; ///< the next switch in the route; none at the destination
};

struct Arrival {
    std::uint32_t port = 0; ///< by which it comes in
    double rate = 0; ///< in bits a second
};

// A switch on the way to a destination.
struct Hop {
    std::uint32_t device = 0;
    std::vector<NextCable> next;
    std::vector<Arrival> arriving;

    void add(std::uint32_t port, double rate)
    {
        const auto known = std::ranges::find(arriving, port, &Arrival::port);
        if (known != arriving.end())
            known->rate += rate;
        else
            arriving.push_back({port, rate});
    }
};

// What an endpoint sends to a destination in one class, by the cable of one of its ports.
struct Source {
    std::uint32_t channel = 0;
    std::uint32_t to_port = 0; ///< of the first switch
    std::size_t hop = no_hop;
    double rate = 0; ///< of the flows that have begun
};

// What is sent to one endpoint in one class.
struct Route {
    std::uint32_t to = 0;
    std::uint8_t rdma_class = 0;
    std::vector<Source> sources;
    std::vector<Hop> hops; ///< each after all that send to it; those in a circle are left out
};

class TrafficSpread {
public:
    TrafficSpread(const proof::FabricProof& proof, std::span<const Flow> flows)
        : proof_(proof)
        , flows_(flows)
        , finder_(proof.graph(), proof.destinations())
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
        find_routes();
        for (const Nanoseconds time : start_times(flows_)) {
            begin_flows(time);
            settle();
            note_rates(time);
        }
        OfferedLoads result{.settled = settled_};
        for (auto& [key, load] : loads_)
            result.loads.push_back(std::move(load));
        for (const auto& [endpoint, device] : lost_)
            result.lost.push_back({endpoint, device});
        return result;
    }

private:
    using LoadKey = std::pair<PortId, std::uint8_t>; ///< egress port and class

    void find_routes()
    {
        std::map<std::pair<std::uint32_t, std::uint8_t>, std::vector<std::size_t>> by_destination;
        for (std::size_t flow = 0; flow < flows_.size(); ++flow)
            by_destination[{flows_[flow].to, flows_[flow].rdma_class}].push_back(flow);
        first_sources_.resize(flows_.size());
        for (const auto& [to, numbers] : by_destination) {
            Route route{.to = to.first, .rdma_class = to.second};
            std::vector<std::uint32_t> first; // switches that the flows reach first
            for (const std::size_t number : numbers)
                add_source(route, number, first);
            order(route, first);
            routes_.push_back(std::move(route));
        }
    }

    // A flow leaves evenly by all ports of its endpoint.
    void add_source(Route& route, std::size_t number, std::vector<std::uint32_t>& first)
    {
        auto& sources = first_sources_[number];
        for (const proof::JudgedStart& start : proof_.starts(flows_[number].from)) {
            const PortId to = proof_.channel(start.channel).to;
            if (start.packet.kind != flows_[number].rdma_class || !to.valid()
                || !proof_.graph().is_switch(to.device))
                continue;
            const auto known = std::ranges::find(route.sources, start.channel, &Source::channel);
            sources.push_back({routes_.size(), static_cast<std::size_t>(known - route.sources.begin())});
            if (known == route.sources.end())
                route.sources.push_back({.channel = start.channel, .to_port = to.port});
            first.push_back(to.device);
        }
    }

    // Fills the hops of the route.
    void order(Route& route, std::vector<std::uint32_t> found)
    {
        std::ranges::sort(found);
        found.erase(std::ranges::unique(found).begin(), found.end());
        const routing::Routes& routes = finder_.find(proof_.destinations().class_of[route.to]);
        std::map<std::uint32_t, std::vector<std::uint32_t>> next; // channels by switch
        std::map<std::uint32_t, std::size_t> senders;
        for (const std::uint32_t device : found)
            senders[device] = 0;
        for (std::size_t at = 0; at < found.size(); ++at) {
            std::vector<std::uint32_t>& channels = next[found[at]];
            proof::next_channels(proof_, routes, found[at], route.to, channels);
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
        join_hops(route, sorted, next);
    }

    void join_hops(Route& route,
        const std::vector<std::uint32_t>& sorted,
        const std::map<std::uint32_t, std::vector<std::uint32_t>>& next)
    {
        std::map<std::uint32_t, std::size_t> position;
        for (const std::uint32_t device : sorted)
            position.emplace(device, position.size());
        const auto hop_of = [&](PortId port) {
            const auto known = port.valid() ? position.find(port.device) : position.end();
            return known == position.end() ? no_hop : known->second;
        };
        for (const std::uint32_t device : sorted) {
            Hop& hop = route.hops.emplace_back(Hop{.device = device});
            for (const std::uint32_t channel : next.at(device)) {
                const proof::Channel cable = proof_.channel(channel);
                hop.next.push_back({channel, cable.from, cable.to.port, hop_of(cable.to)});
            }
            if (hop.next.empty())
                lost_.emplace(route.to, device);
        }
        // What is left is in a circle, or behind one.
        for (const auto& [device, channels] : next) {
            if (!position.contains(device))
                lost_.emplace(route.to, device);
        }
        for (Source& source : route.sources)
            source.hop = hop_of(proof_.channel(source.channel).to);
    }

    void begin_flows(Nanoseconds time)
    {
        for (; begun_ < by_start_.size() && flows_[by_start_[begun_]].start <= time; ++begun_) {
            const std::size_t flow = by_start_[begun_];
            const auto& sources = first_sources_[flow];
            for (const auto& [route, source] : sources)
                routes_[route].sources[source].rate
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
            for (Route& route : routes_)
                follow(route, [](const NextCable&, const Hop&, double) {});
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
    void follow(Route& route, AtCable at_cable)
    {
        for (Hop& hop : route.hops)
            hop.arriving.clear();
        for (const Source& source : route.sources) {
            if (source.rate <= 0)
                continue;
            offered_[source.channel] += source.rate;
            if (source.hop != no_hop)
                route.hops[source.hop].add(source.to_port, source.rate * carried_[source.channel]);
        }
        for (const Hop& hop : route.hops) {
            double arriving = 0;
            for (const Arrival& arrival : hop.arriving)
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
        for (Route& route : routes_) {
            follow(route, [&](const NextCable& cable, const Hop& hop, double part) {
                std::map<std::uint32_t, double>& rates = now[{cable.from, route.rdma_class}];
                for (const Arrival& arrival : hop.arriving)
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

    const proof::FabricProof& proof_;
    std::span<const Flow> flows_;
    routing::RouteFinder finder_;
    std::vector<Route> routes_;
    std::vector<std::vector<std::pair<std::size_t, std::size_t>>>
        first_sources_; ///< route and source, by flow
    std::vector<std::size_t> by_start_; ///< flows
    std::size_t begun_ = 0; ///< how many of them have begun
    std::vector<double> offered_; ///< by channel, in bits a second
    std::vector<double> carried_; ///< by channel, the share of what is offered, from 0 to 1
    std::vector<double> speeds_; ///< by channel, in bits a second; 0: unknown
    bool settled_ = true;
    std::map<LoadKey, OfferedLoad> loads_;
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
