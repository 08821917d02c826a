// SPDX-License-Identifier: Apache-2.0
// Routes to endpoints on the same switches are equal, so they are computed once per group: a fabric of 4 000
// hosts has a few hundred groups.
#include "models/routing/routes.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace rocelint::routing {
namespace {

class Finder {
public:
    Finder(const Graph& graph, const std::vector<std::vector<bool>>& include)
        : graph_(graph), fabric_(graph.fabric()), include_(include)
    {
    }

    Destinations run()
    {
        for (const OpenEnd& end : fabric_.open_ends)
            open_ends_.emplace(end.port, end.neighbour);
        collect_prefixes();
        for (std::uint32_t device = 0; device < fabric_.devices.size(); ++device) {
            if (fabric_.devices[device].kind == DeviceKind::host)
                add_host(device);
        }
        for (std::uint32_t device = 0; device < fabric_.devices.size(); ++device) {
            if (graph_.is_switch(device))
                add_uncollected(device);
        }
        group();
        return std::move(found_);
    }

private:
    void collect_prefixes()
    {
        std::set<IpPrefix> prefixes;
        for (const Device& device : fabric_.devices) {
            for (const StaticRoute& route : device.forwarding.routes) {
                if (device.kind == DeviceKind::network_switch && !route.to.is_default())
                    prefixes.insert(route.to);
            }
        }
        found_.prefixes.assign(prefixes.begin(), prefixes.end());
    }

    void add_host(std::uint32_t device)
    {
        const Device& host = fabric_.devices[device];
        std::map<std::uint32_t, std::size_t> of_bond;
        for (std::uint32_t port = 0; port < host.ports.size(); ++port) {
            const std::uint32_t link = fabric_.link_of_port[device][port];
            const std::uint32_t bond = host.ports[port].lag;
            const bool bonded = bond < host.ports.size();
            if (link == Port::no_index || !(include_[device][port] || (bonded && include_[device][bond])))
                continue;
            const Link& cable = fabric_.links[link];
            const PortId there = cable.a.device == device ? cable.b : cable.a;
            if (!graph_.is_switch(there.device))
                continue;
            const auto known = bonded ? of_bond.find(bond) : of_bond.end();
            if (known != of_bond.end()) {
                found_.endpoints[known->second].attachments.push_back(there);
                continue;
            }
            if (bonded)
                of_bond.emplace(bond, found_.endpoints.size());
            Endpoint& endpoint = found_.endpoints.emplace_back();
            endpoint.host = {device, bonded ? bond : port};
            endpoint.attachments.push_back(there);
            add_second_cable({device, port}, endpoint);
            endpoint.name = host.name;
            for (const InterfaceAddress& entry : host.forwarding.addresses) {
                if (entry.port == endpoint.host.port)
                    endpoint.addresses.push_back(entry.prefix.address);
            }
        }
    }

    void add_second_cable(PortId of_host, Endpoint& endpoint) const
    {
        for (const auto& [port, link] : fabric_.y_cables) {
            if (port == of_host)
                endpoint.attachments.push_back(
                    fabric_.links[link].a == of_host ? fabric_.links[link].b : fabric_.links[link].a);
        }
    }

    void add_uncollected(std::uint32_t device)
    {
        for (std::uint32_t port = 0; port < fabric_.devices[device].ports.size(); ++port) {
            if (!include_[device][port] || fabric_.link_of_port[device][port] != Port::no_index)
                continue;
            Endpoint& endpoint = found_.endpoints.emplace_back();
            endpoint.attachments.push_back({device, port});
            const auto end = open_ends_.find({device, port});
            endpoint.name = end == open_ends_.end() ? std::string_view{} : end->second;
        }
    }

    void group()
    {
        using Key = std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>>;
        std::map<Key, std::uint32_t> known;
        for (std::uint32_t index = 0; index < found_.endpoints.size(); ++index) {
            const Endpoint& endpoint = found_.endpoints[index];
            Key key;
            for (const PortId attachment : endpoint.attachments)
                key.first.push_back(attachment.device);
            std::ranges::sort(key.first);
            key.first.erase(std::ranges::unique(key.first).begin(), key.first.end());
            for (std::uint32_t prefix = 0; prefix < found_.prefixes.size(); ++prefix) {
                const bool holds = std::ranges::any_of(endpoint.addresses,
                    [&](const IpAddress& address) { return found_.prefixes[prefix].contains(address); });
                if (holds)
                    key.second.push_back(prefix);
            }
            const auto [entry, fresh]
                = known.try_emplace(std::move(key), static_cast<std::uint32_t>(found_.classes.size()));
            if (fresh)
                found_.classes.push_back({{}, entry->first.first, entry->first.second});
            found_.classes[entry->second].endpoints.push_back(index);
            found_.class_of.push_back(entry->second);
        }
    }

    const Graph& graph_;
    const Fabric& fabric_;
    const std::vector<std::vector<bool>>& include_;
    std::map<PortId, std::string_view> open_ends_;
    Destinations found_;
};

}

Destinations find_destinations(const Graph& graph, const std::vector<std::vector<bool>>& include)
{
    return Finder(graph, include).run();
}

}
