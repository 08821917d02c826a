// SPDX-License-Identifier: Apache-2.0
#include "drivers/iosxr/iosxr.h"
#include "models/fabric/classify.h"
#include "tests/drivers/text_case.h"

#include <string>

namespace rocelint::iosxr_test {
namespace {

struct Case : tests::TextCase {
    explicit Case(std::string_view text) : TextCase(iosxr::driver, "leaf1.cfg", text) { }

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
    [[nodiscard]] const PriorityGroup& group(std::string_view name, std::uint8_t number) const
    {
        return *device().group(port(name), number);
    }
    [[nodiscard]] const BufferProfile& buffer(std::string_view name, std::uint8_t number) const
    {
        return device().buffer_profiles.at(group(name, number).buffer.value.index);
    }
};

std::string with(std::initializer_list<const char*> parts)
{
    std::string text = "!! IOS XR Configuration 24.4.1\n!\nhostname leaf1\n";
    for (const char* part : parts)
        text += part;
    return text;
}

constexpr const char* port0 = "FourHundredGigE0/0/0/0";
constexpr const char* port1 = "FourHundredGigE0/1/0/3";
constexpr const char* profile
    = "hw-module profile priority-flow-control location 0/RP0/CPU0\n"
      " buffer-internal traffic-class 3 pause-threshold 1574400 bytes headroom 1651200 bytes ecn 629760 bytes "
      "max-threshold 1416960 bytes probability-percentage 50\n!\n";
constexpr const char* paused = "interface FourHundredGigE0/0/0/0\n priority-flow-control mode on\n!\n";
constexpr const char* classes = "class-map match-any TC3\n match traffic-class 3\n end-class-map\n!\n";

TEST_SUITE_BEGIN("iosxr");

TEST_CASE("a port with PFC pauses the traffic classes of its location")
{
    const Case read(with({profile, paused, "interface FourHundredGigE0/0/0/1\n!\n"}));
    CHECK(read.first_problem() == "");
    CHECK(read.port(port0).pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.port(port0).pfc_rx.is(PrioritySet::of(3)));
    CHECK(read.port("FourHundredGigE0/0/0/1").pfc_tx.is(PrioritySet{}));
    CHECK(read.group(port0, 3).lossless.is(true));
    CHECK(read.group(port0, 4).lossless.is(false));
    CHECK(read.buffer(port0, 3).fixed_threshold.is(Bytes{1'574'400}));
    CHECK(read.buffer(port0, 3).xoff.is(Bytes{1'651'200}));
    CHECK(read.device().virtual_queues.is(true));
}

TEST_CASE(
    "a line card has its own lossless traffic classes, and the route processor has them for slot 0 only")
{
    const Case read(with({profile,
        "hw-module profile priority-flow-control location 0/1/CPU0\n buffer-extended traffic-class-default 4\n!\n",
        paused,
        "interface FourHundredGigE0/1/0/3\n priority-flow-control mode on\n!\n",
        "interface FourHundredGigE0/2/0/0\n priority-flow-control mode on\n!\n"}));
    CHECK(read.port(port0).pfc_tx.is(PrioritySet::of(3)));
    CHECK(read.port(port1).pfc_tx.is(PrioritySet::of(4)));
    CHECK(read.group(port1, 4).lossless.is(true));
    CHECK_FALSE(read.buffer(port1, 4).xoff.known());
    CHECK_FALSE(read.port("FourHundredGigE0/2/0/0").pfc_tx.known());
}

TEST_CASE("extended buffers are lossless, and their thresholds are not known in bytes")
{
    const Case read(with({"hw-module profile priority-flow-control location 0/RP0/CPU0\n"
                          " buffer-extended traffic-class 3 pause-threshold 10 ms headroom 6000\n!\n",
        paused}));
    CHECK(read.first_problem() == "");
    CHECK(read.port(port0).pfc_tx.is(PrioritySet::of(3)));
    CHECK_FALSE(read.buffer(port0, 3).fixed_threshold.known());
    CHECK(read.queue(port0, 3).ecn.is(Ref{}));
}

TEST_CASE("a line of a location that is not understood leaves PFC and marking open")
{
    const Case read(with({"hw-module profile priority-flow-control location 0/RP0/CPU0\n"
                          " buffer-internal traffic-class 3 pause-threshold many headroom few\n!\n",
        paused}));
    CHECK_FALSE(read.port(port0).pfc_tx.known());
    CHECK_FALSE(read.queue(port0, 3).ecn.known());
}

TEST_CASE("internal buffers mark by the line of the location")
{
    const Case read(with({profile, paused}));
    const EcnProfile* marking = read.marking(port0, 3);
    REQUIRE(marking != nullptr);
    CHECK(marking->marks());
    CHECK(marking->curves.front().min_threshold.is(Bytes{629'760}));
    CHECK(marking->curves.front().max_threshold.is(Bytes{1'416'960}));
    CHECK(marking->curves.front().max_probability.is(Percent::whole(50)));
    CHECK(read.queue(port0, 4).ecn.is(Ref{}));
}

TEST_CASE("internal buffers without a marking threshold do not mark, and a policy that does leaves it open")
{
    constexpr const char* silent
        = "hw-module profile priority-flow-control location 0/RP0/CPU0\n"
          " buffer-internal traffic-class 3 pause-threshold 1574400 bytes headroom 1651200 bytes\n!\n";
    CHECK(Case(with({silent, paused})).queue(port0, 3).ecn.is(Ref{}));
    const Case two(with({silent,
        classes,
        "policy-map OUT\n class TC3\n  random-detect ecn\n !\n end-policy-map\n!\n",
        "interface FourHundredGigE0/0/0/0\n service-policy output OUT\n priority-flow-control mode on\n!\n"}));
    CHECK_FALSE(two.queue(port0, 3).ecn.known());
}

TEST_CASE("locations that mark differently leave the marking open, since packets may come in by any of them")
{
    const Case read(with({profile,
        "hw-module profile priority-flow-control location 0/1/CPU0\n"
        " buffer-internal traffic-class 3 pause-threshold 1574400 bytes headroom 1651200 bytes ecn 700000 bytes\n!\n",
        paused}));
    CHECK_FALSE(read.queue(port0, 3).ecn.known());
    CHECK(read.queue(port0, 4).ecn.is(Ref{}));
}

TEST_CASE("a policy marks by its thresholds in bytes, and drops packets that cannot be marked")
{
    const Case read(with({classes,
        "class-map match-any TC4\n match traffic-class 4\n end-class-map\n!\n",
        "class-map match-any TC5\n match traffic-class 5\n end-class-map\n!\n",
        "policy-map OUT\n class TC3\n  random-detect ecn\n"
        "  random-detect 150000 bytes 1500000 bytes probability percentage 10\n !\n"
        " class TC4\n  random-detect ecn\n  random-detect 10 ms 20 ms\n !\n"
        " class TC5\n  random-detect 100000 bytes 200000 bytes\n !\n class class-default\n !\n end-policy-map\n!\n",
        "interface FourHundredGigE0/0/0/0\n service-policy output OUT\n!\n"}));
    CHECK(read.first_problem() == "");
    const EcnProfile* marking = read.marking(port0, 3);
    REQUIRE(marking != nullptr);
    CHECK(marking->marks());
    CHECK(marking->curves.front().min_threshold.is(Bytes{150'000}));
    CHECK(marking->curves.front().max_threshold.is(Bytes{1'500'000}));
    CHECK(marking->curves.front().max_probability.is(Percent::whole(10)));
    REQUIRE(read.marking(port0, 4) != nullptr);
    CHECK(read.marking(port0, 4)->marks());
    CHECK_FALSE(read.marking(port0, 4)->curves.front().min_threshold.known());
    REQUIRE(read.marking(port0, 5) != nullptr);
    CHECK_FALSE(read.marking(port0, 5)->marks());
    CHECK(read.marking(port0, 5)->curves.front().drops.is(true));
    CHECK(read.queue(port0, 0).ecn.is(Ref{}));
}

TEST_CASE("classes are served by level, by ratio or by percent, also those of a policy inside another")
{
    const Case read(with({classes,
        "class-map match-any TC6\n match traffic-class 6\n end-class-map\n!\n",
        "policy-map QUEUES\n class TC6\n  priority level 1\n !\n class TC3\n  bandwidth remaining ratio 60\n"
        "  shape average 200 gbps\n !\n class class-default\n  bandwidth remaining ratio 40\n !\n end-policy-map\n!\n",
        "policy-map OUT\n class class-default\n  service-policy QUEUES\n !\n end-policy-map\n!\n",
        "policy-map SHARES\n class TC3\n  bandwidth remaining percent 70\n !\n end-policy-map\n!\n",
        "interface FourHundredGigE0/0/0/0\n service-policy output OUT\n!\n",
        "interface FourHundredGigE0/1/0/3\n service-policy output SHARES\n!\n"}));
    CHECK(read.first_problem() == "");
    CHECK(read.service(port0, 6).kind.is(SchedulerKind::strict));
    CHECK(read.service(port0, 6).level.is(std::uint8_t{1}));
    CHECK(read.service(port0, 3).kind.is(SchedulerKind::weighted));
    CHECK(read.service(port0, 3).weight.is(60U));
    CHECK(read.service(port0, 3).limit.is(BitsPerSecond{200'000'000'000}));
    CHECK(read.service(port0, 0).weight.is(40U));
    CHECK(read.service(port1, 3).bandwidth.is(Percent::whole(70)));
    CHECK_FALSE(read.queue(port1, 0).scheduler.known());
}

TEST_CASE("the ingress policy of a port classifies by DSCP, and packets without a class have an unknown one")
{
    const Case read(with({"class-map match-any RDMA\n match dscp af31 cs3\n end-class-map\n!\n",
        "class-map match-any LABELS\n match mpls experimental topmost 5\n end-class-map\n!\n",
        "policy-map IN\n class LABELS\n  set traffic-class 5\n !\n class RDMA\n  set traffic-class 3\n !\n"
        " class class-default\n !\n end-policy-map\n!\n",
        "interface FourHundredGigE0/0/0/0\n service-policy input IN\n!\n",
        "interface FourHundredGigE0/1/0/3\n!\n"}));
    CHECK(read.first_problem() == "");
    CHECK(read.port(port0).trust.is(Trust::dscp));
    CHECK(classify_dscp(read.device(), read.port(port0), 26).tc.is(3));
    CHECK(classify_dscp(read.device(), read.port(port0), 24).tc.is(3));
    CHECK_FALSE(classify_dscp(read.device(), read.port(port0), 0).tc.known());
    CHECK(read.port(port1).trust.is(Trust::none));
}

TEST_CASE("a class with other conditions, or without a definition, makes a policy that maps cannot express")
{
    const Case read(with({"class-map match-any HOSTS\n match access-group ipv4 HOSTS\n end-class-map\n!\n",
        "ipv4 access-list HOSTS\n 10 permit udp any any eq 4791\n!\n",
        "policy-map IN\n class HOSTS\n  set traffic-class 3\n !\n class class-default\n  set traffic-class 0\n !\n"
        " end-policy-map\n!\n",
        "policy-map LOST\n class MISSING\n  set traffic-class 3\n !\n end-policy-map\n!\n",
        "interface FourHundredGigE0/0/0/0\n service-policy input IN\n!\n",
        "interface FourHundredGigE0/1/0/3\n service-policy input LOST\n!\n"}));
    CHECK(read.port(port0).trust.is(Trust::none));
    CHECK_FALSE(read.port(port0).ingress_policy.value.none());
    CHECK(read.first_problem().find("MISSING") != std::string::npos);
}

TEST_CASE("a policer and what it does are not modelled, and leave open whether its packets are dropped")
{
    const Case read(with({"class-map match-any RDMA\n match dscp 26\n end-class-map\n!\n",
        "policy-map IN\n class RDMA\n  set traffic-class 3\n  police rate 10 gbps\n   exceed-action drop\n  !\n !\n"
        " end-policy-map\n!\n",
        "interface FourHundredGigE0/0/0/0\n service-policy input IN\n!\n"}));
    CHECK(read.device().meters.size() == 1);
    CHECK(read.coverage.count(CoverageState::unsupported) == 2);
}

TEST_CASE("a policer is read beside the policy that its class refers to, and in it")
{
    constexpr const char* rdma = "class-map match-any RDMA\n match dscp 26\n end-class-map\n!\n";
    constexpr const char* inside
        = "policy-map INNER\n class RDMA\n  set traffic-class 3\n !\n class class-default\n !\n end-policy-map\n!\n";
    const Case outer(with({rdma,
        inside,
        "policy-map IN\n class class-default\n  police rate 10 gbps\n  !\n  service-policy INNER\n !\n end-policy-map\n!\n",
        "interface FourHundredGigE0/0/0/0\n service-policy input IN\n!\n"}));
    CHECK(classify_dscp(outer.device(), outer.port(port0), 26).tc.is(3));
    REQUIRE(outer.device().meters.size() == 1);
    CHECK(outer.device().meters.front().dscps == DscpSet::all());
    const Case inner(with({rdma,
        "policy-map LIMIT\n class class-default\n  police rate 10 gbps\n  !\n !\n end-policy-map\n!\n",
        "policy-map IN\n class RDMA\n  set traffic-class 3\n  service-policy LIMIT\n !\n class class-default\n !\n end-policy-map\n!\n",
        "interface FourHundredGigE0/0/0/0\n service-policy input IN\n!\n"}));
    CHECK(classify_dscp(inner.device(), inner.port(port0), 26).tc.is(3));
    REQUIRE(inner.device().meters.size() == 1);
    CHECK(inner.device().meters.front().dscps.has(26));
    const Case sets(with({rdma,
        "policy-map OTHER\n class class-default\n  set traffic-class 5\n !\n end-policy-map\n!\n",
        "policy-map IN\n class RDMA\n  set traffic-class 3\n  service-policy OTHER\n !\n class class-default\n !\n end-policy-map\n!\n",
        "interface FourHundredGigE0/0/0/0\n service-policy input IN\n!\n"}));
    CHECK_FALSE(classify_dscp(sets.device(), sets.port(port0), 26).tc.known());
}

TEST_CASE("shapers and marking are read in the policy around that of the queues, and in the one of a class")
{
    constexpr const char* bound = "interface FourHundredGigE0/0/0/0\n service-policy output OUT\n!\n";
    const Case around(with({classes,
        "policy-map QUEUES\n class TC3\n  bandwidth remaining ratio 60\n  random-detect ecn\n"
        "  random-detect 150000 bytes 1500000 bytes\n !\n class class-default\n !\n end-policy-map\n!\n",
        "policy-map OUT\n class class-default\n  shape average 100 gbps\n  service-policy QUEUES\n !\n end-policy-map\n!\n",
        bound}));
    CHECK(around.first_problem() == "");
    CHECK(around.port(port0).limit.is(BitsPerSecond{100'000'000'000}));
    CHECK(around.service(port0, 3).weight.is(60U));
    REQUIRE((around.marking(port0, 3) != nullptr));
    CHECK(around.marking(port0, 3)->marks());
    const Case inside(with({classes,
        "policy-map MARK\n class class-default\n  shape average 50 gbps\n  random-detect ecn\n"
        "  random-detect 150000 bytes 1500000 bytes\n !\n end-policy-map\n!\n",
        "policy-map OUT\n class TC3\n  bandwidth remaining ratio 60\n  shape average 200 gbps\n  service-policy MARK\n !\n"
        " class class-default\n !\n end-policy-map\n!\n",
        bound}));
    CHECK(inside.service(port0, 3).weight.is(60U));
    CHECK(inside.service(port0, 3).limit.is(BitsPerSecond{50'000'000'000}));
    REQUIRE((inside.marking(port0, 3) != nullptr));
    CHECK(inside.marking(port0, 3)->curves.front().max_threshold.is(Bytes{1'500'000}));
    const Case parts(with({classes,
        "policy-map PARTS\n class TC3\n  random-detect ecn\n !\n class class-default\n !\n end-policy-map\n!\n",
        "policy-map OUT\n class TC3\n  service-policy PARTS\n !\n class class-default\n !\n end-policy-map\n!\n",
        bound}));
    CHECK_FALSE(parts.queue(port0, 3).ecn.known());
    CHECK_FALSE(parts.queue(port0, 3).scheduler.known());
}

TEST_CASE("the MTU of a port counts the header of 14 bytes, and packets have what it leaves them")
{
    const Case read(with({"interface FourHundredGigE0/0/0/0\n mtu 9216\n!\n",
        "interface FourHundredGigE0/0/0/1\n!\n",
        "interface FourHundredGigE0/0/0/2\n mtu 9216\n ipv4 mtu 4200\n!\n",
        "interface Bundle-Ether7\n mtu 9014\n!\n",
        "interface FourHundredGigE0/0/0/3\n bundle id 7 mode active\n!\n"}));
    CHECK(read.port(port0).max_frame.is(Bytes{9216}));
    CHECK(read.port(port0).ip_mtu.is(Bytes{9202}));
    CHECK(read.port("FourHundredGigE0/0/0/1").max_frame.is(Bytes{1514}));
    CHECK(read.port("FourHundredGigE0/0/0/1").ip_mtu.is(Bytes{1500}));
    CHECK(read.port("FourHundredGigE0/0/0/2").ip_mtu.is(Bytes{4200}));
    CHECK(read.port("FourHundredGigE0/0/0/3").max_frame.is(Bytes{9014}));
    CHECK(read.device().ports.at(read.port("FourHundredGigE0/0/0/3").lag).name == "Bundle-Ether7");
}

TEST_CASE("the type of a port is its speed, and lines state FEC, link pause and whether it is up and routed")
{
    const Case read(with({"interface FourHundredGigE0/0/0/0\n fec standard\n flow-control egress\n shutdown\n!\n",
        "interface HundredGigE0/0/0/1\n flow-control bidirectional\n l2transport\n  propagate remote-status\n !\n!\n"}));
    CHECK(read.port(port0).speed.is(BitsPerSecond{400'000'000'000}));
    CHECK(read.port(port0).fec.is(Fec::rs));
    CHECK(read.port(port0).pause_rx.is(true));
    CHECK(read.port(port0).pause_tx.is(false));
    CHECK(read.port(port0).admin_up.is(false));
    CHECK(read.port(port0).routed.is(true));
    CHECK(read.port("HundredGigE0/0/0/1").speed.is(BitsPerSecond{100'000'000'000}));
    CHECK(read.port("HundredGigE0/0/0/1").pause_tx.is(true));
    CHECK(read.port("HundredGigE0/0/0/1").routed.is(false));
    CHECK(read.port("HundredGigE0/0/0/1").admin_up.is(true));
}

TEST_CASE(
    "the times of the watchdog are multiples of its interval, and those of a port go before the router's")
{
    const Case read(with({profile,
        "priority-flow-control watchdog mode on\npriority-flow-control watchdog interval 100\n"
        "priority-flow-control watchdog shutdown-multiplier 2\npriority-flow-control watchdog auto-restore-multiplier 4\n",
        paused,
        "interface FourHundredGigE0/0/0/1\n priority-flow-control mode on\n"
        " priority-flow-control watchdog interval 200\n priority-flow-control watchdog mode off\n!\n"}));
    CHECK(read.first_problem() == "");
    CHECK(read.port(port0).watchdog.enabled.is(true));
    CHECK(read.port(port0).watchdog.poll.is(Milliseconds(100)));
    CHECK(read.port(port0).watchdog.detection.is(Milliseconds(200)));
    CHECK(read.port(port0).watchdog.restoration.is(Milliseconds(400)));
    CHECK(read.port("FourHundredGigE0/0/0/1").watchdog.enabled.is(false));
    CHECK(read.port("FourHundredGigE0/0/0/1").watchdog.detection.is(Milliseconds(400)));
}

TEST_CASE("without its lines, whether the watchdog runs and when it acts is not known")
{
    const Case read(with({profile, paused}));
    CHECK_FALSE(read.port(port0).watchdog.enabled.known());
    CHECK_FALSE(read.port(port0).watchdog.detection.known());
    const Case off(with({profile,
        "priority-flow-control watchdog mode off\n",
        paused,
        "interface FourHundredGigE0/0/0/1\n priority-flow-control mode on\n priority-flow-control watchdog mode on\n!\n"}));
    CHECK(off.port(port0).watchdog.enabled.is(false));
    CHECK_FALSE(off.port("FourHundredGigE0/0/0/1").watchdog.enabled.known());
}

TEST_CASE("addresses, static routes of address families, and BGP of the default VRF are read")
{
    const Case read(with({"interface FourHundredGigE0/0/0/0\n ipv4 address 10.0.0.1 255.255.255.254\n!\n",
        "interface MgmtEth0/RP0/CPU0/0\n vrf management\n ipv4 address 192.0.2.1 255.255.255.0\n!\n",
        "router static\n address-family ipv4 unicast\n  10.1.0.0/16 FourHundredGigE0/0/0/0 10.0.0.0\n !\n"
        " vrf management\n  address-family ipv4 unicast\n   0.0.0.0/0 192.0.2.254\n  !\n !\n!\n",
        "router bgp 65001\n neighbor 10.0.0.0\n  remote-as 65000\n  address-family ipv4 unicast\n   allowas-in 2\n  !\n !\n!\n"}));
    CHECK(read.first_problem() == "");
    const Forwarding& forwarding = read.device().forwarding;
    REQUIRE(forwarding.addresses.size() == 1);
    REQUIRE(forwarding.routes.size() == 1);
    CHECK(to_string(forwarding.routes.front().to) == "10.1.0.0/16");
    CHECK(forwarding.bgp_asn.is(65001U));
    CHECK(forwarding.allow_own_as.is(std::uint8_t{2}));
    CHECK(read.coverage.count(CoverageState::unrecognised) == 0);
}

TEST_CASE("neighbours are read from show lldp neighbors detail")
{
    const Case read(
        "Local Interface: FourHundredGigE0/0/0/1\nChassis id: 0011.2233.4455\nPort id: Ethernet3/1\n"
        "Port Description: to leaf1\nSystem Name: spine1\n");
    REQUIRE(read.device().neighbours.size() == 1);
    const Neighbour& neighbour = read.device().neighbours.front();
    CHECK(neighbour.device == "spine1");
    CHECK(neighbour.port_id == "Ethernet3/1");
    CHECK(read.device().ports.at(neighbour.port).name == "FourHundredGigE0/0/0/1");
}

TEST_CASE("blocks of static routes that are nested thousands deep are read without harm")
{
    std::string text = "router static\n";
    for (std::size_t depth = 1; depth < 3000; ++depth)
        text += std::string(depth, ' ') + "address-family ipv4 unicast\n";
    CHECK(Case(text).device().forwarding.routes.empty());
}

TEST_CASE("a transcript with its prompt and the time of the output is a configuration")
{
    const Case read(
        "RP/0/RP0/CPU0:leaf1#show running-config\nMon Mar  2 09:00:00.123 UTC\nBuilding configuration...\n"
        "!! IOS XR Configuration 24.4.1\nhostname leaf1\ninterface FourHundredGigE0/0/0/0\n mtu 9216\n!\nend\n"
        "RP/0/RP0/CPU0:leaf1#\n");
    CHECK(read.device().name == "leaf1");
    CHECK(read.device().version == "24.4.1");
    CHECK(read.port(port0).max_frame.is(Bytes{9216}));
    CHECK(read.coverage.count(CoverageState::unrecognised) == 0);
}

TEST_SUITE_END();

}
}
