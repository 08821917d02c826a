// SPDX-License-Identifier: Apache-2.0
#include "analysis/analysis.h"
#include "analysis/port_signs.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>

namespace rocelint {
namespace {

// Fabrics made by hand: leaves with RDMA hosts, and whatever else is connected to them.
struct Sketch {
    std::vector<Device> devices;
    Topology topology;

    void add_switch(std::string name, std::initializer_list<std::string_view> ports)
    {
        Device device;
        device.name = std::move(name);
        device.platform = "sketch";
        for (const std::string_view port : ports)
            device.ports.push_back({.name = port});
        devices.push_back(std::move(device));
    }
    void add_host(std::string name)
    {
        add_switch(std::move(name), {"eth0"});
        Device& host = devices.back();
        host.kind = DeviceKind::host;
        host.nics.push_back({.rdma_device = "mlx5_0", .port = 0});
        host.nics[0].traffic_class = {106, host.origins.default_of("as a capture would say")};
        host.ports[0].nic = 0;
    }
    void connect(std::string a, std::string a_port, std::string b, std::string b_port)
    {
        topology.path = "topology.yaml";
        topology.links.push_back(
            {std::move(a), std::move(a_port), std::move(b), std::move(b_port), {}, {}, {}});
    }
};

TEST_CASE("links between leaves with RDMA hosts are on a path, those to dead ends are not")
{
    Sketch sketch;
    sketch.add_switch("leaf1", {"1", "2", "3", "4"});
    sketch.add_switch("leaf2", {"1", "2"});
    sketch.add_switch("spine", {"1", "2"});
    sketch.add_switch("border", {"1", "2"});
    sketch.add_host("host1");
    sketch.add_host("host2");
    sketch.connect("leaf1", "1", "host1", "eth0");
    sketch.connect("leaf2", "1", "host2", "eth0");
    sketch.connect("leaf1", "2", "spine", "1");
    sketch.connect("leaf2", "2", "spine", "2");
    // Two cables to the same neighbour are still a dead end.
    sketch.connect("leaf1", "3", "border", "1");
    sketch.connect("leaf1", "4", "border", "2");
    const Fabric fabric = link(std::move(sketch.devices), {}, std::move(sketch.topology));
    const Policy policy;
    const Analysis analysis = analyse(fabric, policy);
    const auto evidence = [&](std::string_view device, std::string_view port) {
        const std::uint32_t index = *fabric.find_device(device);
        return analysis.judgement({index, fabric.devices[index].find_port(port)}).evidence;
    };
    CHECK(evidence("leaf1", "1") == EvidenceKind::rdma_host);
    CHECK(evidence("leaf1", "2") == EvidenceKind::path);
    CHECK(evidence("spine", "1") == EvidenceKind::path);
    CHECK(evidence("spine", "2") == EvidenceKind::path);
    CHECK(evidence("leaf1", "3") == EvidenceKind::none);
    CHECK(evidence("leaf1", "4") == EvidenceKind::none);
    CHECK(evidence("border", "1") == EvidenceKind::none);
}

TEST_CASE(
    "a switch without signs of RDMA is meant for it if its neighbour is, with classes stated or inferred")
{
    const auto judged = [](Role role, bool stated) {
        Sketch sketch;
        sketch.add_switch("leaf", {"1"});
        sketch.add_switch("spine", {"1"});
        Device& leaf = sketch.devices[0];
        leaf.ports[0].pfc_tx = {PrioritySet{0x08}, leaf.origins.default_of("by hand")};
        sketch.connect("leaf", "1", "spine", "1");
        sketch.devices[0].role = {Role::leaf, leaf.origins.default_of("by hand")};
        sketch.devices[1].role = {role, sketch.devices[1].origins.default_of("by hand")};
        const Fabric fabric = link(std::move(sketch.devices), {}, std::move(sketch.topology));
        Policy policy;
        if (stated)
            policy.classes = ClassModel{.classes = {RdmaClass{.priority = 3}}};
        const Analysis analysis = analyse(fabric, policy);
        return analysis.judgement({*fabric.find_device("spine"), 0}).evidence;
    };
    CHECK(judged(Role::spine, true) == EvidenceKind::far_end);
    CHECK(judged(Role::border, true) == EvidenceKind::none);
    CHECK(judged(Role::spine, false) == EvidenceKind::far_end);
    CHECK(judged(Role::border, false) == EvidenceKind::none);
}

TEST_CASE("a planned storage host without captures carries RDMA where the policy states a class for storage")
{
    for (const bool is_for_storage : {false, true}) {
        CAPTURE(is_for_storage);
        Sketch sketch;
        sketch.add_switch("stor-leaf", {"1", "2"});
        sketch.add_switch("leaf1", {"1", "2"});
        sketch.add_host("host1");
        sketch.connect("leaf1", "1", "host1", "eth0");
        sketch.connect("leaf1", "2", "stor-leaf", "2");
        sketch.connect("stor-leaf", "1", "stor1", "eth0");
        sketch.topology.devices.push_back({.name = "stor-leaf", .role = Role::border});
        sketch.topology.devices.push_back({.name = "stor1", .role = Role::storage});
        const Fabric fabric = link(std::move(sketch.devices), {}, std::move(sketch.topology));
        Policy policy;
        ClassModel classes;
        classes.classes.push_back({.name = "storage", .priority = 3, .used_by_hosts = true});
        classes.classes.back().roles = {Role::host};
        if (is_for_storage)
            classes.classes.back().roles.push_back(Role::storage);
        classes.classes.back().dscps.insert(26);
        policy.classes = classes;
        const Analysis analysis = analyse(fabric, policy);
        // Both the host's port and the link that leads to it.
        for (const std::uint32_t port : {0U, 1U}) {
            const Judgement& judgement = analysis.judgement({0, port});
            CHECK((judgement.verdict == Verdict::roce) == is_for_storage);
            CHECK((judgement.evidence == (port == 0 ? EvidenceKind::topology : EvidenceKind::path))
                == is_for_storage);
        }
    }
}

TEST_CASE(
    "a watchdog of the whole switch is no sign of RDMA on its ports, one of a port or of its profile is")
{
    Device device;
    device.ports.push_back({.name = "1"});
    Port& port = device.ports[0];
    const SourceSet sources{1};
    const Span whole{0, 0, 4};
    const Span own{0, 10, 4};
    port.watchdog.enabled = {true, device.origins.inherited(whole, whole)};
    CHECK_FALSE(find_port_sign(device, port, sources).has_value());
    port.watchdog.enabled = {true, device.origins.inherited(own, whole)};
    CHECK(find_port_sign(device, port, sources).has_value());
    port.watchdog.enabled = {true, device.origins.explicit_at(own)};
    CHECK(find_port_sign(device, port, sources) == std::optional(own));
    port.watchdog.enabled = {false, device.origins.explicit_at(own)};
    CHECK_FALSE(find_port_sign(device, port, sources).has_value());
}

TEST_CASE("a switch pauses what at least half of the switches pause, and a minority makes no class")
{
    std::vector<Device> devices;
    for (const PrioritySet paused : {PrioritySet{0x08}, PrioritySet{0x08}, PrioritySet{0x28}}) {
        Device device;
        device.name = "leaf" + std::to_string(devices.size());
        device.ports.push_back({.name = "1"});
        device.ports[0].pfc_tx = {paused, device.origins.default_of("by hand")};
        devices.push_back(std::move(device));
    }
    const Fabric fabric = link(std::move(devices), {}, {});
    const ClassModel model = infer_classes(fabric);
    REQUIRE(model.classes.size() == 1);
    CHECK(model.classes[0].priority == 3);
    CHECK_FALSE(model.classes[0].ecn);
    CHECK(model.assumed);
}

TEST_CASE("a job belongs to the host whose folder it is in, otherwise to none")
{
    SourceSet sources;
    std::vector<Device> devices;
    const auto add = [&](DeviceKind kind, std::string_view path) {
        Device device;
        device.kind = kind;
        device.name = std::string(path);
        device.files.push_back(static_cast<SourceId>(devices.size()));
        sources.put(std::make_unique<Source>(device.files[0], std::string(path), ""));
        devices.push_back(std::move(device));
    };
    add(DeviceKind::host, "hosts/host1/mlnx_qos.txt");
    add(DeviceKind::host, "hosts/host2/mlnx_qos.txt");
    add(DeviceKind::job, "hosts/host2/env/nccl.conf");
    add(DeviceKind::job, "jobs/train.env");
    add(DeviceKind::job, "hosts/host20/nccl.conf");
    add(DeviceKind::job, "nccl.conf");
    const Fabric fabric = link(std::move(devices), std::move(sources), {});
    CHECK(fabric.host_of_job[2] == 1);
    CHECK_FALSE(fabric.host_of_job[3]);
    CHECK_FALSE(fabric.host_of_job[4]);
    CHECK_FALSE(fabric.host_of_job[5]);
    CHECK(fabric.jobs.size() == 4);
}

}
}
