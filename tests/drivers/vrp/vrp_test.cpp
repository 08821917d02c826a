// SPDX-License-Identifier: Apache-2.0
#include "drivers/vrp/vrp.h"
#include "models/fabric/classify.h"
#include "tests/drivers/text_case.h"

#include <string>

namespace rocelint::vrp_test {
namespace {

struct Case : tests::TextCase {
    explicit Case(std::string_view text) : TextCase(vrp::driver, "leaf1.cfg", text) { }

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
};

constexpr const char* head = "!Software Version V300R023C00SPC500\n#\nsysname leaf1\n#\n";

std::string with(std::initializer_list<const char*> parts)
{
    std::string text(head);
    for (const char* part : parts)
        text += part;
    return text + "return\n";
}

TEST_SUITE_BEGIN("vrp");

TEST_CASE("a PFC profile pauses priority 3 and those that its lines add")
{
    const Case read(with({"dcb pfc\n#\ndcb pfc STORAGE\n priority 4 5\n#\n",
        "interface 100GE1/0/1\n dcb pfc enable mode manual\n#\n",
        "interface 100GE1/0/2\n dcb pfc enable STORAGE mode auto\n#\n",
        "interface 100GE1/0/3\n#\n",
        "interface 100GE1/0/4\n dcb pfc enable LOST\n#\n"}));
    CHECK(read.port("100GE1/0/1").pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.port("100GE1/0/1").pfc_negotiated.is(false));
    CHECK(read.port("100GE1/0/2").pfc_tx.is(PrioritySet{0b0011'1000}));
    CHECK(read.port("100GE1/0/2").pfc_negotiated.is(true));
    CHECK(read.port("100GE1/0/3").pfc_tx.is(PrioritySet{}));
    CHECK_FALSE(read.port("100GE1/0/4").pfc_tx.known());
}

TEST_CASE("prompts and the output of display version are no lines of the configuration")
{
    const Case read(
        "<leaf1>display version\nHuawei Versatile Routing Platform Software\n"
        "VRP (R) software, Version 8.220 (CE8855 V300R023C00SPC500)\n"
        "Copyright (C) 2012-2023 Huawei Technologies Co., Ltd.\n"
        "HUAWEI CE8855-32CQ4BQ uptime is 386 days, 5 hours, 28 minutes\n\n"
        "CE8855-32CQ4BQ(Master) 1 : uptime is  386 days, 5 hours, 27 minutes\n"
        "        StartupTime 2024/08/31   10:37:59\nMemory    Size    : 4096 M bytes\n"
        "<leaf1>display current-configuration\n#\nsysname leaf1\n#\ninterface 100GE1/0/1\n trust dscp\n"
        "#\nreturn\n[~leaf1]quit\n");
    CHECK(read.device().model == "CE8855-32CQ4BQ");
    CHECK(read.device().name == "leaf1");
    CHECK(read.port("100GE1/0/1").trust.is(Trust::dscp));
    CHECK(read.first_problem() == "");
    CHECK(read.coverage.count(CoverageState::unrecognised) == 0);
    const Case alone("Huawei YunShan OS\nVersion 1.23.0.1 (CE8855 V300R023C00SPC500)\n"
                     "HUAWEI CE8855-32CQ4BQ uptime is 2 days\nsysname leaf1\nfrobnicate\n");
    CHECK(alone.coverage.count(CoverageState::unrecognised) == 1);
}

TEST_CASE("dcb pfc global disable switches PFC off on every port")
{
    const char* port = "interface 100GE1/0/1\n dcb pfc enable mode manual\n#\n";
    const Case off(with({"dcb pfc global disable\n#\n", port}));
    CHECK(off.device().pfc_all_off.is(true));
    CHECK(off.port("100GE1/0/1").pfc_tx.is(PrioritySet{}));
    CHECK(off.port("100GE1/0/1").pfc_rx.is(PrioritySet{}));
    CHECK(off.port("100GE1/0/1").watchdog.enabled.is(false));
    const Case negotiating(
        with({"dcb pfc global disable\n#\n", "interface 100GE1/0/1\n dcb pfc enable mode auto\n#\n"}));
    CHECK(negotiating.port("100GE1/0/1").pfc_negotiated.is(false));
    CHECK(off.device().group(off.port("100GE1/0/1"), 3)->lossless.is(false));
    const Case on(with({"dcb pfc global disable\n#\nundo dcb pfc global disable\n#\n", port}));
    CHECK(on.device().pfc_all_off.is(false));
    CHECK(on.port("100GE1/0/1").pfc_tx.is(PrioritySet::of(3)));
}

TEST_CASE(
    "a switched port trusts the 802.1p priority unless a line says otherwise, and a routed one the DSCP")
{
    const Case read(with({"interface 25GE1/0/1\n#\n",
        "interface 25GE1/0/2\n trust dscp\n#\n",
        "interface 25GE1/0/3\n undo portswitch\n#\n",
        "interface 25GE1/0/4\n trust upstream none\n#\n"}));
    CHECK(read.port("25GE1/0/1").trust.is(Trust::pcp));
    CHECK(read.port("25GE1/0/2").trust.is(Trust::dscp));
    CHECK(read.port("25GE1/0/3").trust.is(Trust::dscp));
    CHECK(read.port("25GE1/0/4").trust.is(Trust::none));
    CHECK(read.port("25GE1/0/1").speed.is(BitsPerSecond{25'000'000'000}));
}

TEST_CASE("a domain changes the usual map of DSCPs, and only on the ports that use it")
{
    const Case read(with({"diffserv domain ds1\n ip-dscp-inbound 24 phb af4 green\n#\n",
        "interface 100GE1/0/1\n trust dscp\n trust upstream ds1\n#\n",
        "interface 100GE1/0/2\n trust dscp\n#\n"}));
    CHECK(classify_dscp(read.device(), read.port("100GE1/0/1"), 24).tc.is(4));
    CHECK(classify_dscp(read.device(), read.port("100GE1/0/2"), 24).tc.is(3));
    CHECK(classify_dscp(read.device(), read.port("100GE1/0/1"), 48).tc.is(6));
}

TEST_CASE("what a traffic-policy polices where packets enter is not known")
{
    constexpr const char* policy
        = "traffic classifier RDMA type or\n if-match dscp 26\n#\n"
          "traffic behavior LIMIT\n car cir 10 gbps cbs 1 mbytes green pass yellow pass red discard\n#\n"
          "traffic policy P\n classifier RDMA behavior LIMIT\n#\n";
    const Case read(with({policy,
        "interface 100GE1/0/1\n traffic-policy P inbound\n traffic-policy P outbound\n#\n",
        "interface 100GE1/0/2\n traffic-policy P outbound\n#\n",
        "interface Vlanif10\n traffic-policy P inbound\n#\n",
        "interface 100GE1/0/3\n#\n"}));
    REQUIRE(read.device().meters.size() == 2);
    CHECK(read.device().ports[read.device().meters[1].port].kind == PortKind::vlan);
    CHECK(read.device().meters[0].effect == MeterEffect::unknown);
    CHECK(read.device().meters[0].dscps == DscpSet::all());
    CHECK(read.device().ports[read.device().meters[0].port].name == "100GE1/0/1");
    CHECK_FALSE(read.port("100GE1/0/1").ingress_policy.known());
}

TEST_CASE("a domain colours packets by the field that the port trusts")
{
    const Case read(with({"diffserv domain ds1\n ip-dscp-inbound 26 phb af3 yellow\n"
                          " ip-dscp-inbound 27 phb af3 red\n ip-dscp-inbound 27 phb af3 green\n"
                          " 8021p-inbound 3 phb af3 red\n#\n",
        "interface 100GE1/0/1\n trust dscp\n trust upstream ds1\n#\n",
        "interface 100GE1/0/2\n trust 8021p\n trust upstream ds1\n#\n",
        "interface 100GE1/0/3\n trust dscp\n#\n"}));
    const std::vector<Meter>& meters = read.device().meters;
    REQUIRE(meters.size() == 2);
    CHECK(meters[0].effect == MeterEffect::yellow);
    CHECK(to_string(meters[0].dscps) == "26");
    CHECK(read.device().ports[meters[0].port].name == "100GE1/0/1");
    CHECK(meters[1].effect == MeterEffect::unknown);
    CHECK(read.device().ports[meters[1].port].name == "100GE1/0/2");
}

TEST_CASE("whether a class is paused by its number depends on the hardware, unless a line says so")
{
    const char* port = "interface 100GE1/0/1\n trust dscp\n#\n";
    CHECK_FALSE(Case(with({port})).port("100GE1/0/1").tc_to_priority_group.known());
    CHECK(Case(with({"dcb pfc dscp-mapping enable slot 1\n#\n", port}))
              .port("100GE1/0/1")
              .tc_to_priority_group.known());
    CHECK(Case(with({"dcb pfc deadlock-detect timer 200\n#\n", port}))
              .port("100GE1/0/1")
              .tc_to_priority_group.known());
    CHECK(Case(with({"interface 100GE1/0/1\n#\n"})).port("100GE1/0/1").tc_to_priority_group.known());
}

TEST_CASE("a queue marks by the ecn line of its drop profile, where ECN is on")
{
    const char* profile = "drop-profile dp1\n color green low-limit 80 high-limit 100 discard-percentage 10\n"
                          " ecn buffer-size low-limit 150000 high-limit 1500000 discard-percentage 30\n#\n";
    const char* ports = "interface 100GE1/0/1\n qos queue 3 wred dp1\n qos queue 3 ecn\n#\n"
                        "interface 100GE1/0/2\n qos queue 3 wred dp1\n#\ninterface 100GE1/0/3\n#\n";
    const Case headroom(with({"qos buffer headroom-pool size 4 mbytes slot 1\n#\n", profile, ports}));
    REQUIRE(headroom.marking("100GE1/0/1", 3) != nullptr);
    CHECK(headroom.marking("100GE1/0/1", 3)->marks());
    CHECK(headroom.marking("100GE1/0/1", 3)->curves.front().min_threshold.is(Bytes{150'000}));
    REQUIRE(headroom.marking("100GE1/0/2", 3) != nullptr);
    CHECK_FALSE(headroom.marking("100GE1/0/2", 3)->marks());
    CHECK(headroom.marking("100GE1/0/2", 3)->curves.front().drops.is(true));
    CHECK(headroom.queue("100GE1/0/3", 3).ecn.is(Ref{}));
    SUBCASE("hardware with a simulated headroom needs a line of the whole switch")
    {
        const char* simulated = "dcb pfc deadlock-detect timer 200\n#\n";
        CHECK_FALSE(Case(with({simulated, profile, ports})).marking("100GE1/0/1", 3)->marks());
        const Case everywhere(with({simulated, "qos ecn enable\n#\n", profile, ports}));
        CHECK(everywhere.marking("100GE1/0/1", 3)->marks());
    }
    SUBCASE("AI ECN sets thresholds of its own")
    {
        const Case read(with({"qos buffer headroom-pool size 4 mbytes slot 1\n#\n",
            profile,
            ports,
            "ai-service\n ai-ecn\n  ai-ecn enable\n  assign queue 3\n#\n"}));
        CHECK_FALSE(read.queue("100GE1/0/1", 3).ecn.known());
        CHECK_FALSE(read.queue("100GE1/0/3", 3).ecn.known());
    }
    SUBCASE("which hardware it is, no line shows")
    {
        CHECK_FALSE(Case(with({profile, ports})).queue("100GE1/0/1", 3).ecn.known());
    }
}

TEST_CASE("queues are strict unless they are listed, and the last list that names one counts")
{
    const Case read(
        with({"interface 100GE1/0/1\n qos drr 0 to 4 6\n qos pq 4\n qos queue 3 drr weight 50\n#\n"}));
    CHECK(read.service("100GE1/0/1", 0).kind.is(SchedulerKind::weighted));
    CHECK(read.service("100GE1/0/1", 0).weight.is(1U));
    CHECK(read.service("100GE1/0/1", 3).weight.is(50U));
    CHECK(read.service("100GE1/0/1", 4).kind.is(SchedulerKind::strict));
    CHECK(read.service("100GE1/0/1", 5).kind.is(SchedulerKind::strict));
    CHECK(read.service("100GE1/0/1", 6).kind.is(SchedulerKind::weighted));
}

TEST_CASE("the groups of an ETS profile serve the queues of its ports")
{
    const Case read(with({"dcb ets-profile default\n#\n",
        "dcb ets-profile ets1\n priority-group 0 drr weight 60\n priority-group 1 drr weight 40\n"
        " priority-group 0 queue 0 to 2 4 to 6\n priority-group 15 queue 7\n#\n",
        "interface 100GE1/0/1\n dcb ets enable ets1\n#\n",
        "interface 100GE1/0/2\n dcb ets enable default\n#\n"}));
    CHECK(read.service("100GE1/0/1", 3).kind.is(SchedulerKind::weighted));
    CHECK(read.service("100GE1/0/1", 3).weight.is(40U));
    CHECK(read.service("100GE1/0/1", 6).kind.is(SchedulerKind::weighted));
    CHECK_FALSE(read.service("100GE1/0/1", 6).weight.known());
    CHECK(read.service("100GE1/0/1", 7).kind.is(SchedulerKind::strict));
    CHECK(read.service("100GE1/0/2", 3).weight.is(50U));
    CHECK(read.service("100GE1/0/2", 6).kind.is(SchedulerKind::strict));
    CHECK(read.reading.problems.empty());
}

TEST_CASE("the times of deadlock detection are counted in intervals, or in milliseconds for the whole switch")
{
    const char* port = "interface 100GE1/0/1\n dcb pfc enable\n#\n";
    const Case usual(with({port}));
    CHECK(usual.port("100GE1/0/1").watchdog.enabled.is(true));
    CHECK(usual.port("100GE1/0/1").watchdog.detection.is(Milliseconds(100)));
    const Case counted(
        with({"dcb pfc deadlock-detect interval 100\n#\ndcb pfc\n priority 3 deadlock-detect time 2\n"
              " priority 3 deadlock-recovery time 4\n#\n",
            port}));
    CHECK(counted.port("100GE1/0/1").watchdog.detection.is(Milliseconds(200)));
    CHECK(counted.port("100GE1/0/1").watchdog.restoration.is(Milliseconds(400)));
    const Case timed(with({"dcb pfc deadlock-detect timer 512\n#\n", port}));
    CHECK(timed.port("100GE1/0/1").watchdog.detection.is(Milliseconds(512)));
    CHECK(timed.port("100GE1/0/1").watchdog.action.is(WatchdogAction::drop));
    const Case never(with({"dcb pfc\n priority 3 deadlock-recovery time 0\n#\n", port}));
    CHECK(never.port("100GE1/0/1").watchdog.enabled.is(false));
}

TEST_CASE("the largest packet that a port forwards is that of its largest frame, whatever its mtu line says")
{
    const Case read(with({"interface 100GE1/0/1\n jumboframe enable 5000\n#\n",
        "interface 100GE1/0/2\n undo portswitch\n ip address 10.0.0.1 31\n#\n",
        "interface 100GE1/0/3\n undo portswitch\n mtu 9000\n#\n"}));
    CHECK(read.port("100GE1/0/1").max_frame.is(Bytes{4996}));
    CHECK(read.port("100GE1/0/1").ip_mtu.is(Bytes{4982}));
    CHECK(read.port("100GE1/0/2").max_frame.is(Bytes{9212}));
    CHECK(read.port("100GE1/0/2").ip_mtu.is(Bytes{9198}));
    CHECK(read.port("100GE1/0/3").ip_mtu.is(Bytes{9198}));
    REQUIRE(read.device().forwarding.addresses.size() == 1);
}

TEST_CASE("static routes have a mask or its length")
{
    const Case read(with({"ip route-static 0.0.0.0 0 10.0.0.1\n"
                          "ip route-static 10.1.0.0 255.255.0.0 10.0.0.1\n"
                          "ip route-static vpn-instance mgmt 0.0.0.0 0.0.0.0 192.0.2.1\n#\n"}));
    CHECK(read.device().forwarding.routes.size() == 2);
}

TEST_SUITE_END();

}
}
