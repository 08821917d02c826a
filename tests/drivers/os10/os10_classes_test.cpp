// SPDX-License-Identifier: Apache-2.0
// Classification, policing, queues and what marks them.
#include "tests/drivers/os10/os10_case.h"

namespace rocelint::os10_test {
namespace {

TEST_SUITE_BEGIN("os10");

TEST_CASE("an access list of TCP takes no RoCE")
{
    const Case read(with({"ip access-list ISCSI\n seq 10 permit tcp any any eq 3260\n!\n"
                          "class-map type qos TCP\n match ip access-group name ISCSI\n!\n"
                          "class-map type qos RDMA\n match ip dscp 26\n!\n"
                          "policy-map type qos IN\n !\n class TCP\n  set qos-group 2\n !\n class RDMA\n"
                          "  set qos-group 3\n!\n"
                          "interface ethernet1/1/1\n service-policy input type qos IN\n!\n"}));
    CHECK(classify_dscp(read.device(), read.port("ethernet1/1/1"), 26).tc.is(3));
}

TEST_CASE("a policy of a VLAN concerns the ports that may be in it")
{
    const auto with_port = [](const char* lines) {
        return Case(with({"class-map type qos RDMA\n match ip dscp 26\n!\n"
                          "policy-map type qos IN\n !\n class RDMA\n  set qos-group 0\n!\n"
                          "interface vlan10\n service-policy input type qos IN\n!\ninterface ethernet1/1/1\n",
            lines}));
    };
    for (const char* outside :
        {" switchport access vlan 20\n!\n",
            " switchport mode trunk\n switchport access vlan 1\n switchport trunk allowed vlan 20-29\n!\n"}) {
        CAPTURE(outside);
        CHECK(with_port(outside).port("ethernet1/1/1").ingress_policy.known());
    }
    for (const char* perhaps : {" no shutdown\n!\n",
             " switchport mode trunk\n switchport trunk allowed vlan 20\n!\n",
             " switchport mode trunk\n switchport access vlan 10\n switchport trunk allowed vlan 20\n!\n"}) {
        CAPTURE(perhaps);
        CHECK_FALSE(with_port(perhaps).port("ethernet1/1/1").ingress_policy.known());
    }
}

TEST_CASE(
    "a class that polices leaves open what becomes of packets above its rates, and one curve marks one colour")
{
    const Case read(with(
        {"wred W\n random-detect color green minimum-threshold 1 maximum-threshold 9 drop-probability 10\n"
         " random-detect ecn\n!\nclass-map type queuing Q3\n match queue 3\n!\n"
         "policy-map type queuing OUT\n !\n class Q3\n  bandwidth percent 50\n  random-detect W\n!\n"
         "class-map type qos RDMA\n match ip dscp 26\n!\n"
         "policy-map type qos IN\n !\n class RDMA\n  set qos-group 3\n  police cir 1000 pir 2000\n!\n"
         "interface ethernet1/1/1\n service-policy input type qos IN\n"
         " service-policy output type queuing OUT\n!\n"}));
    REQUIRE(read.device().meters.size() == 1);
    CHECK(read.device().meters[0].effect == MeterEffect::unknown);
    CHECK(to_string(read.device().meters[0].dscps) == "26");
    REQUIRE(read.marking("ethernet1/1/1", 3) != nullptr);
    CHECK(read.marking("ethernet1/1/1", 3)->other_colours == OtherColours::unmarked);
}

TEST_CASE("a policy of a VLAN leaves open how switched ports classify and what they drop")
{
    const auto with_policy = [](const char* policy) {
        return Case(with(
            {"class-map type qos RDMA\n match ip dscp 26\n!\n"
             "policy-map type qos IN\n !\n class RDMA\n  set qos-group 0\n  police cir 1000 pir 2000\n!\n"
             "interface ethernet1/1/1\n switchport access vlan 10\n!\n"
             "interface ethernet1/1/2\n no switchport\n ip address 10.0.0.1/31\n!\n"
             "interface vlan10\n",
                policy}));
    };
    const Case read = with_policy(" service-policy input type qos IN\n!\n");
    CHECK_FALSE(read.port("ethernet1/1/1").ingress_policy.known());
    CHECK(read.port("ethernet1/1/2").ingress_policy.known());
    REQUIRE(read.device().meters.size() == 1);
    CHECK(read.device().ports[read.device().meters[0].port].kind == PortKind::vlan);
    for (const char* other : {" no shutdown\n!\n", " service-policy output type qos IN\n!\n"}) {
        CAPTURE(other);
        const Case none = with_policy(other);
        CHECK(none.port("ethernet1/1/1").ingress_policy.known());
        CHECK(none.device().meters.empty());
    }
}

TEST_CASE("an egress policy makes marking and policing of the port unknown, but not its classification")
{
    const Case read(with({"policy-map type qos OUT\n!\n"
                          "interface ethernet1/1/1\n service-policy output type qos OUT\n!\n"
                          "interface ethernet1/1/2\n no shutdown\n!\n"}));
    CHECK(read.port("ethernet1/1/1").ingress_policy.known());
    CHECK_FALSE(read.port("ethernet1/1/1").tc_to_dscp.known());
    CHECK(read.port("ethernet1/1/2").tc_to_dscp.known());
    REQUIRE(read.device().meters.size() == 1);
    CHECK(read.device().meters[0].effect == MeterEffect::unknown);
}

TEST_CASE("trust maps map points to qos-groups, and an unmapped point has no known group")
{
    const Case read(with({"trust dscp-map D\n qos-group 0 dscp 0-25\n qos-group 3 dscp 26\n!\n"
                          "trust dot1p-map P\n qos-group 3 dot1p 3\n!\n"
                          "qos-map traffic-class Q\n queue 0 qos-group 0-2\n queue 5 qos-group 3\n!\n"
                          "interface ethernet1/1/1\n trust-map dscp D\n qos-map traffic-class Q\n!\n"
                          "interface ethernet1/1/2\n trust-map dot1p P\n"}));
    const Port& own = read.port("ethernet1/1/1");
    CHECK(own.trust.is(Trust::dscp));
    CHECK(read.mapped(own.dscp_to_tc, 26) == 3);
    CHECK(read.mapped(own.dscp_to_tc, 27) == ClassMap::unmapped);
    CHECK(read.mapped(own.tc_to_queue, 3) == 5);
    const Port& whole = read.port("ethernet1/1/2");
    CHECK(whole.trust.is(Trust::pcp));
    CHECK(read.mapped(whole.pcp_to_tc, 3) == 3);
    CHECK(whole.tc_to_queue.is(Ref{}));
}

TEST_CASE("which of two trusted fields wins is unknown")
{
    const Case read(
        with({"trust dscp-map D\n qos-group 3 dscp 26\n!\ntrust dot1p-map P\n qos-group 3 dot1p 3\n!\n"
              "interface ethernet1/1/1\n trust-map dscp D\n trust-map dot1p P\n"}));
    CHECK_FALSE(read.port("ethernet1/1/1").trust.known());
}

TEST_CASE("the qos-groups of one class share its priority group")
{
    const Case read(with({"class-map type network-qos G\n match qos-group 3,6\n!\n"
                          "policy-map type network-qos NQ\n !\n class G\n  pause\n  pfc-cos 3\n!\n"
                          "interface ethernet1/1/1\n priority-flow-control mode on\n"
                          " service-policy input type network-qos NQ\n"}));
    const Port& port = read.port("ethernet1/1/1");
    CHECK(read.mapped(port.tc_to_priority_group, 6) == 3);
    CHECK(read.mapped(port.tc_to_priority_group, 5) == 5);
    CHECK(read.device().groups.at(port.first_group + 3).lossless.is(true));
    CHECK(read.device().groups.at(port.first_group + 6).lossless.is(false));
}

TEST_CASE("a shaper in bits per second is the queue's limit, and one in packets is not read")
{
    const Case read(
        with({"class-map type queuing Q3\n match queue 3\n!\nclass-map type queuing Q4\n match queue 4\n!\n"
              "policy-map type queuing OUT\n !\n class Q3\n  bandwidth percent 50\n"
              "  shape min mbps 0 max mbps 25000\n !\n class Q4\n  bandwidth percent 50\n"
              "  shape min pps 0 max pps 100\n!\n"
              "interface ethernet1/1/1\n service-policy output type queuing OUT\n"}));
    const auto limit = [&](std::uint8_t number) {
        return read.device().schedulers.at(read.queue("ethernet1/1/1", number).scheduler.value.index).limit;
    };
    CHECK(limit(3).is(BitsPerSecond{25'000'000'000}));
    CHECK_FALSE(limit(4).known());
    CHECK(read.lines(CoverageState::unsupported) == 1);
}

TEST_CASE("a queue marks by the WRED profile of its class, and only if that says ecn")
{
    const Case read(with(
        {"wred MARKS\n random-detect color green minimum-threshold 150 maximum-threshold 1500 drop-probability 10\n"
         " random-detect ecn\n!\n"
         "wred DROPS\n random-detect color green minimum-threshold 150 maximum-threshold 1500 drop-probability 10\n!\n"
         "class-map type queuing Q3\n match queue 3\n!\nclass-map type queuing Q4\n match queue 4\n!\n"
         "policy-map type queuing OUT\n !\n class Q3\n  bandwidth percent 50\n  random-detect MARKS\n"
         " !\n class Q4\n  priority\n  random-detect DROPS\n!\n"
         "interface ethernet1/1/1\n service-policy output type queuing OUT\n"}));
    const EcnProfile* marks = read.marking("ethernet1/1/1", 3);
    REQUIRE(marks != nullptr);
    CHECK(marks->curves.front().marks.is(true));
    CHECK(marks->curves.front().min_threshold.is(Bytes{150'000}));
    CHECK(marks->curves.front().max_threshold.is(Bytes{1'500'000}));
    REQUIRE(read.marking("ethernet1/1/1", 4) != nullptr);
    CHECK(read.marking("ethernet1/1/1", 4)->curves.front().marks.is(false));
    CHECK(read.queue("ethernet1/1/1", 0).ecn.is(Ref{}));
}

TEST_SUITE_END();

}
}
