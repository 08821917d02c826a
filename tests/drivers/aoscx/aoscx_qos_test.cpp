// SPDX-License-Identifier: Apache-2.0
// Maps, profiles of schedules and thresholds, policies.
#include "tests/drivers/aoscx/aoscx_case.h"

namespace rocelint::aoscx_test {
namespace {

TEST_SUITE_BEGIN("aoscx");

TEST_CASE("without a line, every packet gets the local priority of code point 0, which is 1")
{
    const Case read(with({"interface 1/1/1\n", "interface 1/1/2\n    qos trust dscp\n"}));
    CHECK(read.port("1/1/1").trust.is(Trust::none));
    CHECK(classify_dscp(read.device(), read.port("1/1/1"), 26).tc.is(1));
    CHECK(classify_dscp(read.device(), read.port("1/1/2"), 26).tc.is(3));
    CHECK(classify_dscp(read.device(), read.port("1/1/2"), 0).tc.is(1));
    CHECK(classify_dscp(read.device(), read.port("1/1/2"), 8).tc.is(0));
    CHECK(classify_dscp(read.device(), read.port("1/1/2"), 48).tc.is(6));
}

TEST_CASE("a schedule profile is not compared with a queue profile that no file shows")
{
    const Case read(with({"qos schedule-profile S\n    dwrr queue 0 weight 1\n    dwrr queue 1 weight 1\n",
        "apply qos queue-profile LOST schedule-profile S\n"}));
    for (const SyntaxProblem& problem : read.reading.problems)
        CHECK(problem.message.find("does not apply schedule profile") == std::string::npos);
}

TEST_CASE("a line of a queue profile that no guide has is not skipped")
{
    const Case read(with({"qos queue-profile Q\n    name queue 3 RoCE\n    queue 3 local-priority 3\n"}));
    CHECK(read.coverage.count(CoverageState::unrecognised) == 1);
}

TEST_CASE("thresholds of the switch apply to all its ports, and those of a port go before them")
{
    const Case read(with(
        {"qos threshold-profile A\n    queue 3 action ecn all min-threshold 100 kbytes max-threshold 200 "
         "kbytes\n",
            "qos threshold-profile B\n    queue 3 action ecn all threshold 50 kbytes\n"
            "    queue 4 action wred-non-resp green min-threshold 60 kbytes max-threshold 90 kbytes max-prob 10 percent\n",
            "apply qos threshold-profile A\n",
            "interface 1/1/1\n",
            "interface 1/1/2\n    apply qos threshold-profile B\n",
            "interface 1/1/3\n    apply qos threshold-profile LOST\n"}));
    REQUIRE(read.marking("1/1/1", 3) != nullptr);
    CHECK(read.marking("1/1/1", 3)->curves.front().min_threshold.is(Bytes{102'400}));
    CHECK(read.marking("1/1/1", 3)->curves.front().max_threshold.is(Bytes{204'800}));
    CHECK(read.marking("1/1/1", 3)->curves.front().max_probability.is(Percent::whole(100)));
    CHECK(read.queue("1/1/1", 4).ecn.known());
    CHECK(read.marking("1/1/1", 4) == nullptr);
    const EcnProfile* step = read.marking("1/1/2", 3);
    REQUIRE(step != nullptr);
    CHECK(step->marks());
    CHECK(step->curves.front().min_threshold.is(Bytes{51'200}));
    CHECK(step->curves.front().max_threshold.is(Bytes{51'200}));
    REQUIRE(read.marking("1/1/2", 4) != nullptr);
    CHECK(read.marking("1/1/2", 4)->curves.front().drops.is(true));
    CHECK_FALSE(read.queue("1/1/3", 3).ecn.known());
}

TEST_CASE("a schedule profile is that of the switch or of a port, and both have names of their own")
{
    constexpr const char* profile
        = "qos schedule-profile S\n    dwrr queue 0 weight 1\n    dwrr queue 1 weight 20\n    dwrr queue 2 weight 1\n"
          "    dwrr queue 3 weight 60 max-bandwidth 50 percent\n    dwrr queue 4 weight 1\n    dwrr queue 5 weight 1\n"
          "    dwrr queue 6 weight 1\n    strict queue 7 max-bandwidth 1000000 kbps\n";
    const Case read(with({profile,
        "apply qos queue-profile factory-default schedule-profile S\n",
        "interface 1/1/1\n    speed 100g\n",
        "interface 1/1/2\n    apply qos schedule-profile strict\n"}));
    CHECK(read.first_problem() == "");
    CHECK(read.service("1/1/1", 3).weight.is(60));
    CHECK(read.service("1/1/1", 3).limit.is(BitsPerSecond{50'000'000'000}));
    CHECK(read.service("1/1/1", 7).kind.is(SchedulerKind::strict));
    CHECK(read.service("1/1/1", 7).limit.is(BitsPerSecond{1'000'000'000}));
    CHECK(read.service("1/1/2", 3).kind.is(SchedulerKind::strict));
    CHECK(Case(with({"interface 1/1/1\n"})).service("1/1/1", 3).weight.is(1));
    const Case shaped(with({profile,
        "apply qos queue-profile factory-default schedule-profile S\n",
        "interface 1/1/1\n    speed 100g\n    qos shape 40000000 kbps\n"}));
    CHECK(shaped.service("1/1/1", 3).limit.is(BitsPerSecond{20'000'000'000}));
}

TEST_CASE("an ingress policy may classify packets, and is not checked")
{
    const Case read(with({"class ip RDMA\n    10 match udp any any eq 4791\n",
        "policy P\n    10 class ip RDMA action local-priority 5\n",
        "interface 1/1/1\n    apply policy P in\n",
        "interface 1/1/2\n"}));
    CHECK_FALSE(read.port("1/1/1").ingress_policy.known());
    CHECK(read.port("1/1/2").ingress_policy.known());
    CHECK(read.port("1/1/2").tc_to_dscp.known());
    CHECK_FALSE(Case(with({"apply policy P in\n", "interface 1/1/1\n"})).port("1/1/1").tc_to_dscp.known());
    CHECK(read.coverage.count(CoverageState::unsupported) > 0);
    for (const char* of_vlan :
        {"vlan 10\n    apply policy P in\n", "interface vlan 10\n    apply policy P routed-in\n"}) {
        const auto known = [&](const char* port) {
            const Case applied(with({of_vlan, port}));
            const bool none
                = meters_of_port(applied.device(), applied.device().find_port("1/1/1"), DscpSet::all())
                      .empty();
            CHECK(none == applied.port("1/1/1").ingress_policy.known());
            return none;
        };
        CHECK_FALSE(known("interface 1/1/1\n    no routing\n    vlan access 10\n"));
        CHECK_FALSE(
            known("interface 1/1/1\n    no routing\n    vlan trunk native 1\n    vlan trunk allowed all\n"));
        CHECK_FALSE(known(
            "interface 1/1/1\n    no routing\n    vlan trunk native 1\n    vlan trunk allowed 1,5-15\n"));
        CHECK(known("interface 1/1/1\n    no routing\n    vlan access 20\n"));
        CHECK(known("interface 1/1/1\n    no routing\n"));
        CHECK(
            known("interface 1/1/1\n    no routing\n    vlan trunk native 1\n    vlan trunk allowed 1,20\n"));
        CHECK(known("interface 1/1/1\n    routing\n"));
    }
    CHECK(Case(with({"interface 1/1/1\n    apply policy P out\n"})).port("1/1/1").ingress_policy.known());
}

TEST_CASE("a map of rewriting takes several local priorities in one line, and trust none a color alone")
{
    const Case read(with({"qos egress-rewrite-map local-priority 3,5-6 dscp 26\n",
        "qos egress-rewrite-map local-priority 6,7 cos 3\n",
        "interface 1/1/1\n    qos egress-rewrite dscp\n    qos trust none color yellow\n"}));
    CHECK(read.first_problem() == "");
    const ClassMap* rewritten = read.device().map(read.port("1/1/1").tc_to_dscp);
    REQUIRE(rewritten != nullptr);
    CHECK(rewritten->to[3] == 26);
    CHECK(rewritten->to[4] == 32);
    CHECK(rewritten->to[5] == 26);
    CHECK(rewritten->to[6] == 26);
    CHECK(read.port("1/1/1").trust.is(Trust::none));
    CHECK(read.coverage.count(CoverageState::unrecognised) == 0);
}

TEST_SUITE_END();

}
}
