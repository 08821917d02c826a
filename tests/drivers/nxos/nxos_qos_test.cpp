// SPDX-License-Identifier: Apache-2.0
// PFC, classification and queues of NX-OS.
#include "models/fabric/classify.h"
#include "tests/drivers/nxos/nxos_case.h"

#include <initializer_list>
#include <string>

namespace rocelint::nxos_test {
namespace {

TEST_SUITE_BEGIN("nxos");

TEST_CASE("pause requires a no-drop class in the bound policy, and the port's mode")
{
    const Case read(with({lossless,
        "interface Ethernet1/1\n  priority-flow-control mode on\n"
        "interface Ethernet1/2\n  priority-flow-control mode off\n"
        "interface Ethernet1/3\n  priority-flow-control mode auto\n"
        "interface Ethernet1/4\n  mtu 9216\n"}));
    CHECK(read.port("Ethernet1/1").pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.port("Ethernet1/2").pfc_tx.is(PrioritySet{}));
    CHECK_FALSE(read.port("Ethernet1/3").pfc_tx.known());
    CHECK_FALSE(read.port("Ethernet1/4").pfc_tx.known());
}

TEST_CASE(
    "two classes of one qos-group in a network-qos policy are one class: the first supplies what the second omits")
{
    const std::string bound = "system qos\n  service-policy type network-qos NQ\n"
                              "interface Ethernet1/1\n  priority-flow-control mode on\n";
    const Case twice(with({"policy-map type network-qos NQ\n"
                           "  class type network-qos c-8q-nq3\n    pause pfc-cos 3\n"
                           "  class type network-qos c-8q-nq3\n    mtu 9216\n",
        bound.c_str()}));
    CHECK(twice.port("Ethernet1/1").pfc_tx.is(PrioritySet::of(3)));
    const Case named(with({"class-map type network-qos ROCE\n  match qos-group 3\n"
                           "policy-map type network-qos NQ\n"
                           "  class type network-qos c-8q-nq3\n    pause pfc-cos 3\n"
                           "  class type network-qos ROCE\n    mtu 9216\n",
        bound.c_str()}));
    CHECK(named.port("Ethernet1/1").pfc_tx.is(PrioritySet::of(3)));
}

TEST_CASE("a network-qos policy that is defined but not bound pauses nothing")
{
    const Case read(
        with({"policy-map type network-qos NQ\n  class type network-qos c-8q-nq3\n    pause pfc-cos 3\n"
              "policy-map type network-qos JUMBO\n  class type network-qos c-8q-nq-default\n    mtu 9216\n"
              "system qos\n  service-policy type network-qos JUMBO\n"
              "interface Ethernet1/1\n  priority-flow-control mode on\n"}));
    CHECK(read.port("Ethernet1/1").pfc_tx.is(PrioritySet{}));
}

TEST_CASE("a no-drop class whose priorities no line names leaves them unread")
{
    const Case read(with({"class-map type network-qos RDMA\n  match qos-group 3\n"
                          "policy-map type network-qos NQ\n  class type network-qos RDMA\n    pause no-drop\n"
                          "system qos\n  service-policy type network-qos NQ\n"
                          "interface Ethernet1/1\n  priority-flow-control mode on\n"}));
    CHECK_FALSE(read.port("Ethernet1/1").pfc_tx.known());
}

TEST_CASE("a bound policy that is missing from the files is reported, and leaves its settings unread")
{
    const Case read(with({"system qos\n  service-policy type network-qos GONE\n"
                          "interface Ethernet1/1\n  priority-flow-control mode on\n"
                          "  service-policy type qos input LOST\n"}));
    CHECK_FALSE(read.port("Ethernet1/1").pfc_tx.known());
    CHECK_FALSE(read.port("Ethernet1/1").trust.known());
    CHECK(read.reading.problems.size() == 2);
}

TEST_CASE("an unmodelled line of a queue leaves unread what it may change, whatever else the queue states")
{
    const auto read_with = [](const char* lines) {
        return Case(with({"policy-map type queuing OUT\n  class type queuing c-out-8q-q3\n"
                          "    bandwidth remaining percent 60\n",
            lines,
            "interface Ethernet1/1\n  service-policy type queuing output OUT\n"}));
    };
    for (const char* lines : {"    random-detect threshold burst-optimized ecn\n",
             "    random-detect threshold burst-optimized ecn\n"
             "    random-detect minimum-threshold 150 kbytes maximum-threshold 1500 kbytes ecn\n",
             "    afd queue-desired 150 kbytes ecn\n"}) {
        CAPTURE(lines);
        const Case read = read_with(lines);
        const Queue& queue = *read.device().queue(read.port("Ethernet1/1"), 3);
        CHECK_FALSE(queue.ecn.known());
        CHECK(queue.scheduler.known());
    }
    const Case none = read_with("");
    CHECK(none.device().queue(none.port("Ethernet1/1"), 3)->ecn.is(Ref{}));
}

TEST_CASE("PFC with another number than the qos-group stops the queue of the group")
{
    const Case read(
        with({"policy-map type network-qos NQ\n  class type network-qos c-8q-nq3\n    pause pfc-cos 4\n"
              "system qos\n  service-policy type network-qos NQ\n"
              "interface Ethernet1/1\n  priority-flow-control mode on\n"}));
    const Port& port = read.port("Ethernet1/1");
    CHECK(port.pfc_tx.is(PrioritySet::of(4)));
    CHECK(queue_of_priority(read.device(), port, 4).is(3));
    CHECK(tc_of_priority(read.device(), port, 4).is(3));
}

TEST_CASE("a policy of type qos classifies: its first class wins, and unmatched packets are in qos-group 0")
{
    const Case read(
        with({"class-map type qos match-any RDMA\n  match dscp 24,26\n  match dscp 28\n"
              "class-map type qos match-all CNP\n  match precedence 6\n"
              "policy-map type qos IN\n  class RDMA\n    set qos-group 3\n  class CNP\n    set qos-group 6\n"
              "interface Ethernet1/1\n  service-policy type qos input IN\n"
              "interface Ethernet1/2\n  mtu 9216\n"}));
    const Port& port = read.port("Ethernet1/1");
    CHECK(port.trust.is(Trust::dscp));
    CHECK(classify_dscp(read.device(), port, 26).tc.is(3));
    CHECK(classify_dscp(read.device(), port, 28).tc.is(3));
    CHECK(classify_dscp(read.device(), port, 48).tc.is(6));
    CHECK(classify_dscp(read.device(), port, 0).tc.is(0));
    CHECK(read.port("Ethernet1/2").trust.is(Trust::none));
    CHECK(classify_dscp(read.device(), read.port("Ethernet1/2"), 26).tc.is(0));
}

TEST_CASE("a policy that matches the CoS classifies tagged packets, and class-default the others")
{
    const Case read(with(
        {"class-map type qos match-all RDMA\n  match cos 3\n"
         "policy-map type qos IN\n  class RDMA\n    set qos-group 3\n  class class-default\n    set qos-group 1\n"
         "interface Ethernet1/1\n  service-policy type qos input IN no-stats\n"}));
    const Port& port = read.port("Ethernet1/1");
    CHECK(port.trust.is(Trust::pcp));
    CHECK(classify_pcp(read.device(), port, 3).tc.is(3));
    CHECK(classify_pcp(read.device(), port, 5).tc.is(1));
    CHECK(port.default_tc.is(1));
}

TEST_CASE("a class that depends on more than DSCP and CoS leaves the policy's packets unknown")
{
    const Case read(with({"ip access-list ROCE\n  10 permit udp any any eq 4791\n"
                          "class-map type qos match-all RDMA\n  match access-group name ROCE\n"
                          "policy-map type qos IN\n  class RDMA\n    set qos-group 3\n"
                          "interface Ethernet1/1\n  service-policy type qos input IN\n"}));
    const Port& port = read.port("Ethernet1/1");
    REQUIRE(port.ingress_policy.known());
    CHECK_FALSE(port.ingress_policy.value.none());
    CHECK_FALSE(classify_dscp(read.device(), port, 26).tc.known());
}

TEST_CASE("a class that asks for a DSCP and a CoS takes only packets with both, and none without a VLAN tag")
{
    const auto on_port = [](std::string_view lines) {
        return Case(std::string(nxos_test::head)
                        .append("class-map type qos match-all RDMA\n  match dscp 26\n  match cos 3\n"
                                "policy-map type qos IN\n  class RDMA\n    set qos-group 3\n"
                                "    police cir 10 gbps bc 200 ms conform transmit violate drop\n"
                                "  class class-default\n    set qos-group 1\n"
                                "interface Ethernet1/1\n  service-policy type qos input IN\n")
                        .append(lines));
    };
    const Case tagged = on_port("  switchport mode trunk\n");
    const Port& port = tagged.port("Ethernet1/1");
    CHECK_FALSE(classify_dscp(tagged.device(), port, 26).tc.known());
    CHECK(classify_dscp(tagged.device(), port, 48).tc.is(1));
    CHECK_FALSE(classify_pcp(tagged.device(), port, 3).tc.known());
    CHECK(classify_pcp(tagged.device(), port, 4).tc.is(1));
    REQUIRE(tagged.device().meters.size() == 1);
    CHECK(tagged.device().meters[0].effect == MeterEffect::unknown);
    CHECK(to_string(tagged.device().meters[0].dscps) == "26");
    const Case routed = on_port("  no switchport\n");
    CHECK(classify_dscp(routed.device(), routed.port("Ethernet1/1"), 26).tc.is(1));
    CHECK(routed.device().meters.empty());
    const Case member = on_port("  no switchport\n  channel-group 1\n"
                                "interface port-channel1\n  no switchport\n"
                                "interface port-channel1.10\n  encapsulation dot1q 10\n");
    CHECK_FALSE(classify_dscp(member.device(), member.port("Ethernet1/1"), 26).tc.known());
}

TEST_CASE("an access list of TCP takes no RoCE, and so leaves the classes behind it known")
{
    for (const char* kind : {"match-any TCP\n  match access-group name ISCSI\n",
             "match-all TCP\n  match access-group name ISCSI\n  match dscp 26\n"}) {
        CAPTURE(kind);
        const std::string classes = std::string("class-map type qos ") + kind;
        const Case read(with({"ip access-list ISCSI\n  10 permit tcp any any eq 3260\n",
            classes.c_str(),
            "class-map type qos match-any RDMA\n  match dscp 26\n"
            "policy-map type qos IN\n  class TCP\n    set qos-group 2\n  class RDMA\n    set qos-group 3\n"
            "interface Ethernet1/1\n  service-policy type qos input IN\n"}));
        CHECK(read.port("Ethernet1/1").trust.is(Trust::dscp));
        CHECK(classify_dscp(read.device(), read.port("Ethernet1/1"), 26).tc.is(3));
    }
}

TEST_CASE("an access list that matches only the DSCP is a match of DSCPs")
{
    const Case read(with({"ip access-list ROCE\n  10 permit ip any any dscp 26\n"
                          "class-map type qos match-any RDMA\n  match access-group name ROCE\n"
                          "policy-map type qos IN\n  class RDMA\n    set qos-group 3\n"
                          "interface Ethernet1/1\n  service-policy type qos input IN\n"}));
    CHECK(classify_dscp(read.device(), read.port("Ethernet1/1"), 26).tc.is(3));
}

TEST_CASE("a member has its port channel's policy, PFC and MTU, and a port the system's policy")
{
    const Case read(with({lossless,
        "class-map type qos match-any RDMA\n  match dscp 26\n"
        "policy-map type qos IN\n  class RDMA\n    set qos-group 3\n"
        "policy-map type qos OTHER\n  class class-default\n    set qos-group 2\n"
        "system qos\n  service-policy type qos input OTHER\n"
        "interface port-channel7\n  mtu 9216\n  priority-flow-control mode on\n  service-policy type qos input IN\n"
        "interface Ethernet1/1\n  channel-group 7 mode active\n"
        "interface Ethernet1/2\n  mtu 1500\n"}));
    const Port& member = read.port("Ethernet1/1");
    CHECK(member.lag == read.device().find_port("port-channel7"));
    CHECK(member.pfc_tx.is(PrioritySet::of(3)));
    CHECK(member.ip_mtu.is(Bytes{9216}));
    CHECK(member.max_frame.is(Bytes{9230}));
    CHECK(classify_dscp(read.device(), member, 26).tc.is(3));
    CHECK(classify_dscp(read.device(), read.port("Ethernet1/2"), 26).tc.is(2));
}

TEST_CASE("queues follow the queuing policy of the port or the system")
{
    const Case read(with(
        {"policy-map type queuing OUT\n"
         "  class type queuing c-out-8q-q3\n    bandwidth remaining percent 50\n"
         "    random-detect minimum-threshold 150 kbytes maximum-threshold 3 mbytes drop-probability 7 weight 0 ecn\n"
         "  class type queuing c-out-8q-q6\n    priority level 1\n    shape min 0 kbps max 5 gbps\n"
         "  class type queuing c-out-8q-q-default\n    bandwidth percent 40\n    random-detect minimum-threshold 10 packets maximum-threshold 20 packets drop-probability 5 weight 0\n"
         "system qos\n  service-policy type queuing output OUT\n"
         "interface Ethernet1/1\n  mtu 9216\n"
         "interface Ethernet1/2\n  service-policy type queuing output default-8q-out-policy\n"}));
    const EcnProfile* ecn = read.marking("Ethernet1/1", 3);
    REQUIRE(ecn != nullptr);
    CHECK(ecn->curves[0].marks.is(true));
    CHECK(ecn->curves[0].min_threshold.is(Bytes{150'000}));
    CHECK(ecn->curves[0].max_threshold.is(Bytes{3'000'000}));
    CHECK(ecn->curves[0].max_probability.is(Percent::whole(7)));
    CHECK(ecn->curves[0].weight.is(0));
    REQUIRE(read.marking("Ethernet1/1", 0) != nullptr);
    CHECK(read.marking("Ethernet1/1", 0)->curves[0].marks.is(false));
    CHECK_FALSE(read.marking("Ethernet1/1", 0)->curves[0].min_threshold.known());
    CHECK(read.scheduler("Ethernet1/1", 6)->kind.is(SchedulerKind::strict));
    CHECK(read.scheduler("Ethernet1/1", 6)->level.is(1));
    CHECK(read.scheduler("Ethernet1/1", 6)->limit.is(BitsPerSecond{5'000'000'000}));
    CHECK(read.scheduler("Ethernet1/1", 3)->bandwidth.is(Percent::whole(50)));
    CHECK(read.scheduler("Ethernet1/1", 5) == nullptr);
    CHECK(read.queue("Ethernet1/2", 3).ecn.value.none());
    CHECK(read.scheduler("Ethernet1/2", 7)->kind.is(SchedulerKind::strict));
    CHECK(read.scheduler("Ethernet1/2", 0)->bandwidth.is(Percent::whole(100)));
}

TEST_CASE("class names of four queues are read, and the default policy of eight is not mistaken for theirs")
{
    const Case read(with({"policy-map type queuing OUT\n  class type queuing c-out-q3\n    priority level 1\n"
                          "interface Ethernet1/1\n  service-policy type queuing output OUT\n"
                          "interface Ethernet1/2\n  mtu 1500\n"}));
    CHECK(read.scheduler("Ethernet1/1", 3)->kind.is(SchedulerKind::strict));
    CHECK(read.scheduler("Ethernet1/2", 7) == nullptr);
}

TEST_CASE("an ingress queuing policy reserves the buffer of the group")
{
    const Case read(with({lossless,
        "policy-map type queuing INQ\n  class type queuing c-in-q3\n"
        "    pause buffer-size 101920 pause-threshold 46800 resume-threshold 34320\n"
        "system qos\n  service-policy type queuing input INQ\n"
        "interface Ethernet1/1\n  priority-flow-control mode on\n"}));
    const Port& port = read.port("Ethernet1/1");
    CHECK(port.groups_visible);
    const PriorityGroup* group = read.device().group(port, 3);
    REQUIRE(group != nullptr);
    CHECK(group->lossless.is(true));
    const BufferProfile& profile = read.device().buffer_profiles.at(group->buffer.value.index);
    CHECK(profile.reserved.is(Bytes{101'920}));
    CHECK(profile.xoff.is(Bytes{55'120}));
    CHECK(profile.xon.is(Bytes{34'320}));
    CHECK(read.device().group(port, 0)->lossless.is(false));
}

TEST_CASE("an unknown QoS line is reported")
{
    const Case read(with(
        {"hardware qos min-buffer qos-group all\n"
         "policy-map type queuing OUT\n  class type queuing c-out-8q-q3\n    queue-limit dynamic 3\n    frobnicate\n"
         "interface Ethernet1/1\n  priority-flow-control mode sometimes\n  mtu many\n"}));
    CHECK(read.lines(CoverageState::unsupported) >= 2);
    CHECK(read.lines(CoverageState::unrecognised) >= 2);
    CHECK_FALSE(read.port("Ethernet1/1").pfc_tx.known());
}

TEST_CASE("a policy that is removed, and a class of it, are gone")
{
    const Case read(with(
        {"policy-map type network-qos NQ\n  class type network-qos c-8q-nq3\n    pause pfc-cos 3\n"
         "  class type network-qos c-8q-nq4\n    pause pfc-cos 4\n    no pause\n"
         "system qos\n  service-policy type network-qos NQ\n"
         "interface Ethernet1/1\n  priority-flow-control mode on\n  no priority-flow-control mode on\n  priority-flow-control mode on\n"}));
    CHECK(read.port("Ethernet1/1").pfc_tx.is(PrioritySet::of(3)));
}

TEST_CASE("of a port in mode auto, PFC is what the switch shows in force")
{
    const Case read(with({lossless,
        "interface Ethernet1/1\n  priority-flow-control mode auto\n"
        "interface Ethernet1/2\n  mtu 9216\n"
        "interface Ethernet1/3\n  priority-flow-control mode on\n"
        "interface Ethernet1/4\n  priority-flow-control mode auto\n"
        "interface Ethernet1/5\n  priority-flow-control mode auto\n"
        "leaf1# show interface priority-flow-control\n"
        "============================================================\n"
        "Port               Mode Oper(VL bmap)  RxPPP      TxPPP\n"
        "============================================================\n"
        "Ethernet1/1        Auto On  (8)       12         40\n"
        "Eth1/2             Auto Off           0          0\n"
        "Ethernet1/3        On   Off           0          0\n"
        "Ethernet1/4        Auto On  (18)      0          0\n"
        "Ethernet1/9        Auto Off           0          0\n"
        "Ethernet1/5        Auto Maybe         0          0\n"}));
    CHECK(read.port("Ethernet1/1").pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.port("Ethernet1/1").pfc_rx.is(PrioritySet::of(3)));
    CHECK(read.port("Ethernet1/1").pfc_negotiated.is(true));
    CHECK(read.port("Ethernet1/2").pfc_tx.is(PrioritySet{}));
    CHECK(read.port("Ethernet1/2").pfc_negotiated.is(true));
    // What is forced is as the configuration says, whatever the link does.
    CHECK(read.port("Ethernet1/3").pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.port("Ethernet1/3").pfc_negotiated.is(false));
    // Priorities 3 and 4 in hexadecimal, or 1 and 4 in decimal.
    CHECK_FALSE(read.port("Ethernet1/4").pfc_tx.known());
    CHECK_FALSE(read.port("Ethernet1/5").pfc_tx.known());
    CHECK(read.lines(CoverageState::unsupported) == 0); // the row of Ethernet1/9 states counters
    CHECK(read.lines(CoverageState::unrecognised) == 1);
}

TEST_CASE("the table of PFC in force is read in whatever case its words are")
{
    const Case read(with({lossless,
        "interface Ethernet1/1\n  priority-flow-control mode auto\n"
        "interface Ethernet1/2\n  priority-flow-control mode auto\n"
        "interface Ethernet1/3\n  priority-flow-control mode auto\n"
        "leaf1# show interface priority-flow-control\n"
        "Port               Mode Oper(VL bmap)  RxPPP      TxPPP\n"
        "Ethernet1/1        AUTO ON  (8)        12         40\n"
        "Ethernet1/2        auto off            0          0\n"
        "Ethernet1/3        Auto ON(8)          0          0\n"}));
    CHECK(read.port("Ethernet1/1").pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.port("Ethernet1/2").pfc_tx.is(PrioritySet{}));
    CHECK(read.port("Ethernet1/3").pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.lines(CoverageState::unrecognised) == 0);
}

TEST_CASE("DCBX decides on PFC by default, and on nothing where no class is no-drop")
{
    constexpr const char* ports = "interface Ethernet1/1\n  priority-flow-control mode auto\n"
                                  "interface Ethernet1/2\n  mtu 9216\n"
                                  "interface Ethernet1/3\n  priority-flow-control mode on\n";
    const Case read(with({lossless, ports}));
    CHECK(read.port("Ethernet1/1").pfc_negotiated.is(true));
    CHECK(read.port("Ethernet1/2").pfc_negotiated.is(true));
    CHECK(read.port("Ethernet1/2").pfc_negotiated.origin.kind() == OriginKind::default_);
    CHECK(read.port("Ethernet1/3").pfc_negotiated.is(false));
    const Case lossy(with({"policy-map type network-qos NQ\n"
                           "  class type network-qos c-8q-nq3\n"
                           "    mtu 9216\n"
                           "system qos\n"
                           "  service-policy type network-qos NQ\n",
        ports,
        "leaf1# show interface priority-flow-control\n"
        "Port               Mode Oper(VL bmap)  RxPPP      TxPPP\n"
        "Ethernet1/1        Auto Off           0          0\n"}));
    for (const char* port : {"Ethernet1/1", "Ethernet1/2", "Ethernet1/3"}) {
        CAPTURE(port);
        CHECK_FALSE(lossy.port(port).pfc_negotiated.known());
        CHECK(lossy.port(port).pfc_tx.is(PrioritySet{}));
    }
}

TEST_CASE("the version of DCBX of a port")
{
    const Case read(with({"interface Ethernet1/1\n  lldp dcbx version cee\n"
                          "interface Ethernet1/2\n  lldp dcbx version auto\n"
                          "interface Ethernet1/3\n  lldp dcbx other\n"
                          "interface Ethernet1/4\n  mtu 9216\n"}));
    CHECK(read.port("Ethernet1/1").dcbx_version.is(DcbxVersion::cee));
    CHECK(read.port("Ethernet1/2").dcbx_version.is(DcbxVersion::automatic));
    CHECK_FALSE(read.port("Ethernet1/3").dcbx_version.known());
    CHECK(read.port("Ethernet1/4").dcbx_version.origin == OriginId{});
    CHECK(read.lines(CoverageState::unsupported) == 1);
}

TEST_SUITE_END();

}
}
