// SPDX-License-Identifier: Apache-2.0
#include "drivers/comware/comware.h"
#include "models/fabric/classify.h"
#include "tests/drivers/text_case.h"

#include <string>

namespace rocelint::comware_test {
namespace {

struct Case : tests::TextCase {
    explicit Case(std::string_view text) : TextCase(comware::driver, "leaf1.cfg", text) { }

    [[nodiscard]] const Queue& queue(std::string_view name, std::uint8_t number) const
    {
        return *device().queue(port(name), number);
    }
    [[nodiscard]] const EcnProfile* marking(std::string_view name, std::uint8_t number) const
    {
        const Setting<Ref>& ecn = queue(name, number).ecn;
        return ecn.known() && !ecn.value.none() ? &device().ecn_profiles.at(ecn.value.index) : nullptr;
    }
    [[nodiscard]] const Scheduler& service(std::string_view name, std::uint8_t number) const
    {
        return device().schedulers.at(queue(name, number).scheduler.value.index);
    }
    [[nodiscard]] const BufferProfile& buffer(std::string_view name, std::uint8_t value) const
    {
        return device().buffer_profiles.at(device().group(port(name), value)->buffer.value.index);
    }
};

constexpr const char* of_cells = "H3C S9820-64H uptime is 2 weeks, 1 day, 3 hours, 4 minutes\n";

std::string with(std::initializer_list<const char*> parts)
{
    std::string text("#\n version 7.1.070, Release 6635\n#\n sysname leaf1\n#\n");
    for (const char* part : parts)
        text += part;
    return text + "return\n";
}

TEST_SUITE_BEGIN("comware");

TEST_CASE("lines of the whole system that are indented belong to no block before them")
{
    const Case read(with({"interface HundredGigE1/0/1\n port link-mode bridge\n#\n",
        " priority-flow-control enable\n priority-flow-control no-drop dot1p 3\n#\n",
        "interface HundredGigE1/0/2\n#\n"}));
    CHECK(read.first_problem() == "");
    CHECK(read.device().name == "leaf1");
    CHECK(read.device().version == "7.1.070, Release 6635");
    CHECK(read.port("HundredGigE1/0/1").pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.port("HundredGigE1/0/2").pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.coverage.count(CoverageState::unrecognised) == 0);
}

TEST_CASE(
    "a port pauses the priorities of its own lines before those of the whole switch, and none without a mode")
{
    const Case read(with({" priority-flow-control no-drop dot1p 3\n#\n",
        "interface HundredGigE1/0/1\n priority-flow-control enable\n priority-flow-control no-drop dot1p 3-5\n#\n",
        "interface HundredGigE1/0/2\n priority-flow-control auto\n#\n",
        "interface HundredGigE1/0/3\n#\n",
        "interface HundredGigE1/0/4\n priority-flow-control enable\n priority-flow-control dscp-mapping\n#\n"}));
    CHECK(read.port("HundredGigE1/0/1").pfc_tx.is(PrioritySet{0b0011'1000}));
    CHECK(read.port("HundredGigE1/0/1").pfc_negotiated.is(false));
    CHECK(read.port("HundredGigE1/0/2").pfc_rx.is(PrioritySet::of(3)));
    CHECK(read.port("HundredGigE1/0/2").pfc_negotiated.is(true));
    CHECK(read.port("HundredGigE1/0/3").pfc_tx.is(PrioritySet{}));
    CHECK_FALSE(read.port("HundredGigE1/0/4").pfc_tx.known());
}

TEST_CASE("a DSCP leads to an 802.1p value, and this value to the queue and to the priority that pauses it")
{
    const char* port = "interface HundredGigE1/0/1\n qos trust dscp\n priority-flow-control enable\n"
                       " priority-flow-control no-drop dot1p 3\n#\n";
    const Case usual(with({port}));
    const Treatment best_effort = classify_dscp(usual.device(), usual.port("HundredGigE1/0/1"), 0);
    CHECK(best_effort.tc.is(2));
    CHECK(best_effort.tx_priority.is(0));
    const Treatment rdma = classify_dscp(usual.device(), usual.port("HundredGigE1/0/1"), 26);
    CHECK(rdma.tc.is(3));
    CHECK(rdma.tx_priority.is(3));
    const Case stated(with({"qos map-table dot1p-lp\n import 3 export 5\n import 5 export 3\n#\n",
        "qos map-table dscp-dot1p\n import 46 48 export 3\n#\n",
        port}));
    const Treatment moved = classify_dscp(stated.device(), stated.port("HundredGigE1/0/1"), 46);
    CHECK(moved.tc.is(5));
    CHECK(moved.tx_priority.is(3));
    CHECK(queue_of_priority(stated.device(), stated.port("HundredGigE1/0/1"), 3).is(5));
    const Case shared(with({"qos map-table dot1p-lp\n import 4 export 3\n#\n", port}));
    CHECK_FALSE(classify_dscp(shared.device(), shared.port("HundredGigE1/0/1"), 26).tx_priority.known());
}

TEST_CASE("a port that trusts nothing has one class for all packets, that of its priority")
{
    const Case read(
        with({"interface HundredGigE1/0/1\n#\ninterface HundredGigE1/0/2\n qos priority 3\n#\n"}));
    CHECK(read.port("HundredGigE1/0/1").trust.is(Trust::none));
    CHECK(read.port("HundredGigE1/0/1").default_tc.is(2));
    CHECK(read.port("HundredGigE1/0/2").default_tc.is(3));
}

TEST_CASE("a WRED table gives its default thresholds to queues that its lines do not name")
{
    const Case read(of_cells
        + with(
            {"qos wred queue table RDMA\n queue 3 drop-level 0 low-limit 720 high-limit 7200 discard-probability 20\n"
             " queue 3 ecn\n queue 3 weighting-constant 0\n#\n",
                "interface HundredGigE1/0/1\n qos wred apply RDMA\n#\n",
                "interface HundredGigE1/0/2\n#\n",
                "interface HundredGigE1/0/3\n qos wred apply LOST\n#\n"}));
    CHECK(read.device().model == "S9820-64H");
    const EcnProfile* rdma = read.marking("HundredGigE1/0/1", 3);
    REQUIRE(rdma != nullptr);
    CHECK(rdma->marks());
    CHECK(rdma->curves.at(0).min_threshold.is(Bytes{149'760}));
    CHECK(rdma->curves.at(0).max_threshold.is(Bytes{1'497'600}));
    CHECK(rdma->curves.at(0).max_probability.is(Percent::whole(20)));
    CHECK(rdma->curves.at(0).weight.is(std::uint8_t{0}));
    CHECK(rdma->curves.at(1).min_threshold.is(Bytes{20'800}));
    const EcnProfile* other = read.marking("HundredGigE1/0/1", 4);
    REQUIRE(other != nullptr);
    CHECK_FALSE(other->marks());
    CHECK(other->curves.at(0).drops.is(true));
    CHECK(other->curves.at(0).max_threshold.is(Bytes{208'000}));
    CHECK(other->curves.at(0).weight.is(std::uint8_t{9}));
    CHECK(read.queue("HundredGigE1/0/2", 3).ecn.is(Ref{}));
    CHECK_FALSE(read.queue("HundredGigE1/0/3", 3).ecn.known());
}

TEST_CASE("sizes in cells are bytes only where a line shows a model whose cells are known")
{
    const char* port
        = "interface HundredGigE1/0/1\n priority-flow-control enable\n priority-flow-control no-drop dot1p 3\n"
          " priority-flow-control dot1p 3 headroom 1000\n priority-flow-control dot1p 3 reserved-buffer 10\n"
          " priority-flow-control dot1p 3 ingress-buffer static 500\n"
          " priority-flow-control dot1p 3 ingress-threshold-offset 50\n"
          " qos wred queue 3 low-limit 720 high-limit 7200\n qos wred queue 3 ecn\n#\n";
    const Case unknown(with({port}));
    CHECK_FALSE(unknown.buffer("HundredGigE1/0/1", 3).xoff.known());
    REQUIRE(unknown.marking("HundredGigE1/0/1", 3) != nullptr);
    CHECK(unknown.marking("HundredGigE1/0/1", 3)->marks());
    CHECK_FALSE(unknown.marking("HundredGigE1/0/1", 3)->curves.at(0).min_threshold.known());
    CHECK(unknown.marking("HundredGigE1/0/1", 3)->curves.at(2).max_probability.is(Percent::whole(10)));
    const Case known(of_cells + with({" priority-flow-control poolID 0 headroom 28672\n#\n", port}));
    CHECK(known.buffer("HundredGigE1/0/1", 3).xoff.is(Bytes{208'000}));
    CHECK(known.buffer("HundredGigE1/0/1", 3).reserved.is(Bytes{2'080}));
    CHECK(known.buffer("HundredGigE1/0/1", 3).fixed_threshold.is(Bytes{104'000}));
    CHECK(known.buffer("HundredGigE1/0/1", 3).xon_offset.is(Bytes{10'400}));
    REQUIRE(known.device().pools.size() == 1);
    CHECK(known.device().pools.front().shared_headroom.is(Bytes{5'963'776}));
}

TEST_CASE("a percentage of the free buffer is an exponent of two")
{
    const auto exponent = [](const char* percent) {
        const Case read(with(
            {"interface HundredGigE1/0/1\n priority-flow-control enable\n priority-flow-control no-drop dot1p "
             "3\n priority-flow-control dot1p 3 ingress-buffer dynamic ",
                percent,
                "\n#\n"}));
        return read.buffer("HundredGigE1/0/1", 3).dynamic_threshold.value;
    };
    CHECK(exponent("0") == -7);
    CHECK(exponent("2") == -5);
    CHECK(exponent("6") == -3);
    CHECK(exponent("33") == -1);
    CHECK(exponent("34") == 0);
    CHECK(exponent("100") == 3);
}

TEST_CASE("deadlocks are detected only where the port says so and each paused queue has an interval")
{
    const char* port
        = "interface HundredGigE1/0/1\n priority-flow-control enable\n priority-flow-control no-drop dot1p 3\n"
          " priority-flow-control deadlock enable\n priority-flow-control deadlock recover-mode manual\n#\n";
    const Case without(with({port}));
    CHECK(without.port("HundredGigE1/0/1").watchdog.enabled.is(false));
    const Case read(with({" priority-flow-control deadlock cos 3 interval 10\n"
                          " priority-flow-control deadlock auto-recover action discard\n#\n",
        port,
        "interface HundredGigE1/0/2\n priority-flow-control enable\n priority-flow-control no-drop dot1p 3\n#\n"}));
    const PfcWatchdog& watchdog = read.port("HundredGigE1/0/1").watchdog;
    CHECK(watchdog.enabled.is(true));
    CHECK(watchdog.action.is(WatchdogAction::drop));
    CHECK(watchdog.restores.is(false));
    CHECK_FALSE(watchdog.detection.known());
    CHECK(read.port("HundredGigE1/0/2").watchdog.enabled.is(false));
}

TEST_CASE("queues are served strictly, or by the weights of their group")
{
    const Case read(with({"interface HundredGigE1/0/1\n qos wfq byte-count\n qos wfq ef group 1 byte-count 96\n"
                          " qos wfq cs6 group sp\n qos gts queue 6 cir 200000000 cbs 16000000\n#\n",
        "interface HundredGigE1/0/2\n qos sp\n#\n",
        "interface HundredGigE1/0/3\n#\n",
        "interface HundredGigE1/0/4\n qos wrr weight\n qos wrr 3 group 2 weight 5\n qos lr outbound cir 50000000\n#\n"}));
    CHECK(read.service("HundredGigE1/0/1", 5).weight.is(96));
    CHECK(read.service("HundredGigE1/0/1", 5).kind.is(SchedulerKind::weighted));
    CHECK_FALSE(read.service("HundredGigE1/0/1", 4).weight.known());
    CHECK(read.service("HundredGigE1/0/1", 6).kind.is(SchedulerKind::strict));
    CHECK(read.service("HundredGigE1/0/1", 6).limit.is(BitsPerSecond{200'000'000'000}));
    CHECK(read.service("HundredGigE1/0/2", 0).kind.is(SchedulerKind::strict));
    CHECK_FALSE(read.queue("HundredGigE1/0/3", 0).scheduler.known());
    CHECK_FALSE(read.service("HundredGigE1/0/4", 3).weight.known());
    CHECK(read.port("HundredGigE1/0/4").limit.is(BitsPerSecond{50'000'000'000}));
}

TEST_CASE("a member takes the trust of its aggregate interface, a bridged or a routed one")
{
    const Case read(with({"interface Route-Aggregation7\n qos trust dscp\n#\n",
        "interface Bridge-Aggregation8\n qos trust dot1p\n#\n",
        "interface HundredGigE1/0/1\n port link-mode route\n port link-aggregation group 7\n#\n",
        "interface HundredGigE1/0/2\n port link-mode bridge\n port link-aggregation group 8\n#\n"}));
    CHECK(read.port("HundredGigE1/0/1").trust.is(Trust::dscp));
    CHECK(read.port("HundredGigE1/0/2").trust.is(Trust::pcp));
    CHECK(read.device().ports.at(read.port("HundredGigE1/0/1").lag).name == "Route-Aggregation7");
    CHECK(read.port("Route-Aggregation7").routed.is(true));
    CHECK(read.device().ports.at(read.port("HundredGigE1/0/2").lag).name == "Bridge-Aggregation8");
}

TEST_CASE("the largest packet is that of the frame, and on a routed port that of its MTU")
{
    const Case read(
        with({"interface FourHundredGigE1/0/1\n port link-mode bridge\n jumboframe enable 9216\n#\n",
            "interface TwoHundredGigE1/0/2:1\n port link-mode route\n mtu 1500\n ip address 10.0.0.1 31\n#\n",
            "interface FourHundredGigE1/0/3\n port link-mode route\n#\n",
            "interface FourHundredGigE1/0/4\n port link-mode bridge\n undo jumboframe enable\n#\n"}));
    CHECK(read.port("FourHundredGigE1/0/1").ip_mtu.is(Bytes{9198}));
    CHECK(read.port("FourHundredGigE1/0/1").speed.is(BitsPerSecond{400'000'000'000}));
    CHECK(read.port("TwoHundredGigE1/0/2:1").ip_mtu.is(Bytes{1500}));
    REQUIRE(read.device().forwarding.addresses.size() == 1);
    CHECK(read.device().forwarding.addresses.front().prefix.length == 31 + 96);
    CHECK_FALSE(read.port("FourHundredGigE1/0/3").ip_mtu.known());
    CHECK(read.port("FourHundredGigE1/0/4").max_frame.is(Bytes{1532}));
    const Case known("H3C S6850-56HF uptime is 1 day\n"
        + with({"interface HundredGigE1/0/1\n port link-mode bridge\n#\n"}));
    CHECK(known.port("HundredGigE1/0/1").max_frame.is(Bytes{9412}));
}

TEST_CASE("lines of egress buffers are reported that `buffer apply` does not put in force")
{
    const char* lines = " buffer egress cell queue 3 shared ratio 100\n";
    CHECK(Case(with({lines, "#\n"})).first_problem().find("act only once `buffer apply` follows them")
        != std::string::npos);
    CHECK(Case(with({lines, " buffer apply\n#\n"})).first_problem() == "");
}

TEST_CASE("a QoS policy leaves open how packets of a port are classified")
{
    const Case read(with({"interface HundredGigE1/0/1\n qos trust dscp\n qos apply policy MARK inbound\n#\n",
        "interface HundredGigE1/0/2\n qos trust dscp\n qos apply policy MARK outbound\n#\n"}));
    CHECK_FALSE(read.port("HundredGigE1/0/1").ingress_policy.known());
    CHECK(read.port("HundredGigE1/0/2").ingress_policy.is(Ref{}));
    const Case all(with({" qos apply policy MARK global inbound\n#\ninterface HundredGigE1/0/1\n#\n"}));
    CHECK_FALSE(all.port("HundredGigE1/0/1").ingress_policy.known());
}

TEST_CASE("prompts and the output of display version of Comware are no lines of its configuration")
{
    const Case read(
        "<leaf1>display version\nH3C Comware Software, Version 7.1.070, Release 6635\n"
        "Copyright (c) 2004-2023 New H3C Technologies Co., Ltd. All rights reserved.\n"
        "H3C S9820-64H uptime is 2 weeks, 1 day, 3 hours, 4 minutes\nLast reboot reason : User reboot\n\n"
        "Boot image: flash:/s9820-boot.bin\n  Compiled Jan 15 2024 16:00:00\n"
        "<leaf1>display current-configuration\n#\n version 7.1.070, Release 6635\n#\n sysname leaf1\n#\n"
        "interface HundredGigE1/0/1\n qos trust dscp\n#\nreturn\n<leaf1>\n");
    CHECK(read.device().model == "S9820-64H");
    CHECK(read.device().name == "leaf1");
    CHECK(read.port("HundredGigE1/0/1").trust.is(Trust::dscp));
    CHECK(read.first_problem() == "");
    CHECK(read.coverage.count(CoverageState::unrecognised) == 0);
}

TEST_SUITE_END();

}
}
