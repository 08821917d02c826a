// SPDX-License-Identifier: Apache-2.0
#include "models/syntax/coverage.h"
#include "tests/drivers/render_design.h"
#include "tests/drivers/sonic/sonic_text.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <numeric>

namespace rocelint::sonic {
namespace {

using render_design::add_port;
using render_design::mixed_port;
using render_design::switch_design;
using render_design::Wanted;

// A SONiC port has lanes and a front panel index.
void number_ports(DeviceDesign& design)
{
    std::uint32_t lane = 1;
    std::uint32_t index = 1;
    for (PortDesign& port : design.ports) {
        port.index = index;
        port.alias = fmt::format("etp{}", index++);
        port.lane_numbers.resize(port.lanes);
        std::iota(port.lane_numbers.begin(), port.lane_numbers.end(), lane);
        lane += port.lanes;
    }
}

DeviceDesign leaf64(bool two_classes)
{
    DeviceDesign design = switch_design("sonic", "leaf1", Role::leaf, two_classes);
    design.asic = "spectrum-4";
    design.model = "ACS-SN5600";
    for (std::uint32_t index = 0; index < 64; ++index)
        add_port(design, mixed_port(index, fmt::format("Ethernet{}", index * 8)));
    number_ports(design);
    design.memory.ingress_lossless = Bytes{100'000'000};
    design.memory.ingress_lossy = Bytes{20'000'000};
    design.memory.egress_lossless = Bytes{158'229'504};
    design.memory.egress_lossy = Bytes{100'000'000};
    return design;
}

std::string text_of(const DeviceDesign& design) { return driver.render(design).files.at(0).text; }

void check_port(const ReadText& read, const DeviceDesign& design, const PortDesign& wanted)
{
    const Device& device = read.device();
    const Port& port = read.port(wanted.name);
    CAPTURE(wanted.name);
    CHECK(port.speed.is(wanted.speed));
    CHECK(port.lanes.is(static_cast<std::uint8_t>(wanted.lanes)));
    CHECK(port.ip_mtu.is(wanted.ip_mtu));
    CHECK(port.max_frame.is(wanted.max_frame));
    CHECK(port.fec.is(wanted.fec));
    CHECK(port.cable_length.is(wanted.cable));
    CHECK(port.admin_up.is(true));
    CHECK(port.trust.is(Trust::dscp));
    CHECK(port.description == wanted.peer_device + ":" + wanted.peer_port);
    CHECK(port.pfc_rx.is(design.lossless()));
    CHECK(port.pfc_tx.is(design.lossless()));
    CHECK(port.watchdog.enabled.is(true));
    CHECK(port.watchdog.priorities.is(design.watchdog.priorities));
    CHECK(port.watchdog.detection.is(*design.watchdog.detection));
    CHECK(port.watchdog.restoration.is(*design.watchdog.restoration));
    CHECK(port.watchdog.poll.is(*design.watchdog.poll));
    CHECK(port.watchdog.action.is(WatchdogAction::drop));
    for (const ClassDesign& each : design.classes) {
        CAPTURE(each.name);
        for (const Dscp dscp : each.dscps)
            CHECK(device.map(port.dscp_to_tc)->at_point(dscp) == each.priority);
        CHECK(device.map(port.tc_to_queue)->at_point(each.priority) == each.priority);
        CHECK(device.map(port.priority_to_queue)->at_point(each.priority) == each.priority);
        CHECK(device.map(port.tc_to_priority_group)->at_point(each.priority)
            == (each.lossless ? each.priority : 0));
        const Queue& queue = *device.queue(port, each.priority);
        const Scheduler& scheduler = device.schedulers.at(queue.scheduler.value.index);
        CHECK(scheduler.kind.is(each.scheduler));
        if (each.scheduler == SchedulerKind::weighted)
            CHECK(scheduler.weight.value * 100 == each.bandwidth.hundredths);
        CHECK(queue.ecn.value.none() != each.ecn);
    }
    for (const LosslessDesign& each : wanted.lossless) {
        const PriorityGroup& group = *device.group(port, each.priority);
        CHECK(group.lossless.is(true));
        const BufferProfile& profile = device.buffer_profiles.at(group.buffer.value.index);
        CHECK(profile.xoff.is(*each.xoff));
        CHECK(profile.xon.is(each.xon));
        CHECK(profile.reserved.is(each.reserved));
        CHECK(profile.dynamic_threshold.is(*each.dynamic_threshold));
        CHECK(profile.for_cable.is(wanted.cable));
        CHECK(profile.for_speed.is(wanted.speed));
        const EcnProfile& ecn = device.ecn_profiles.at(device.queue(port, each.priority)->ecn.value.index);
        CHECK(ecn.marks());
        for (const EcnCurve& curve : ecn.curves) {
            CHECK(curve.marks.is(true));
            CHECK(curve.min_threshold.is(each.ecn->min_threshold));
            CHECK(curve.max_threshold.is(each.ecn->max_threshold));
            CHECK(curve.max_probability.is(each.ecn->max_probability));
        }
    }
}

TEST_CASE("a rendered SONiC leaf of 64 ports reads as its design, with one and with two lossless classes")
{
    for (const bool two_classes : {false, true}) {
        CAPTURE(two_classes);
        const DeviceDesign design = leaf64(two_classes);
        const Rendering rendering = driver.render(design);
        REQUIRE(rendering.files.size() == 1);
        CHECK(rendering.files[0].name == "leaf1.json");
        CHECK(fmt::format("{}", fmt::join(rendering.left_out, "\n")) == "");
        const ReadText read(rendering.files[0].text);
        CHECK(read.first_problem() == "");
        CHECK(read.coverage().count(CoverageState::unrecognised) == 0);
        CHECK(read.coverage().count(CoverageState::unsupported) == 0);
        const Device& device = read.device();
        CHECK(device.name == "leaf1");
        CHECK_FALSE(device.fragment);
        CHECK(device.model == "ACS-SN5600");
        CHECK(device.role.is(Role::leaf));
        CHECK(device.headroom.dynamic.is(false));
        CHECK(device.ports.size() == 64);
        CHECK(device.neighbours.size() == 64);
        for (const PortDesign& port : design.ports)
            check_port(read, design, port);
    }
}

TEST_CASE("the pools of a rendered SONiC switch have the sizes of its design")
{
    const DeviceDesign design = leaf64(false);
    const ReadText read(text_of(design));
    for (const BufferPool& pool : read.device().pools) {
        CAPTURE(pool.name);
        const auto& wanted = pool.name == "ingress_lossless_pool" ? design.memory.ingress_lossless
            : pool.name == "ingress_lossy_pool"                   ? design.memory.ingress_lossy
            : pool.name == "egress_lossless_pool"                 ? design.memory.egress_lossless
                                                                  : design.memory.egress_lossy;
        CHECK(pool.size.is(*wanted));
    }
    CHECK(read.device().pools.size() == 4);
}

TEST_CASE("SONiC rendering is the same every time and ends with a line feed")
{
    const DeviceDesign design = leaf64(true);
    const std::string text = text_of(design);
    CHECK(text == text_of(design));
    CHECK(text.starts_with(
        "{\n  \"DEVICE_METADATA\": {\n    \"localhost\": {\n      \"hostname\": \"leaf1\",\n"));
    CHECK(text.ends_with("\n  }\n}\n"));
}

TEST_CASE("two lossless priorities next to each other share a row, as buffermgrd writes it")
{
    const std::string text = text_of(leaf64(true));
    CHECK(text.find("\"Ethernet0|3-4\": {\n      \"profile\": \"pg_lossless_25000_3m_profile\"")
        != std::string::npos);
    CHECK(text.find("\"Ethernet0|4\": {\n      \"profile\": \"pg_") == std::string::npos);
}

TEST_CASE("a SONiC port without a cable gets maps, but neither PFC nor headroom nor a neighbour")
{
    DeviceDesign design = leaf64(false);
    PortDesign& port = design.ports[5];
    port.peer_device.clear();
    port.peer_port.clear();
    port.rdma = false;
    port.lossless.clear();
    const ReadText read(text_of(design));
    const Port& empty = read.port(design.ports[5].name);
    CHECK(empty.pfc_tx.is(PrioritySet{}));
    CHECK(empty.watchdog.enabled.is(false));
    CHECK(empty.description == "");
    CHECK_FALSE(empty.cable_length.known());
    CHECK(read.device().group(empty, 3)->lossless.is(false));
    CHECK(read.device().map(empty.dscp_to_tc) != nullptr);
    CHECK(read.device().neighbours.size() == 63);
}

TEST_CASE("headroom that no model knows is left to the switch, with the cable length in its table")
{
    DeviceDesign design = leaf64(false);
    design.model = "ACS-MSN3700";
    for (PortDesign& port : design.ports) {
        port.speed = BitsPerSecond{100'000'000'000};
        for (LosslessDesign& each : port.lossless)
            each.xoff.reset();
    }
    const Rendering rendering = driver.render(design);
    const ReadText read(rendering.files[0].text);
    CHECK(read.first_problem() == "");
    const Port& port = read.port("Ethernet0");
    CHECK(port.cable_length.is(Metres{5}));
    CHECK(read.device().group(port, 3)->lossless.is(true));
    CHECK(read.profile_name(read.device().group(port, 3)->buffer) == "pg_lossless_100000_5m_profile");
    const std::string said = fmt::format("{}", fmt::join(rendering.left_out, "\n"));
    CHECK(said.find("the cable of Ethernet0, Ethernet32 and 14 more ports is written as 5 m, not 3 m")
        != std::string::npos);
    CHECK(said.find("no model knows the headroom of Ethernet0, Ethernet8 and 62 more ports")
        != std::string::npos);
}

TEST_CASE("a SONiC switch with unknown packet memory gets no buffer tables, which is reported")
{
    DeviceDesign design = leaf64(false);
    design.asic.clear();
    design.model = "Unheard-Of-64";
    design.memory = {};
    const Rendering rendering = driver.render(design);
    CHECK(rendering.files[0].text.find("BUFFER_") == std::string::npos);
    REQUIRE(rendering.left_out.size() == 1);
    CHECK(rendering.left_out[0].find("packet memory of this switch is not known") != std::string::npos);
    const ReadText read(rendering.files[0].text);
    CHECK(read.first_problem() == "");
    CHECK(read.port("Ethernet0").pfc_tx.is(PrioritySet::of(3)));
}

TEST_CASE("an ASIC whose unlimited threshold is unknown has a static egress pool")
{
    DeviceDesign design = leaf64(false);
    design.asic = "tomahawk5";
    design.memory.ingress_lossy.reset();
    design.memory.shared_headroom = Bytes{30'000'000};
    const ReadText read(text_of(design));
    const Device& device = read.device();
    CHECK(read.first_problem() == "");
    for (const BufferPool& pool : device.pools) {
        if (pool.name == "ingress_lossless_pool")
            CHECK(pool.shared_headroom.is(Bytes{30'000'000}));
        if (pool.name == "egress_lossless_pool")
            CHECK(pool.mode.is(ThresholdMode::fixed));
    }
    const Queue& queue = *device.queue(read.port("Ethernet0"), 3);
    CHECK(device.buffer_profiles[queue.buffer.value.index].fixed_threshold.is(Bytes{158'229'504}));
}

TEST_CASE("ports of one speed and length with different headroom share the larger one, which is reported")
{
    DeviceDesign design = leaf64(false);
    LosslessDesign& larger = design.ports[4].lossless[0];
    larger.xoff = Bytes{90'000};
    larger.dynamic_threshold = -1;
    const Rendering rendering = driver.render(design);
    REQUIRE(rendering.left_out.size() == 1);
    CHECK(rendering.left_out[0].find("share a headroom profile") != std::string::npos);
    const ReadText read(rendering.files[0].text);
    const auto& group = *read.device().group(read.port("Ethernet0"), 3);
    const BufferProfile& profile = read.device().buffer_profiles[group.buffer.value.index];
    CHECK(profile.xoff.is(Bytes{90'000}));
    CHECK(profile.dynamic_threshold.is(-1));
}

TEST_CASE("watchdog times that SONiC rejects are clamped to its ranges, which is reported")
{
    DeviceDesign design = leaf64(false);
    design.watchdog.poll = Milliseconds{10};
    design.watchdog.detection = Milliseconds{50};
    design.watchdog.restoration = Milliseconds{90'000};
    const Rendering rendering = driver.render(design);
    CHECK(rendering.left_out.size() == 3);
    const ReadText read(rendering.files[0].text);
    const PfcWatchdog& watchdog = read.port("Ethernet0").watchdog;
    CHECK(watchdog.poll.is(Milliseconds{100}));
    CHECK(watchdog.detection.is(Milliseconds{100}));
    CHECK(watchdog.restoration.is(Milliseconds{60'000}));
}

TEST_CASE("shares that are not whole percents become proportional SONiC weights if they fit")
{
    DeviceDesign design = leaf64(false);
    design.classes[0].bandwidth = Percent{1250};
    design.classes[1].bandwidth = Percent{8750};
    const Rendering rendering = driver.render(design);
    CHECK(rendering.left_out.empty());
    const ReadText read(rendering.files[0].text);
    const Device& device = read.device();
    const auto weight = [&](std::uint8_t queue) {
        return device.schedulers[device.queue(read.port("Ethernet0"), queue)->scheduler.value.index]
            .weight.value;
    };
    CHECK(weight(0) == 1);
    CHECK(weight(3) == 7);
    design.classes[0].bandwidth = Percent{1233};
    design.classes[1].bandwidth = Percent{8767};
    CHECK(driver.render(design).left_out.size() == 2);
}

TEST_CASE("unknown lanes are not invented")
{
    DeviceDesign design = leaf64(false);
    for (PortDesign& port : design.ports)
        port.lane_numbers.clear();
    const Rendering rendering = driver.render(design);
    CHECK(rendering.files[0].text.find("\"lanes\"") == std::string::npos);
    REQUIRE(rendering.left_out.size() == 1);
    CHECK(rendering.left_out[0].starts_with(
        "the lanes of Ethernet0, Ethernet8 and 62 more ports are not known"));
}

TEST_CASE("classification by PCP is written as DOT1P_TO_TC_MAP")
{
    DeviceDesign design = leaf64(false);
    design.trust = Trust::dscp_else_pcp;
    const ReadText read(text_of(design));
    const Port& port = read.port("Ethernet0");
    CHECK(port.trust.is(Trust::dscp_else_pcp));
    CHECK(read.device().map(port.pcp_to_tc)->at_point(3) == 3);
    CHECK(read.device().map(port.pcp_to_tc)->at_point(1) == 0);
    CHECK(read.coverage().count(CoverageState::unrecognised) == 0);
}

}
}
