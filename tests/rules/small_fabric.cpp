// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/small_fabric.h"

#include "rules/engine/engine.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::test {

void SmallFabric::add(std::string_view name, Role role, std::string_view plane)
{
    nodes_.push_back({.name = std::string(name), .role = role, .plane = std::string(plane)});
}

void SmallFabric::add_host(std::string_view name, Role role)
{
    nodes_.push_back({.name = std::string(name), .role = role, .host = true});
}

void SmallFabric::plan(std::string_view name, Role role)
{
    nodes_.push_back({.name = std::string(name), .role = role, .collected = false});
}

void SmallFabric::rail(std::string_view leaf, std::uint32_t number) { node(leaf).rail = number; }

SmallFabric::Node& SmallFabric::node(std::string_view name)
{
    const auto found = std::ranges::find(nodes_, name, &Node::name);
    if (found != nodes_.end())
        return *found;
    nodes_.push_back({.name = std::string(name), .collected = false});
    return nodes_.back();
}

std::string SmallFabric::new_port(Node& node, std::uint32_t gigabits)
{
    node.ports.push_back(gigabits);
    return fmt::format("p{}", node.ports.size());
}

void SmallFabric::cable(std::string_view a, std::string_view b, std::uint32_t gigabits)
{
    const std::string a_port = new_port(node(a), gigabits);
    const std::string b_port = new_port(node(b), gigabits);
    wires_.push_back({std::string(a), a_port, std::string(b), b_port});
}

void SmallFabric::open_end(std::string_view device, std::string_view neighbour)
{
    constexpr std::uint32_t usual_speed = 100;
    wires_.push_back(
        {std::string(device), new_port(node(device), usual_speed), std::string(neighbour), "p1"});
}

std::unique_ptr<LinkedFabric> SmallFabric::build() const
{
    std::vector<Device> devices;
    Topology topology;
    topology.path = "topology.yaml";
    for (const Node& one : nodes_) {
        TopologyDevice planned{.name = one.name, .role = one.role, .plane = one.plane};
        if (one.rail != Port::no_index)
            planned.rail = one.rail;
        if (one.role != Role::unknown)
            topology.devices.push_back(planned);
        if (!one.collected)
            continue;
        Device& device = devices.emplace_back();
        device.name = one.name;
        device.kind = one.host ? DeviceKind::host : DeviceKind::network_switch;
        device.platform = "test";
        const OriginId here = device.origins.default_of("this test");
        for (std::uint32_t index = 0; index < one.ports.size(); ++index) {
            Port port;
            port.name = device.arena->keep(fmt::format("p{}", index + 1));
            constexpr std::uint64_t giga = 1'000'000'000;
            port.speed = {BitsPerSecond{one.ports[index] * giga}, here};
            port.pfc_rx = port.pfc_tx = {PrioritySet::of(3), here};
            if (one.host) {
                port.nic = index;
                Nic nic;
                nic.rdma_device = device.arena->keep(fmt::format("mlx5_{}", index));
                nic.port = index;
                device.nics.push_back(nic);
            }
            device.ports.push_back(port);
        }
    }
    for (const Wire& wire : wires_)
        topology.links.push_back(
            {.a_device = wire.a, .a_port = wire.a_port, .b_device = wire.b, .b_port = wire.b_port});
    auto made = std::make_unique<LinkedFabric>();
    if (!assumed_) {
        ClassModel classes;
        classes.classes.push_back({.name = "rdma", .priority = 3, .used_by_hosts = true});
        classes.classes.back().dscps.insert(26);
        made->policy.classes = classes;
    }
    for (const StatedParameter& one : parameters_)
        made->policy.rules[one.code].parameters[one.name] = {one.value};
    made->fabric = link(std::move(devices), SourceSet{0}, std::move(topology));
    made->analysis = analyse(made->fabric, made->policy);
    return made;
}

std::string SmallFabric::findings() const
{
    const auto linked = build();
    std::string out;
    for (const Finding& finding : check(linked->analysis, {.select = {"TOP"}}, {}, "2026-01-01").findings)
        out += fmt::format("{} {} {}\n", name_of(finding.severity), finding.rule->code, finding.message);
    return out;
}

std::size_t SmallFabric::not_checked(std::string_view code) const
{
    const auto linked = build();
    const Report report = check(linked->analysis, {.select = {"TOP"}}, {}, "2026-01-01");
    return static_cast<std::size_t>(std::ranges::count_if(
        report.not_checked, [code](const NotChecked& row) { return row.rule->code == code; }));
}

}
