// SPDX-License-Identifier: Apache-2.0
#include "tests/small_subnet.h"

#include <fmt/format.h>

namespace rocelint::testing {

std::uint32_t SubnetMaker::add_node(IbNodeKind kind, std::string name, std::uint8_t ports)
{
    const auto index = static_cast<std::uint32_t>(subnet_.nodes.size());
    const bool is_switch = kind == IbNodeKind::network_switch;
    IbNode& node = subnet_.nodes.emplace_back();
    node.kind = kind;
    node.guid = 0x1000 + index;
    node.description = names_.emplace_back(std::move(name));
    node.port_count = ports;
    node.first_port = static_cast<std::uint32_t>(subnet_.ports.size());
    for (unsigned number = is_switch ? 0 : 1; number <= ports; ++number) {
        IbPort& made = subnet_.ports.emplace_back();
        made.node = index;
        made.number = static_cast<std::uint8_t>(number);
        made.peer = {Subnet::none, origins_.explicit_at({})};
        ++node.ports;
    }
    subnet_.ports[node.first_port].guid = node.guid;
    subnet_.ports[node.first_port].lid = {lid_of(index), origins_.explicit_at({})};
    if (is_switch) {
        node.forwarding = static_cast<std::uint32_t>(subnet_.tables.size());
        subnet_.tables.emplace_back().node = index;
    }
    return index;
}

std::uint32_t SubnetMaker::add_switch(std::string name, std::uint8_t ports)
{
    return add_node(IbNodeKind::network_switch, std::move(name), ports);
}

std::uint32_t SubnetMaker::add_host(std::string name, std::uint32_t network_switch, std::uint8_t port)
{
    const std::uint32_t host = add_node(IbNodeKind::channel_adapter, std::move(name), 1);
    connect(host, 1, network_switch, port);
    return host;
}

IbPort& SubnetMaker::port(std::uint32_t node, std::uint8_t number)
{
    const bool is_switch = subnet_.nodes[node].kind == IbNodeKind::network_switch;
    return subnet_.ports[subnet_.nodes[node].first_port + number - (is_switch ? 0U : 1U)];
}

void SubnetMaker::connect(std::uint32_t a, std::uint8_t a_port, std::uint32_t b, std::uint8_t b_port)
{
    IbPort& one = port(a, a_port);
    IbPort& other = port(b, b_port);
    one.peer.value = static_cast<std::uint32_t>(&other - subnet_.ports.data());
    other.peer.value = static_cast<std::uint32_t>(&one - subnet_.ports.data());
}

void SubnetMaker::route(std::uint32_t network_switch, std::uint32_t to, std::uint8_t port)
{
    std::vector<std::uint8_t>& out = subnet_.tables[subnet_.nodes[network_switch].forwarding].out;
    if (out.size() <= lid_of(to))
        out.resize(lid_of(to) + std::size_t{1}, IbForwarding::unreachable);
    out[lid_of(to)] = port;
}

void SubnetMaker::route_shortest(
    const std::function<std::size_t(std::uint32_t, std::uint32_t, std::size_t)>& choose)
{
    for (std::uint32_t to = 0; to < subnet_.nodes.size(); ++to) {
        std::vector<std::uint32_t> distance(subnet_.nodes.size(), Subnet::none);
        std::vector<std::uint32_t> queue{to};
        distance[to] = 0;
        for (std::size_t at = 0; at < queue.size(); ++at) {
            if (at > 0 && subnet_.nodes[queue[at]].kind != IbNodeKind::network_switch)
                continue;
            for (const IbPort& one : subnet_.ports_of(subnet_.nodes[queue[at]])) {
                if (one.peer.value == Subnet::none
                    || distance[subnet_.ports[one.peer.value].node] != Subnet::none)
                    continue;
                distance[subnet_.ports[one.peer.value].node] = distance[queue[at]] + 1;
                queue.push_back(subnet_.ports[one.peer.value].node);
            }
        }
        for (const IbForwarding& table : subnet_.tables) {
            if (table.node == to) {
                route(to, to, 0);
                continue;
            }
            std::vector<std::uint8_t> ways;
            for (const IbPort& one : subnet_.ports_of(subnet_.nodes[table.node])) {
                if (one.peer.value != Subnet::none
                    && distance[subnet_.ports[one.peer.value].node] + 1 == distance[table.node])
                    ways.push_back(one.number);
            }
            if (!ways.empty())
                route(table.node, to, ways[choose ? choose(table.node, to, ways.size()) % ways.size() : 0]);
        }
    }
}

void SubnetMaker::lanes(
    const std::function<std::uint8_t(std::uint32_t, std::uint8_t, std::uint8_t, std::uint8_t)>& map)
{
    for (const IbForwarding& table : subnet_.tables) {
        const IbNode& node = subnet_.nodes[table.node];
        for (const IbPort& out : subnet_.ports_of(node)) {
            for (const IbPort& in : subnet_.ports_of(node)) {
                if (out.number == 0)
                    continue;
                IbSl2vl& made = subnet_.sl2vl.emplace_back();
                made.port = node.first_port + out.number;
                made.in = in.number;
                for (std::uint8_t sl = 0; sl < made.table.vl.size(); ++sl)
                    made.table.vl[sl] = map(table.node, in.number, out.number, sl);
            }
        }
    }
}

Fabric SubnetMaker::fabric(std::vector<RoutingEngine> engines, std::vector<Guid> roots)
{
    std::vector<Device> devices(1);
    devices[0].name = "subnet";
    devices[0].kind = DeviceKind::subnet;
    devices[0].origins = origins_;
    devices[0].subnet = Held<Subnet>(subnet_);
    devices[0].subnet->seal();
    if (!engines.empty()) {
        Device& manager = devices.emplace_back();
        manager.name = "sm1";
        manager.kind = DeviceKind::subnet_manager;
        SubnetManager& files = manager.manager.emplace();
        for (const RoutingEngine engine : engines)
            files.engines.push_back({engine, {}, {}});
        for (const Guid root : roots)
            files.guids.push_back({.list = SmGuid::List::root, .guid = root});
        if (!roots.empty())
            files.files.push_back({"root_guid_file", "root_guid.conf", SourceId{1}, {}});
    }
    return link(std::move(devices), {}, {});
}

SubnetMaker make_ring(std::uint32_t count)
{
    SubnetMaker maker;
    for (std::uint32_t one = 0; one < count; ++one)
        maker.add_switch(fmt::format("ring{}", one));
    for (std::uint32_t one = 0; one < count; ++one)
        maker.connect(one, 1, (one + 1) % count, 2);
    for (std::uint32_t one = 0; one < count; ++one)
        maker.add_host(fmt::format("host{}", one), one, 3);
    return maker;
}

SubnetMaker make_torus(std::uint32_t width, std::uint32_t height)
{
    SubnetMaker maker;
    for (std::uint32_t y = 0; y < height; ++y) {
        for (std::uint32_t x = 0; x < width; ++x)
            maker.add_switch(fmt::format("torus{}.{}", x, y));
    }
    for (std::uint32_t y = 0; y < height; ++y) {
        for (std::uint32_t x = 0; x < width; ++x) {
            maker.connect(y * width + x, 1, y * width + (x + 1) % width, 2);
            maker.connect(y * width + x, 3, (y + 1) % height * width + x, 4);
        }
    }
    for (std::uint32_t one = 0; one < width * height; ++one)
        maker.add_host(fmt::format("host{}", one), one, 5);
    return maker;
}

SubnetMaker make_pods(bool swapped)
{
    constexpr std::uint32_t pods = 4;
    SubnetMaker maker;
    for (std::uint32_t pod = 0; pod < pods; ++pod) {
        for (std::uint32_t one = 0; one < 4; ++one)
            maker.add_switch(fmt::format("{}{}.{}", one < 2 ? "leaf" : "spine", pod, one % 2));
    }
    for (std::uint32_t core = 0; core < 4; ++core)
        maker.add_switch(fmt::format("core{}.{}", core / 2, core % 2));
    for (std::uint32_t pod = 0; pod < pods; ++pod) {
        for (std::uint32_t leaf = 0; leaf < 2; ++leaf) {
            for (std::uint32_t plane = 0; plane < 2; ++plane) {
                const bool moved = swapped && pod < 2 && leaf == 0 && plane == 0;
                const std::uint32_t to = moved ? 1 - pod : pod;
                maker.connect(pod * 4 + leaf,
                    static_cast<std::uint8_t>(3 + plane),
                    to * 4 + 2 + plane,
                    static_cast<std::uint8_t>(1 + leaf));
            }
        }
        for (std::uint32_t plane = 0; plane < 2; ++plane) {
            for (std::uint32_t core = 0; core < 2; ++core)
                maker.connect(pod * 4 + 2 + plane,
                    static_cast<std::uint8_t>(3 + core),
                    pods * 4 + plane * 2 + core,
                    static_cast<std::uint8_t>(1 + pod));
        }
    }
    for (std::uint32_t pod = 0; pod < pods; ++pod) {
        for (std::uint32_t host = 0; host < 4; ++host)
            maker.add_host(fmt::format("host{}.{}", pod, host),
                pod * 4 + host / 2,
                static_cast<std::uint8_t>(1 + host % 2));
    }
    return maker;
}

}
