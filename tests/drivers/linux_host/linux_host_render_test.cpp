// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "models/fabric/design.h"
#include "tests/drivers/host_reading.h"

#include <doctest/doctest.h>

namespace rocelint::tests {
namespace {

DscpSet all_but(DscpSet some) { return DscpSet::all() - some; }

DeviceDesign host_design(std::string nic)
{
    DscpSet rdma;
    rdma.insert(26);
    DscpSet cnp;
    cnp.insert(48);
    DeviceDesign design;
    design.name = "gpu-01";
    design.platform = "linux-host";
    design.nic = std::move(nic);
    design.role = Role::host;
    design.classes
        = {{"best-effort", 0, all_but(rdma | cnp), false, false, SchedulerKind::weighted, Percent::whole(40)},
            {"rdma", 3, rdma, true, true, SchedulerKind::weighted, Percent::whole(60)},
            {"cnp", 6, cnp, false, false, SchedulerKind::strict, {}}};
    design.cnp_priority = Priority{6};
    design.cnp_dscp = Dscp{48};
    design.rdma_tos = 106;
    for (const char* name : {"ens1f0np0", "ens2f0np0"}) {
        PortDesign port;
        port.name = name;
        port.peer_device = "leaf1";
        port.peer_port = "Ethernet0";
        port.speed = {400'000'000'000};
        port.cable = {5};
        port.ip_mtu = {9000};
        port.max_frame = {9014};
        port.rdma = true;
        port.lossless = {{.priority = 3}};
        design.ports.push_back(port);
    }
    return design;
}

void check_port(const ReadFiles& host, const Port& port)
{
    CHECK(port.ip_mtu.is(Bytes{9000}));
    CHECK(port.pause_rx.is(false));
    CHECK(port.pause_tx.is(false));
    CHECK(port.pfc_tx.is(PrioritySet::of(3)));
    CHECK(port.trust.is(Trust::dscp));
    for (Dscp dscp = 0; dscp < 64; ++dscp) {
        const std::uint8_t wanted = dscp == 26 ? 3 : dscp == 48 ? 6 : 0;
        CHECK(classify_dscp(host.device(), port, dscp).queue.is(wanted));
    }
    const auto scheduler = [&](std::uint8_t number) -> const Scheduler& {
        return host.device().schedulers[host.device().queue(port, number)->scheduler.value.index];
    };
    CHECK(scheduler(0).bandwidth.is(Percent::whole(40)));
    CHECK(scheduler(3).bandwidth.is(Percent::whole(60)));
    CHECK(scheduler(6).kind.is(SchedulerKind::strict));
}

}

TEST_CASE("what is rendered for a host is read back as the design")
{
    const DeviceDesign design = host_design("mlx5");
    const Rendering rendering = find_driver("linux-host")->render(design);
    REQUIRE(rendering.files.size() == 2);
    CHECK(rendering.files[0].name == "rocelint-gpu-01.sh");
    CHECK(rendering.files[0].executable);
    const ReadFiles host("linux-host",
        {{"gpu-01/rocelint-gpu-01.sh", rendering.files[0].text},
            {"gpu-01/rocelint-gpu-01.service", rendering.files[1].text}});
    CHECK(host.all_recognised());
    CHECK(host.gaps(0) == "");
    CHECK(host.gaps(1) == "");
    CHECK(host.problems().empty());
    CHECK(host.device().name == "gpu-01");
    REQUIRE(host.device().ports.size() == 2);
    for (const Port& port : host.device().ports) {
        check_port(host, port);
        CHECK(port.cable_length.is(Metres{5}));
        REQUIRE(port.nic < host.device().nics.size());
        const Nic& nic = host.device().nics[port.nic];
        CHECK(nic.ecn_notification.is(PrioritySet::of(3)));
        CHECK(nic.ecn_reaction.is(PrioritySet::of(3)));
        CHECK(nic.cnp_dscp.is(48));
        CHECK(nic.cnp_priority.is(6));
        CHECK(nic.traffic_class.is(106));
        CHECK(nic.cm_tos.is(106));
        CHECK(nic.cm_version.is(RoceVersion::v2));
    }
}

TEST_CASE("a NIC other than mlx5 is configured with dcb, and settings that need its own tool are reported")
{
    const Rendering rendering = find_driver("linux-host")->render(host_design("bnxt"));
    REQUIRE(rendering.files.size() == 2);
    CHECK(rendering.files[0].text.find("mlnx_qos") == std::string::npos);
    REQUIRE(rendering.left_out.size() == 1);
    CHECK(rendering.left_out[0].find("NIC's own tool (bnxt") != std::string::npos);
    const ReadFiles host("linux-host", {{"gpu-01/rocelint-gpu-01.sh", rendering.files[0].text}});
    CHECK(host.gaps() == "");
    REQUIRE(host.device().ports.size() == 2);
    for (const Port& port : host.device().ports)
        check_port(host, port);
}

TEST_CASE("a host whose name cannot be a file name is left out")
{
    DeviceDesign design = host_design("mlx5");
    design.name = "../x";
    const Rendering rendering = find_driver("linux-host")->render(design);
    CHECK(rendering.files.empty());
    CHECK(rendering.left_out.size() == 1);
}

}
