// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/eos/eos_case.h"
#include "tests/drivers/render_design.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

namespace rocelint::eos_case {
namespace {

using render_design::add_port;
using render_design::mixed_port;
using render_design::switch_design;

DeviceDesign rendered_leaf(bool two_classes)
{
    DeviceDesign design = switch_design("eos", "leaf1", Role::leaf, two_classes);
    design.asic = "tomahawk5";
    design.model = "DCS-7060X6-64PE";
    for (std::uint32_t index = 0; index < 64; ++index) {
        PortDesign& port = add_port(design, mixed_port(index, fmt::format("Ethernet{}/1", index + 1)));
        // EOS has no headroom setting.
        for (LosslessDesign& each : port.lossless)
            each.xoff.reset();
    }
    return design;
}

std::string rendered_text(const DeviceDesign& design) { return eos::driver.render(design).files.at(0).text; }

void check_rendered_port(const Case& read, const DeviceDesign& design, const PortDesign& wanted)
{
    const Device& device = read.device();
    const Port& port = read.port(wanted.name);
    CAPTURE(wanted.name);
    CHECK(port.speed.is(wanted.speed));
    if (wanted.lanes > 1)
        CHECK(port.lanes.is(static_cast<std::uint8_t>(wanted.lanes)));
    CHECK(port.ip_mtu.is(wanted.ip_mtu));
    CHECK(port.max_frame.is(wanted.max_frame));
    CHECK(port.fec.is(wanted.fec));
    CHECK(port.trust.is(Trust::dscp));
    CHECK(port.description == wanted.peer_device + ":" + wanted.peer_port);
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
        CHECK(device.map(port.tc_to_queue)->at_point(each.priority) == each.priority);
        const Queue& queue = *device.queue(port, each.priority);
        const Scheduler& scheduler = device.schedulers.at(queue.scheduler.value.index);
        CHECK(scheduler.kind.is(each.scheduler));
        if (each.scheduler == SchedulerKind::weighted)
            CHECK(scheduler.bandwidth.is(each.bandwidth));
        CHECK((queue.ecn.known() && !queue.ecn.value.none()
                  && device.ecn_profiles.at(queue.ecn.value.index).marks())
            == each.ecn);
    }
    for (const LosslessDesign& each : wanted.lossless) {
        const EcnProfile& ecn = device.ecn_profiles.at(device.queue(port, each.priority)->ecn.value.index);
        for (const EcnCurve& curve : ecn.curves) {
            CHECK(curve.min_threshold.is(each.ecn->min_threshold));
            CHECK(curve.max_threshold.is(each.ecn->max_threshold));
            CHECK(curve.max_probability.is(each.ecn->max_probability));
        }
    }
}

TEST_CASE("a rendered EOS leaf of 64 ports reads as its design, with one and with two lossless classes")
{
    for (const bool two_classes : {false, true}) {
        CAPTURE(two_classes);
        const DeviceDesign design = rendered_leaf(two_classes);
        const Rendering rendering = eos::driver.render(design);
        REQUIRE(rendering.files.size() == 1);
        CHECK(rendering.files[0].name == "leaf1.cfg");
        REQUIRE(rendering.left_out.size() == 1);
        CHECK(rendering.left_out[0].starts_with("headroom, pause thresholds and cable lengths"));
        const Case read(rendering.files[0].text);
        CHECK(read.first_problem() == "");
        CHECK(read.coverage.count(CoverageState::unrecognised) == 0);
        CHECK(read.coverage.count(CoverageState::unsupported) == 0);
        CHECK(read.device().name == "leaf1");
        CHECK(read.device().model == "DCS-7060X6-64PE");
        CHECK_FALSE(read.device().fragment);
        CHECK(read.device().ports.size() == 64);
        for (const PortDesign& port : design.ports)
            check_rendered_port(read, design, port);
    }
}

TEST_CASE("EOS recognises its own rendering, with and without a known model")
{
    DeviceDesign design = rendered_leaf(false);
    for (const bool known : {true, false}) {
        if (!known)
            design.model.clear();
        const std::string text = rendered_text(design);
        const Source source(0, "leaf1.cfg", text);
        CHECK(detect(eos::driver, source).confidence >= 50);
    }
}

TEST_CASE("a header without a version still names the model")
{
    const Case read("! device: leaf1 (DCS-7060X6-64PE)\nhostname leaf1\n");
    CHECK(read.device().model == "DCS-7060X6-64PE");
    CHECK(read.device().version == "");
    DeviceDesign design = rendered_leaf(false);
    design.version = "4.33.1F";
    CHECK(Case(rendered_text(design)).device().version == "4.33.1F");
}

TEST_CASE("EOS ports of one speed share a profile, and a chip with unicast queues gets uc-tx-queue")
{
    const std::string text = rendered_text(rendered_leaf(false));
    CHECK(contains(text,
        "qos profile RDMA-100G\n   qos trust dscp\n   priority-flow-control on\n"
        "   priority-flow-control priority 3 no-drop\n   priority-flow-control pause watchdog\n"
        "   !\n   uc-tx-queue 0\n      no priority\n      bandwidth percent 40\n"
        "   !\n   uc-tx-queue 3\n      no priority\n      bandwidth percent 60\n"
        "      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 600 kbytes "
        "max-mark-probability 20 weight 0\n"
        "   !\n   uc-tx-queue 6\n      priority strict\n!\n"));
    CHECK(contains(text,
        "interface Ethernet2/1\n   description host1:eth0\n   mtu 9100\n   speed 100g-4\n"
        "   error-correction encoding reed-solomon\n   no switchport\n   service-profile RDMA-100G\n!\n"));
    CHECK(contains(text, "interface Ethernet1/1\n   description host0:eth0\n   mtu 9100\n   speed 25g\n"));
    CHECK(text == rendered_text(rendered_leaf(false)));
}

TEST_CASE("a chip with virtual output queues gets tx-queue, and an unknown one a comment")
{
    DeviceDesign design = rendered_leaf(false);
    design.asic = "jericho2";
    CHECK(contains(rendered_text(design), "\n   tx-queue 3\n"));
    design.asic.clear();
    design.model = "DCS-0000";
    const Rendering rendering = eos::driver.render(design);
    CHECK(contains(rendering.files[0].text, "\n   tx-queue 3\n"));
    CHECK(contains(rendering.left_out.at(0), "which of tx-queue and uc-tx-queue"));
}

TEST_CASE(
    "ports of one speed with different marking get separate profiles, and a port without RDMA gets no PFC")
{
    DeviceDesign design = rendered_leaf(false);
    design.ports[4].lossless[0].ecn->min_threshold = Bytes{77'777};
    PortDesign& empty = design.ports[8];
    empty.rdma = false;
    empty.lossless.clear();
    empty.peer_device.clear();
    empty.peer_port.clear();
    const Case read(rendered_text(design));
    const auto marking = [&](std::string_view name) {
        const Queue& queue = *read.device().queue(read.port(name), 3);
        return read.device().ecn_profiles.at(queue.ecn.value.index).curves.at(0).min_threshold;
    };
    CHECK(marking("Ethernet5/1").is(Bytes{77'777}));
    CHECK(marking("Ethernet1/1").is(Bytes{37'500}));
    CHECK(read.port("Ethernet9/1").pfc_tx.is(PrioritySet{}));
    CHECK(read.port("Ethernet9/1").description == "");
    CHECK(contains(rendered_text(design), "qos profile RDMA-25G-2\n"));
    CHECK(contains(rendered_text(design), "qos profile NO-RDMA\n"));
}

TEST_CASE("values that EOS cannot express exactly are rounded and reported")
{
    DeviceDesign design = rendered_leaf(false);
    design.classes[0].bandwidth = Percent{3950};
    design.classes[1].bandwidth = Percent{6050};
    design.watchdog.poll = Milliseconds{150};
    design.watchdog.detection = Milliseconds{5};
    for (PortDesign& port : design.ports) {
        port.max_frame = Bytes{9300};
        port.speed = BitsPerSecond{100'000'000'000};
        port.lanes = 4;
        port.lossless[0].ecn->max_probability = Percent{550};
        port.lossless[0].ecn->max_threshold = Bytes{300'000'000};
    }
    const Rendering rendering = eos::driver.render(design);
    const std::string said = fmt::format("{}", fmt::join(rendering.left_out, "\n"));
    CHECK(contains(said, "the share of class best-effort is 39 %, not 39.5 %"));
    CHECK(contains(said, "the share of class rdma is 61 %, not 60.5 %"));
    CHECK(contains(said,
        "timeout 0.005: out of range, 0.01 to 60 in steps of 0.01 (Arista AVD, eos_cli_config_gen schema priority_flow_control); "
        "`priority-flow-control pause watchdog default timeout 0.01` is written"));
    CHECK(contains(said, "the watchdog's polling interval is 0.005 s, not 0.15 s"));
    CHECK(contains(said, "Ethernet1/1 and 63 more: mtu 9286: out of range, 68 to 9214"));
    CHECK(contains(said, "the marking probability is 6 %, not 5.5 %: EOS takes whole percent"));
    CHECK(contains(said, "maximum-threshold 300000 kbytes: out of range, 1 to 256000000 bytes"));
    CHECK(contains(said,
        "`random-detect ecn minimum-threshold 37500 bytes maximum-threshold 256000 kbytes max-mark-probability 6 weight "
        "0` is written"));
    const Case read(rendering.files[0].text);
    CHECK(read.first_problem() == "");
    CHECK(read.port("Ethernet1/1").ip_mtu.is(Bytes{9214}));
}

TEST_CASE("a watchdog's times that EOS does not take are rounded down to its steps, and said")
{
    DeviceDesign design = rendered_leaf(false);
    design.watchdog.detection = Milliseconds{777};
    design.watchdog.restoration = Milliseconds{1555};
    design.watchdog.poll = Milliseconds{123};
    const Rendering rendering = eos::driver.render(design);
    const std::string said = fmt::format("{}", fmt::join(rendering.left_out, "\n"));
    CHECK(contains(said,
        "timeout 0.777: out of range, 0.01 to 60 in steps of 0.01 (Arista AVD, eos_cli_config_gen schema "
        "priority_flow_control); `priority-flow-control pause watchdog default timeout 0.77` is written"));
    CHECK(contains(said, "`priority-flow-control pause watchdog default recovery-time 1.55` is written"));
    CHECK_FALSE(contains(said, "polling-interval"));
    const Case read(rendering.files[0].text);
    CHECK(read.first_problem() == "");
    CHECK(read.port("Ethernet1/1").watchdog.detection.is(Milliseconds{770}));
    CHECK(read.port("Ethernet1/1").watchdog.restoration.is(Milliseconds{1550}));
    CHECK(read.port("Ethernet1/1").watchdog.poll.is(Milliseconds{123}));
}

TEST_CASE("speeds and lanes are written in EOS notation, and read back")
{
    struct Written {
        std::uint64_t megabits;
        std::uint32_t lanes;
        std::string_view line;
    };
    const Written all[] = {{1000, 1, "   speed 1g\n"},
        {10'000, 1, "   speed 10g\n"},
        {40'000, 4, "   speed 40g\n"},
        {50'000, 1, "   speed 50g-1\n"},
        {100'000, 1, "   speed 100g-1\n"},
        {200'000, 4, "   speed 200g-4\n"},
        {400'000, 8, "   speed 400g-8\n"},
        {1'600'000, 8, "   speed 1.6t-8\n"}};
    for (const Written& each : all) {
        CAPTURE(each.line);
        DeviceDesign design = rendered_leaf(false);
        design.ports.resize(1);
        design.ports[0].speed = BitsPerSecond{each.megabits * 1'000'000};
        design.ports[0].lanes = each.lanes;
        const std::string text = rendered_text(design);
        CHECK(contains(text, each.line));
        CHECK(Case(text).port("Ethernet1/1").speed.is(design.ports[0].speed));
    }
    DeviceDesign design = rendered_leaf(false);
    design.ports.resize(1);
    design.ports[0].speed = BitsPerSecond{2'500'000'000};
    const Rendering rendering = eos::driver.render(design);
    CHECK_FALSE(contains(rendering.files[0].text, "   speed "));
    CHECK(contains(
        fmt::format("{}", fmt::join(rendering.left_out, "\n")), "how EOS writes 2.5 Gb/s on 1 lanes"));
}

TEST_CASE("an EOS design that trusts PCP classifies by PCP")
{
    DeviceDesign design = rendered_leaf(false);
    design.trust = Trust::pcp;
    const Case read(rendered_text(design));
    const Port& port = read.port("Ethernet1/1");
    CHECK(port.trust.is(Trust::pcp));
    for (Priority pcp = 0; pcp < 8; ++pcp)
        CHECK(read.device().map(port.pcp_to_tc)->at_point(pcp) == (pcp == 3 || pcp == 6 ? pcp : 0));
}

}
}
