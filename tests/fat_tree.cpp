// SPDX-License-Identifier: Apache-2.0
#include "tests/fat_tree.h"

#include <fmt/format.h>

#include <utility>

namespace rocelint::testing {
namespace {

constexpr Priority lossless = 3;
constexpr Dscp rdma_dscp = 26;
constexpr std::uint8_t classes = 8;
constexpr std::uint64_t rate = 400'000'000'000;
constexpr std::uint64_t frame = 9216;

ClassMap identity(MapKind kind, OriginId why)
{
    ClassMap map;
    map.kind = kind;
    for (std::uint8_t number = 0; number < classes; ++number)
        map.set(number, number, why);
    return map;
}

void add_maps(Device& device, bool deviates, OriginId why)
{
    ClassMap dscps;
    dscps.kind = MapKind::dscp_to_tc;
    for (std::uint8_t dscp = 0; dscp < 64; ++dscp)
        dscps.set(dscp, static_cast<std::uint8_t>(dscp / classes), why);
    if (deviates)
        dscps.set(rdma_dscp, 0, why);
    device.maps.push_back(dscps);
    for (const MapKind kind : {MapKind::tc_to_queue,
             MapKind::tc_to_priority_group,
             MapKind::priority_to_queue,
             MapKind::priority_to_priority_group})
        device.maps.push_back(identity(kind, why));
    EcnProfile profile;
    EcnCurve curve;
    curve.marks = {true, why};
    curve.drops = {false, why};
    curve.min_threshold = {Bytes{150'000}, why};
    curve.max_threshold = {Bytes{1'500'000}, why};
    curve.max_probability = {Percent::whole(5), why};
    profile.curves.push_back(curve);
    device.ecn_profiles.push_back(profile);
}

void set_up(Port& port, OriginId why)
{
    port.admin_up = {true, why};
    port.speed = {BitsPerSecond{rate}, why};
    port.max_frame = {Bytes{frame}, why};
    port.pfc_rx = port.pfc_tx = {PrioritySet::of(lossless), why};
    port.pause_rx = port.pause_tx = {false, why};
    port.trust = {Trust::dscp, why};
}

Device make_switch(std::string name, Role role, const FatTree& shape, bool deviates)
{
    Device device;
    device.name = std::move(name);
    device.name_is_configured = true;
    device.platform = "sample-nos";
    const OriginId why = device.origins.explicit_at({0, 0, 0});
    device.role = {role, why};
    add_maps(device, deviates, why);
    for (std::uint32_t index = 0; index < shape.ports; ++index) {
        Port port;
        port.name = device.arena->keep(fmt::format("p{}", index));
        set_up(port, why);
        port.dscp_to_tc = {Ref{0}, why};
        port.tc_to_queue = {Ref{1}, why};
        port.tc_to_priority_group = {Ref{2}, why};
        port.priority_to_queue = {Ref{3}, why};
        port.priority_to_priority_group = {Ref{4}, why};
        port.ingress_policy = {Ref{}, why};
        port.watchdog.enabled = {true, why};
        port.queues_visible = port.groups_visible = true;
        port.first_queue = static_cast<std::uint32_t>(device.queues.size());
        port.first_group = static_cast<std::uint32_t>(device.groups.size());
        port.queue_count = port.group_count = classes;
        for (std::uint8_t number = 0; number < classes; ++number) {
            device.queues.push_back(
                {number, {number == lossless ? Ref{0} : Ref{}, why}, {Ref{}, why}, {Ref{}, why}});
            device.groups.push_back({number, {Ref{}, why}, {number == lossless, why}});
        }
        device.ports.push_back(port);
    }
    return device;
}

Device make_host(std::string name)
{
    Device device;
    device.name = std::move(name);
    device.name_is_configured = true;
    device.platform = "sample-nos";
    device.kind = DeviceKind::host;
    const OriginId why = device.origins.explicit_at({0, 0, 0});
    device.role = {Role::host, why};
    ClassMap dscps;
    dscps.kind = MapKind::dscp_to_tc;
    for (std::uint8_t dscp = 0; dscp < 64; ++dscp)
        dscps.set(dscp, static_cast<std::uint8_t>(dscp / classes), why);
    device.maps.push_back(dscps);
    Port port;
    port.name = "p0";
    set_up(port, why);
    port.dscp_to_tc = {Ref{0}, why};
    port.tc_to_queue = port.priority_to_queue = port.ingress_policy = {Ref{}, why};
    port.nic = 0;
    device.ports.push_back(port);
    Nic nic;
    nic.rdma_device = "mlx5_0";
    nic.traffic_class = {static_cast<std::uint8_t>((rdma_dscp << 2) | 2), why};
    nic.ecn_notification = nic.ecn_reaction = {PrioritySet::of(lossless), why};
    nic.rdma_mtu = {Bytes{4096}, why};
    device.nics.push_back(nic);
    return device;
}

// A cable between two switches or a switch and a host.
struct End {
    std::string device;
    std::uint32_t port;
};

void cable(Topology& topology, const End& a, const End& b)
{
    TopologyLink link;
    link.a_device = a.device;
    link.a_port = fmt::format("p{}", a.port);
    link.b_device = b.device;
    link.b_port = fmt::format("p{}", b.port);
    topology.links.push_back(std::move(link));
}

void cable_pod(Topology& topology, const FatTree& shape, std::uint32_t pod)
{
    const std::uint32_t half = shape.half();
    for (std::uint32_t leaf = 0; leaf < half; ++leaf) {
        const std::string name = fmt::format("leaf{}", pod * half + leaf);
        for (std::uint32_t host = 0; host < half; ++host)
            cable(topology, {name, host}, {fmt::format("host{}", (pod * half + leaf) * half + host), 0});
        for (std::uint32_t agg = 0; agg < half; ++agg)
            cable(topology, {name, half + agg}, {fmt::format("agg{}", pod * half + agg), leaf});
    }
    for (std::uint32_t agg = 0; agg < half; ++agg) {
        for (std::uint32_t core = 0; core < half; ++core)
            cable(topology,
                {fmt::format("agg{}", pod * half + agg), half + core},
                {fmt::format("core{}", agg * half + core), pod});
    }
}

}

Fabric make_fat_tree(const FatTree& shape)
{
    std::vector<Device> devices;
    Topology topology;
    topology.path = "fat_tree";
    for (std::uint32_t leaf = 0; leaf < shape.leaves(); ++leaf)
        devices.push_back(make_switch(
            fmt::format("leaf{}", leaf), Role::leaf, shape, shape.deviating_leaf == std::optional(leaf)));
    for (std::uint32_t agg = 0; agg < shape.leaves(); ++agg)
        devices.push_back(make_switch(fmt::format("agg{}", agg), Role::spine, shape, false));
    for (std::uint32_t core = 0; core < shape.cores(); ++core)
        devices.push_back(make_switch(fmt::format("core{}", core), Role::super_spine, shape, false));
    if (shape.own_asns) {
        constexpr std::uint32_t first_private_asn = 4'200'000'000;
        for (std::uint32_t index = 0; index < devices.size(); ++index)
            devices[index].forwarding.bgp_asn
                = {first_private_asn + index, devices[index].origins.explicit_at({0, 0, 0})};
    }
    for (std::uint32_t host = 0; host < shape.leaves() * shape.half(); ++host)
        devices.push_back(make_host(fmt::format("host{}", host)));
    for (std::uint32_t pod = 0; pod < shape.ports; ++pod)
        cable_pod(topology, shape, pod);
    return link(std::move(devices), {}, std::move(topology));
}

}
