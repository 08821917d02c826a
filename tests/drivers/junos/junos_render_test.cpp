// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/junos/junos_case.h"
#include "tests/drivers/render_design.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

namespace rocelint::junos_case {
namespace {

using render_design::add_port;
using render_design::mixed_port;
using render_design::switch_design;
using render_design::Wanted;

DeviceDesign rendered_leaf(bool two_classes)
{
    DeviceDesign design = switch_design("junos", "leaf1", Role::leaf, two_classes);
    design.model = "QFX5240-64OD";
    for (std::uint32_t index = 0; index < 64; ++index) {
        Wanted wanted = mixed_port(index, fmt::format("et-0/0/{}", index));
        if (wanted.peer_role == Role::spine)
            wanted.peer_port = "et-0/0/0:1";
        PortDesign& port = add_port(design, wanted);
        for (LosslessDesign& each : port.lossless)
            each.xoff.reset();
    }
    return design;
}

std::string rendered_text(const DeviceDesign& design)
{
    return junos::driver.render(design).files.at(0).text;
}

bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

std::string said_by(const Rendering& rendering)
{
    return fmt::format("{}", fmt::join(rendering.left_out, "\n"));
}

void check_rendered_port(const Case& read, const DeviceDesign& design, const PortDesign& wanted)
{
    const Device& device = read.device();
    const Port& port = read.port(wanted.name);
    CAPTURE(wanted.name);
    CHECK(port.speed.is(wanted.speed));
    CHECK(port.max_frame.is(wanted.max_frame));
    CHECK(port.ip_mtu.is(wanted.ip_mtu));
    CHECK(port.cable_length.is(wanted.cable));
    CHECK(port.trust.is(Trust::dscp));
    CHECK(port.description == wanted.peer_device + ":" + wanted.peer_port);
    if (wanted.speed.count <= 100'000'000'000)
        CHECK(port.fec.is(wanted.fec));
    CHECK(port.pfc_rx.is(design.lossless()));
    CHECK(port.pfc_tx.is(design.lossless()));
    CHECK(port.watchdog.enabled.is(true));
    CHECK(port.watchdog.detection.is(*design.watchdog.detection));
    CHECK(port.watchdog.restoration.is(*design.watchdog.restoration));
    CHECK(port.watchdog.poll.is(*design.watchdog.poll));
    CHECK(port.watchdog.action.is(WatchdogAction::drop));
    for (const ClassDesign& each : design.classes) {
        CAPTURE(each.name);
        for (const Dscp dscp : each.dscps)
            CHECK(device.map(port.dscp_to_tc)->at_point(dscp) == each.priority);
        const Queue& queue = *device.queue(port, each.priority);
        const Scheduler& scheduler = device.schedulers.at(queue.scheduler.value.index);
        CHECK(scheduler.kind.is(each.scheduler));
        if (each.scheduler == SchedulerKind::weighted)
            CHECK(scheduler.bandwidth.is(each.bandwidth));
        CHECK(queue.ecn.known());
        CHECK(queue.ecn.value.none() != each.ecn);
        if (each.lossless) {
            CHECK(device.map(port.priority_to_queue)->at_point(each.priority) == each.priority);
            CHECK(device.map(port.tc_to_priority_group)->at_point(each.priority) == each.priority);
            CHECK(device.group(port, each.priority)->lossless.is(true));
        }
    }
    for (const LosslessDesign& each : wanted.lossless) {
        const EcnProfile& ecn = device.ecn_profiles.at(device.queue(port, each.priority)->ecn.value.index);
        CHECK(ecn.marks());
        CHECK(ecn.curves.at(0).min_fill.is(Percent::whole(55)));
        CHECK(ecn.curves.at(0).max_fill.is(Percent::whole(90)));
        CHECK(ecn.curves.at(0).max_probability.is(each.ecn->max_probability));
    }
}

TEST_CASE("a rendered Junos leaf of 64 ports reads as its design, with one and with two lossless classes")
{
    for (const bool two_classes : {false, true}) {
        CAPTURE(two_classes);
        const DeviceDesign design = rendered_leaf(two_classes);
        const Rendering rendering = junos::driver.render(design);
        REQUIRE(rendering.files.size() == 1);
        CHECK(rendering.files[0].name == "leaf1.conf");
        CHECK(rendering.left_out.size() == 3);
        const Case read(rendering.files[0].text);
        CHECK(read.first_problem() == "");
        CHECK(read.coverage.count(CoverageState::unrecognised) == 0);
        CHECK(read.coverage.count(CoverageState::unsupported) == 0);
        CHECK(read.device().name == "leaf1");
        CHECK_FALSE(read.device().fragment);
        CHECK(read.device().ports.size() == 64);
        for (const PortDesign& port : design.ports)
            check_rendered_port(read, design, port);
        CHECK(rendered_text(design) == rendering.files[0].text);
    }
}

TEST_CASE("Junos recognises its own rendering")
{
    const std::string text = rendered_text(rendered_leaf(false));
    const Source source(0, "leaf1.conf", text);
    CHECK(detect(junos::driver, source).confidence >= 50);
}

TEST_CASE(
    "ports with cables of the same length share a congestion notification profile that states cable and largest packet")
{
    const std::string text = rendered_text(rendered_leaf(false));
    CHECK(holds(text, R"(    congestion-notification-profile {
        rdma-3m {
            pfc-watchdog {
                detection 2;
                recovery 400;
                poll-interval 100;
            }
            input {
                dscp {
                    code-point 011010 {
                        pfc;
                        mru 9114;
                    }
                }
                cable-length 3;
            }
            output {
                ieee-802.1 {
                    code-point 011 {
                        flow-control-queue 3;
                    }
                }
            }
        }
        rdma-5m {
)"));
    CHECK(holds(text, "        class rdma queue-num 3 no-loss pfc-priority 3;\n"));
    CHECK(holds(text,
        "        et-0/0/2 {\n            congestion-notification-profile rdma-40m;\n            scheduler-map rdma;\n"));
}

TEST_CASE("the packet size for headroom is read, and defaults to 2500 bytes")
{
    const std::string text = rendered_text(rendered_leaf(false));
    std::string smaller = text;
    smaller.replace(smaller.find("mru 9114;"), 9, "mru 1500;");
    std::string without = text;
    for (std::size_t at = without.find("mru 9114;"); at != std::string::npos; at = without.find("mru 9114;"))
        without.erase(at, 9);
    CHECK(Case(text).port("et-0/0/0").headroom_packet.is(Bytes{9114}));
    CHECK(Case(smaller).port("et-0/0/0").headroom_packet.is(Bytes{1500}));
    CHECK(Case(without).port("et-0/0/0").headroom_packet.is(Bytes{2500}));
    CHECK(Case(without).port("et-0/0/0").headroom_packet.origin.kind() == OriginKind::default_);
}

TEST_CASE("channels of one port state their number and speed once on Evolved, and under chassis on Junos OS")
{
    DeviceDesign design = switch_design("junos", "spine1", Role::spine);
    design.model = "QFX5240-64OD";
    for (const char* name : {"et-0/0/4:0", "et-0/0/4:1", "et-0/0/4:2", "et-0/0/5"})
        add_port(design, {.name = name, .peer = "leaf1", .peer_port = "et-0/0/1", .peer_role = Role::leaf});
    const std::string evolved = rendered_text(design);
    CHECK(holds(evolved,
        "    et-0/0/4 {\n        speed 100g;\n        number-of-sub-ports 4;\n    }\n    et-0/0/4:0 {\n"));
    const Case read(evolved);
    CHECK(read.first_problem() == "");
    CHECK(read.port("et-0/0/4:2").speed.is(BitsPerSecond{100'000'000'000}));
    CHECK(read.port("et-0/0/5").speed.is(BitsPerSecond{100'000'000'000}));
    CHECK(read.coverage.count(CoverageState::unrecognised) == 0);

    design.model = "qfx5120-32c";
    const Rendering unsplit = junos::driver.render(design);
    CHECK_FALSE(holds(unsplit.files[0].text, "channel-speed"));
    CHECK(holds(said_by(unsplit), "channels of et-0/0/4 with 100g: channel-speed takes 10g, 25g and 50g"));
    for (PortDesign& port : design.ports)
        port.speed = BitsPerSecond{25'000'000'000};
    const Rendering older = junos::driver.render(design);
    CHECK(holds(older.files[0].text, R"(chassis {
    fpc 0 {
        pic 0 {
            port 4 {
                channel-speed 25g;
            }
        }
    }
}
)"));
    CHECK_FALSE(holds(older.files[0].text, "pfc-watchdog"));
    CHECK(holds(said_by(older), "the PFC watchdog"));
    CHECK(holds(said_by(older), "speeds of ports that are not split"));
    const Case old(older.files[0].text);
    CHECK(old.first_problem() == "");
    CHECK(old.port("et-0/0/4:1").speed.is(BitsPerSecond{25'000'000'000}));
    CHECK(old.coverage.count(CoverageState::unrecognised) == 0);
}

TEST_CASE("a Junos port without RDMA gets classification and shares, but no PFC and no marking")
{
    DeviceDesign design = rendered_leaf(false);
    PortDesign& empty = design.ports[7];
    empty.rdma = false;
    empty.lossless.clear();
    empty.peer_device.clear();
    const Case read(rendered_text(design));
    const Port& port = read.port("et-0/0/7");
    CHECK(port.pfc_tx.is(PrioritySet{}));
    CHECK(port.description == "");
    CHECK(read.device().queue(port, 3)->ecn.value.none());
    CHECK(read.device().map(port.dscp_to_tc)->at_point(26) == 3);
    CHECK(read.first_problem() == "");
    CHECK(read.coverage.count(CoverageState::unrecognised) == 0);
}

TEST_CASE("partitions follow from known memory and headroom, otherwise from the validated design")
{
    DeviceDesign design = rendered_leaf(false);
    CHECK(holds(said_by(junos::driver.render(design)), "those of Juniper's validated design"));
    const auto partition = [](const Case& read, std::string_view name) {
        for (const BufferPool& pool : read.device().pools) {
            if (pool.name == name)
                return pool.partition.value.hundredths / 100;
        }
        return 0U;
    };
    CHECK(partition(Case(rendered_text(design)), "ingress lossless-headroom") == 24);
    for (PortDesign& port : design.ports)
        port.lossless[0].xoff = Bytes{300'000};
    design.memory.ingress_lossless = Bytes{100'000'000};
    design.memory.ingress_lossy = Bytes{10'000'000};
    const Case read(rendered_text(design));
    // 64 x 300 kB of 129.2 MB is 14.9 %.
    CHECK(partition(read, "ingress lossless-headroom") == 15);
    CHECK(partition(read, "ingress lossless") == 77);
    CHECK(partition(read, "ingress lossy") == 8);
    CHECK(partition(read, "egress lossless") == 77);
    CHECK(partition(read, "egress lossy") == 8);
}

TEST_CASE("values that Junos cannot express exactly are rounded and reported")
{
    DeviceDesign design = rendered_leaf(false);
    design.classes[0].bandwidth = Percent{3950};
    design.classes[1].bandwidth = Percent{6050};
    design.watchdog.detection = Milliseconds{250};
    design.watchdog.poll = Milliseconds{50};
    design.watchdog.restoration = Milliseconds{100};
    for (PortDesign& port : design.ports) {
        port.max_frame = Bytes{9500};
        port.ip_mtu = Bytes{9000};
        port.lossless[0].ecn->max_probability = Percent{550};
    }
    const Rendering rendering = junos::driver.render(design);
    const std::string said = said_by(rendering);
    CHECK(holds(said, "the share of class rdma is 61 %, not 60.5 %"));
    CHECK(holds(said, "the watchdog's detection time is 300 ms, not 250 ms"));
    CHECK(holds(said, "the watchdog's poll interval is 100 ms, not 50 ms"));
    CHECK(holds(said, "the watchdog's recovery time is 200 ms, not 100 ms"));
    CHECK(holds(said, "the largest frame of a port is 9216, not 9500: mtu takes 256 to 9216"));
    CHECK(holds(said, "marking probability 5.5 % is written as 6 %"));
    const Case read(rendering.files[0].text);
    CHECK(read.port("et-0/0/0").max_frame.is(Bytes{9216}));
    CHECK(read.port("et-0/0/0").ip_mtu.is(Bytes{9000}));
    CHECK(read.coverage.count(CoverageState::unsupported) == 0);
}

TEST_CASE("the version distinguishes Junos OS from Evolved before the model does")
{
    DeviceDesign design = rendered_leaf(false);
    design.version = "23.4R2-S3.9";
    CHECK_FALSE(holds(rendered_text(design), "pfc-watchdog"));
    design.model = "QFX5120-32C";
    design.version = "23.4R2-S3.9-EVO";
    CHECK(holds(rendered_text(design), "pfc-watchdog"));
}

TEST_CASE("of several strict classes the one of CNPs is strict-high, and the others are named")
{
    DeviceDesign design = rendered_leaf(false);
    ClassDesign control = design.classes.back();
    control.name = "control";
    control.priority = 7;
    control.dscps = {};
    design.classes.push_back(control);
    const Rendering rendering = junos::driver.render(design);
    CHECK(holds(
        said_by(rendering), "class control is of low priority, not strict: Junos has one strict queue"));
    const Case read(rendering.files[0].text);
    const auto kind = [&](std::uint8_t queue) {
        const Device& device = read.device();
        const Queue& found = *device.queue(read.port("et-0/0/0"), queue);
        return device.schedulers.at(found.scheduler.value.index).kind;
    };
    CHECK(kind(6).is(SchedulerKind::strict));
    CHECK(kind(7).is(SchedulerKind::weighted));
}

TEST_CASE("the egress partitions of Junos OS add up to 100 percent with one for multicast")
{
    DeviceDesign design = rendered_leaf(false);
    CHECK_FALSE(holds(rendered_text(design), "multicast"));
    design.model = "QFX5120-32C";
    const Case read(rendered_text(design));
    std::uint32_t sum = 0;
    for (const BufferPool& pool : read.device().pools)
        sum += pool.direction.is(PoolDirection::egress) ? pool.partition.value.hundredths : 0;
    CHECK(sum == 10'000);
    CHECK(read.coverage.count(CoverageState::unrecognised) == 0);
}

TEST_CASE("PFC by PCP has PCP code points in its profile")
{
    DeviceDesign design = rendered_leaf(false);
    design.trust = Trust::pcp;
    const Case read(rendered_text(design));
    const Port& port = read.port("et-0/0/0");
    CHECK(read.first_problem() == "");
    CHECK(port.trust.is(Trust::pcp));
    CHECK(port.pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.coverage.count(CoverageState::unrecognised) == 0);
}

}
}
