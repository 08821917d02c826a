// SPDX-License-Identifier: Apache-2.0
// Maps, policies, queues and what marks them.
#include "tests/drivers/sonic_cli/sonic_cli_case.h"

namespace rocelint::sonic_cli_test {
namespace {

TEST_SUITE_BEGIN("sonic-cli");

TEST_CASE("a map that a port binds classifies, and an unmapped point is in class 0")
{
    const Case read(with({"qos map dscp-tc D\n dscp 24,26-28 traffic-class 3\n dscp 48 traffic-class 6\n"
                          "qos map dot1p-tc P\n dot1p 3 traffic-class 3\n"
                          "qos map tc-queue Q\n traffic-class 3 queue 5\n traffic-class 0-2,4-7 queue 0\n"
                          "interface Ethernet0\n qos-map dscp-tc D\n qos-map tc-queue Q\n"
                          "interface Ethernet4\n qos-map dscp-tc D\n qos-map dot1p-tc P\n"
                          "interface Ethernet8\n qos-map dot1p-tc P\n"
                          "interface Ethernet12\n mtu 9216\n"}));
    const Port& port = read.port("Ethernet0");
    CHECK(port.trust.is(Trust::dscp));
    CHECK(classify_dscp(read.device(), port, 27).tc.is(3));
    CHECK(classify_dscp(read.device(), port, 27).queue.is(5));
    CHECK(classify_dscp(read.device(), port, 48).tc.is(6));
    CHECK(classify_dscp(read.device(), port, 1).tc.is(0));
    CHECK(read.port("Ethernet4").trust.is(Trust::dscp_else_pcp));
    CHECK(read.port("Ethernet8").trust.is(Trust::pcp));
    CHECK(read.port("Ethernet12").trust.is(Trust::none));
    // Without a map from classes to queues everything is in queue 0.
    CHECK(classify_dscp(read.device(), read.port("Ethernet4"), 27).queue.is(0));
}

TEST_CASE("maps of different kinds may share a name")
{
    const Case read(
        with({"qos map dscp-tc ROCE\n dscp 26 traffic-class 3\n"
              "qos map tc-queue ROCE\n traffic-class 3 queue 3\n"
              "qos map tc-dscp ROCE\n traffic-class 3 dscp 26\n"
              "qos map pfc-priority-queue ROCE\n pfc-priority 3 queue 3\n"
              "qos map pfc-priority-pg ROCE\n pfc-priority 3 pg 3\n"
              "interface Ethernet0\n qos-map dscp-tc ROCE\n qos-map tc-queue ROCE\n qos-map tc-dscp ROCE\n"
              " qos-map pfc-priority-queue ROCE\n qos-map pfc-priority-pg ROCE\n"}));
    const Port& port = read.port("Ethernet0");
    CHECK(read.device().map(port.tc_to_dscp)->at_point(3) == 26);
    CHECK(read.device().map(port.priority_to_queue)->at_point(3) == 3);
    CHECK(read.device().map(port.priority_to_priority_group)->at_point(3) == 3);
    CHECK(read.reading.problems.empty());
    CHECK(read.lines(CoverageState::unrecognised) == 0);
}

TEST_CASE("an entry of another kind of map is not recognised")
{
    const Case read(with({"qos map tc-queue Q\n traffic-class 3 priority-group 3\n"}));
    CHECK(read.lines(CoverageState::unrecognised) == 1);
}

TEST_CASE("a bound map or policy that is missing from the files is reported, and leaves its settings unread")
{
    const Case read(with(
        {"interface Ethernet0\n qos-map dscp-tc GONE\n queue 3 wred-policy LOST\n scheduler-policy OUT\n"}));
    CHECK(read.reading.problems.size() == 3);
    CHECK_FALSE(read.port("Ethernet0").dscp_to_tc.known());
    CHECK_FALSE(read.queue("Ethernet0", 3).ecn.known());
    CHECK_FALSE(read.queue("Ethernet0", 3).scheduler.known());
}

TEST_CASE("a wred-policy marks the colours that its ecn line names, in kilobytes of 1000 bytes")
{
    const Case read(with(
        {"qos wred-policy W\n green minimum-threshold 2048 maximum-threshold 12480 drop-probability 15\n ecn green\n"
         "qos wred-policy DROPS\n green minimum-threshold 100 maximum-threshold 200 drop-probability 5\n ecn none\n"
         "interface Ethernet0\n queue 3 wred-policy W\n queue 4 wred-policy DROPS\n"}));
    const EcnCurve& green = read.marking("Ethernet0", 3)->curves.front();
    CHECK(green.marks.is(true));
    CHECK(green.drops.is(false));
    CHECK(green.min_threshold.is(Bytes{2'048'000}));
    CHECK(green.max_threshold.is(Bytes{12'480'000}));
    CHECK(green.max_probability.is(Percent::whole(15)));
    CHECK_FALSE(read.marking("Ethernet0", 4)->marks());
    CHECK(read.marking("Ethernet0", 4)->curves.front().drops.is(true));
    CHECK(read.marking("Ethernet0", 5) == nullptr);
}

TEST_CASE("a scheduler-policy serves queues strictly or by weight, and shapes a queue and the port")
{
    const Case read(with(
        {"qos scheduler-policy S\n !\n queue 3\n  type dwrr\n  weight 60\n  pir 50000000\n !\n queue 6\n  type strict\n"
         " !\n queue 5\n  weight 7\n !\n queue 4\n  type wrr\n  meter-type packets\n  pir 5\n !\n port\n  pir 100000000\n"
         "interface Ethernet0\n scheduler-policy S\n"}));
    CHECK(read.scheduler("Ethernet0", 3)->kind.is(SchedulerKind::weighted));
    CHECK(read.scheduler("Ethernet0", 3)->weight.is(60U));
    CHECK(read.scheduler("Ethernet0", 3)->limit.is(BitsPerSecond{50'000'000'000}));
    CHECK(read.scheduler("Ethernet0", 6)->kind.is(SchedulerKind::strict));
    CHECK(read.scheduler("Ethernet0", 5)->kind.is(SchedulerKind::weighted));
    CHECK_FALSE(read.scheduler("Ethernet0", 4)->limit.known());
    CHECK(read.scheduler("Ethernet0", 0) == nullptr);
    CHECK(read.port("Ethernet0").limit.is(BitsPerSecond{100'000'000'000}));
    CHECK(read.lines(CoverageState::unsupported) == 1);
}

TEST_CASE(
    "a policy that a port applies may change its classification, and one that no port applies does not matter")
{
    const char* policies = "class-map C match-type fields match-any\n match dscp 26\n"
                           "policy-map P type qos\n class C priority 10\n  set traffic-class 5\n";
    const Case read(with({policies, "interface Ethernet0\n service-policy type qos in P\n"}));
    CHECK_FALSE(read.port("Ethernet0").ingress_policy.known());
    REQUIRE(read.device().meters.size() == 1);
    CHECK(read.device().meters[0].effect == MeterEffect::unknown);
    CHECK(read.lines(CoverageState::unsupported) == 4);
    const Case of_vlan(with({policies,
        "interface Vlan10\n service-policy type qos in P\n"
        "interface Ethernet0\n switchport access Vlan 10\ninterface Ethernet4\n ip address 10.0.0.1/31\n"}));
    CHECK_FALSE(of_vlan.port("Ethernet0").ingress_policy.known());
    CHECK(of_vlan.port("Ethernet4").ingress_policy.known());
    REQUIRE(of_vlan.device().meters.size() == 1);
    CHECK(of_vlan.device().ports[of_vlan.device().meters[0].port].kind == PortKind::vlan);
    for (const char* outside : {"interface Ethernet0\n switchport access Vlan 20\n",
             "interface Ethernet0\n switchport trunk allowed Vlan 20-29\n"}) {
        CAPTURE(outside);
        const Case read_outside(
            with({policies, "interface Vlan10\n service-policy type qos in P\n", outside}));
        CHECK(read_outside.port("Ethernet0").ingress_policy.known());
        CHECK(read_outside.device().outside_vlans.size() == 1);
    }
    const Case tagged(with({policies,
        "interface Vlan10\n service-policy type qos in P\n"
        "interface Ethernet0\n switchport access Vlan 20\n switchport trunk allowed Vlan 10-12\n"}));
    CHECK_FALSE(tagged.port("Ethernet0").ingress_policy.known());
    const Case unused(
        with({policies, "line vty\n service-policy type qos in P\ninterface Ethernet0\n mtu 9216\n"}));
    CHECK(unused.port("Ethernet0").ingress_policy.known());
    CHECK(unused.lines(CoverageState::unsupported) == 0);
}

TEST_CASE("a policy of the whole switch may change the classification of every port")
{
    const Case read(with({"policy-map P type qos\n class C priority 10\n  set traffic-class 5\n",
        "service-policy type qos in P\ninterface Ethernet0\n mtu 9216\ninterface Ethernet4\n mtu 9216\n"}));
    CHECK_FALSE(read.port("Ethernet0").ingress_policy.known());
    CHECK_FALSE(read.port("Ethernet4").ingress_policy.known());
    CHECK(read.lines(CoverageState::unrecognised) == 0);
    const Case out(with({"service-policy type qos out P\ninterface Ethernet0\n mtu 9216\n"}));
    CHECK(out.port("Ethernet0").ingress_policy.known());
    CHECK(out.lines(CoverageState::unrecognised) == 0);
}

TEST_CASE(
    "a policy of a type that may redirect, police or remark packets is unsupported, and others do not matter")
{
    for (const char* where : {"", "interface Ethernet0\n "}) {
        const auto unsupported = [&](const char* line) {
            return Case(with({where, line, "interface Ethernet4\n mtu 9216\n"}))
                .lines(CoverageState::unsupported);
        };
        CHECK(unsupported("service-policy type forwarding in F\n") == 1);
        CHECK(unsupported("service-policy type qos out P\n") == 1);
        CHECK(unsupported("service-policy type new in P\n") == 1);
        CHECK(unsupported("service-policy type monitoring in M\n") == 0);
        CHECK(unsupported("service-policy type acl-copp in C\n") == 0);
    }
}

TEST_CASE(
    "a dynamic threshold beyond those of the switch is reported, and so is a rate that a port cannot have")
{
    const auto problem = [](const char* line) { return Case(with({line})).first_problem(); };
    CHECK(problem("buffer profile p1 ingress_lossless_pool 0 dynamic-threshold 3\n").empty());
    CHECK(problem("buffer profile p1 ingress_lossless_pool 0 dynamic-threshold -6\n").empty());
    CHECK_FALSE(problem("buffer profile p1 ingress_lossless_pool 0 dynamic-threshold 7\n").empty());
    CHECK(problem("qos scheduler-policy S\n port\n  pir 31\n").find("pir 31: out of range, 32 to 400000000")
        == 0);
    CHECK(problem("qos scheduler-policy S\n port\n  pir 400000000\n").empty());
}

TEST_SUITE_END();

}
}
