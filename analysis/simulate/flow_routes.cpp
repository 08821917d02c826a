// SPDX-License-Identifier: Apache-2.0
// Flows to one destination share their routes, so that each destination is followed once: from switch to switch
// in an order in which every switch comes after all that send to it.
#include "analysis/simulate/flow_routes.h"

#include "analysis/proof/path/next_channels.h"

#include <map>

namespace rocelint::simulate {
namespace {

class RouteSearch {
public:
    RouteSearch(const proof::FabricProof& proof, std::span<const Flow> flows)
        : proof_(proof), flows_(flows), finder_(proof.graph(), proof.destinations())
    {
    }

    FlowRoutes find()
    {
        std::map<std::pair<std::uint32_t, std::uint8_t>, std::vector<std::size_t>> by_destination;
        for (std::size_t flow = 0; flow < flows_.size(); ++flow)
            by_destination[{flows_[flow].to, flows_[flow].rdma_class}].push_back(flow);
        found_.sources_of_flow.resize(flows_.size());
        for (const auto& [to, numbers] : by_destination) {
            FlowRoute route{.to = to.first, .rdma_class = to.second};
            std::vector<std::uint32_t> first; // switches that the flows reach first
            for (const std::size_t number : numbers)
                add_source(route, number, first);
            order(route, first);
            found_.routes.push_back(std::move(route));
        }
        return std::move(found_);
    }

private:
    // A flow leaves evenly by all ports of its endpoint.
    void add_source(FlowRoute& route, std::size_t number, std::vector<std::uint32_t>& first)
    {
        auto& sources = found_.sources_of_flow[number];
        for (const proof::JudgedStart& start : proof_.starts(flows_[number].from)) {
            const PortId to = proof_.channel(start.channel).to;
            if (start.packet.kind != flows_[number].rdma_class || !to.valid()
                || !proof_.graph().is_switch(to.device))
                continue;
            const auto known = std::ranges::find(route.sources, start.channel, &FlowSource::channel);
            sources.push_back(
                {found_.routes.size(), static_cast<std::size_t>(known - route.sources.begin())});
            if (known == route.sources.end())
                route.sources.push_back({.channel = start.channel, .to_port = to.port});
            first.push_back(to.device);
        }
    }

    // Fills the hops of the route.
    void order(FlowRoute& route, std::vector<std::uint32_t> found)
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

    void join_hops(FlowRoute& route,
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
            FlowHop& hop = route.hops.emplace_back(FlowHop{.device = device});
            for (const std::uint32_t channel : next.at(device)) {
                const proof::Channel cable = proof_.channel(channel);
                hop.next.push_back({channel, cable.from, cable.to.port, hop_of(cable.to)});
            }
            if (hop.next.empty())
                found_.lost.emplace(route.to, device);
        }
        // What is left is in a circle, or behind one.
        for (const auto& [device, channels] : next) {
            if (!position.contains(device))
                found_.lost.emplace(route.to, device);
        }
        for (FlowSource& source : route.sources)
            source.hop = hop_of(proof_.channel(source.channel).to);
    }

    const proof::FabricProof& proof_;
    std::span<const Flow> flows_;
    routing::RouteFinder finder_;
    FlowRoutes found_;
};

}

FlowRoutes find_flow_routes(const proof::FabricProof& proof, std::span<const Flow> flows)
{
    return RouteSearch(proof, flows).find();
}

}
