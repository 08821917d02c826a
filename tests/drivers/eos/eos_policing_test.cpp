// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/eos/eos_case.h"

namespace rocelint {
namespace {

using eos_case::Case;

TEST_SUITE_BEGIN("eos policing");

// A port whose policy has this line for packets with DSCP 26.
Case with_line(std::string_view line)
{
    return Case("hostname leaf1\n"
                "class-map type qos match-any RDMA\n"
                "   match dscp 26\n"
                "policy-map type quality-of-service P\n"
                "   class RDMA\n"
                "      "
        + std::string(line)
        + "\n"
          "interface Ethernet1\n"
          "   service-policy type qos input P\n");
}

TEST_CASE("a policer drops above its only rate, or colours above the lower and drops above the higher one")
{
    const Case one = with_line("police rate 40000 mbps burst-size 1 mbytes");
    REQUIRE(one.device().meters.size() == 1);
    CHECK(one.device().meters[0].effect == MeterEffect::drop);
    CHECK(one.device().meters[0].above == BitsPerSecond{40'000'000'000});
    CHECK(to_string(one.device().meters[0].dscps) == "26");
    const Case two = with_line(
        "police rate 10 kbps burst-size 260 kbytes action set drop-precedence rate 30 kbps burst-size 270 kbytes");
    REQUIRE(two.device().meters.size() == 2);
    CHECK(two.device().meters[0].effect == MeterEffect::drop);
    CHECK(two.device().meters[0].above == BitsPerSecond{30'000});
    CHECK(two.device().meters[1].effect == MeterEffect::yellow);
    CHECK(two.device().meters[1].above == BitsPerSecond{10'000});
}

TEST_CASE("a line that is not understood leaves open what is dropped")
{
    for (const char* line :
        {"police shared POLICER", "police rate fast", "police rate 10 kbps burst-size 1 action drop"}) {
        CAPTURE(line);
        const Case read = with_line(line);
        REQUIRE(read.device().meters.size() == 1);
        CHECK(read.device().meters[0].effect == MeterEffect::unknown);
        CHECK(read.coverage.count(CoverageState::unsupported) == 1);
    }
}

TEST_CASE("a class and the DSCP map can give packets a drop precedence, the map on ports that trust the DSCP")
{
    const Case of_class = with_line("set drop-precedence 2");
    REQUIRE(of_class.device().meters.size() == 1);
    CHECK(of_class.device().meters[0].effect == MeterEffect::red);
    const Case green = with_line("set drop-precedence 0");
    REQUIRE(green.device().meters.size() == 1);
    CHECK(green.device().meters[0].effect == MeterEffect::green);
    const Case of_map("hostname leaf1\n"
                      "qos map dscp 26 27 to traffic-class 3 drop-precedence 1\n"
                      "qos map dscp 27 to traffic-class 3\n"
                      "interface Ethernet1\n"
                      "   qos trust dscp\n"
                      "interface Ethernet2\n"
                      "   qos trust cos\n");
    REQUIRE(of_map.device().meters.size() == 1);
    CHECK(of_map.device().meters[0].effect == MeterEffect::yellow);
    CHECK(to_string(of_map.device().meters[0].dscps) == "26");
}

TEST_CASE("a drop precedence that a class sets replaces that of the DSCP map")
{
    const Case read("hostname leaf1\n"
                    "class-map type qos match-any RDMA\n"
                    "   match dscp 26\n"
                    "policy-map type quality-of-service P\n"
                    "   class RDMA\n"
                    "      set drop-precedence 0\n"
                    "qos map dscp 26 27 to traffic-class 3 drop-precedence 1\n"
                    "interface Ethernet1\n"
                    "   qos trust dscp\n"
                    "   service-policy type qos input P\n");
    REQUIRE(read.device().meters.size() == 2);
    CHECK(read.device().meters[0].effect == MeterEffect::green);
    CHECK(read.device().meters[1].effect == MeterEffect::yellow);
    CHECK(to_string(read.device().meters[1].dscps) == "27");
}

// A port whose policy polices the packets of an access list.
Case with_access_list(std::string_view entry)
{
    return Case("hostname leaf1\n"
                "ip access-list A\n   10 "
        + std::string(entry)
        + "\n!\n"
          "class-map type qos match-any C\n"
          "   match ip access-group A\n"
          "policy-map type quality-of-service P\n"
          "   class C\n"
          "      police rate 40000 mbps burst-size 1 mbytes\n"
          "interface Ethernet1\n"
          "   service-policy type qos input P\n");
}

TEST_CASE("an access list polices RoCE as far as its protocol and port are those of RoCE")
{
    CHECK(with_access_list("permit tcp any any").device().meters.empty());
    CHECK(with_access_list("permit udp any any neq 4791").device().meters.empty());
    const Case all = with_access_list("permit udp any any gt 1023");
    REQUIRE(all.device().meters.size() == 1);
    CHECK(all.device().meters[0].effect == MeterEffect::drop);
    CHECK(all.device().meters[0].dscps == DscpSet::all());
    const Case points = with_access_list("permit 17 any any eq 4791 dscp 26");
    REQUIRE(points.device().meters.size() == 1);
    CHECK(points.device().meters[0].effect == MeterEffect::drop);
    CHECK(to_string(points.device().meters[0].dscps) == "26");
    const Case open = with_access_list("permit udp host 192.0.2.1 any eq 4791 dscp 26");
    REQUIRE(open.device().meters.size() == 1);
    CHECK(open.device().meters[0].effect == MeterEffect::unknown);
    CHECK(to_string(open.device().meters[0].dscps) == "26");
}

TEST_CASE("a class that matches by CoS leaves open what it drops")
{
    const Case read("hostname leaf1\n"
                    "class-map type qos match-any STORAGE\n"
                    "   match cos 4\n"
                    "policy-map type quality-of-service P\n"
                    "   class STORAGE\n"
                    "      police rate 40000 mbps burst-size 1 mbytes\n"
                    "interface Ethernet1\n"
                    "   service-policy type qos input P\n");
    REQUIRE(read.device().meters.size() == 1);
    CHECK(read.device().meters[0].effect == MeterEffect::unknown);
}

TEST_CASE("a policy of an SVI that classifies leaves open how switched ports classify")
{
    const auto with_action = [](std::string_view action) {
        return Case(std::string("hostname leaf1\nclass-map type qos match-any RDMA\n   match dscp 26\n"
                                "policy-map type quality-of-service P\n   class RDMA\n      ")
                        .append(action)
                        .append("\ninterface Ethernet1\n   switchport access vlan 10\n"
                                "interface Ethernet2\n   no switchport\n"
                                "interface Vlan10\n   service-policy type qos input P\n"));
    };
    const Case classifies = with_action("set traffic-class 1");
    CHECK_FALSE(classifies.port("Ethernet1").ingress_policy.known());
    CHECK(classifies.port("Ethernet2").ingress_policy.known());
    const Case polices = with_action("police rate 40000 mbps burst-size 1 mbytes");
    CHECK(polices.port("Ethernet1").ingress_policy.known());
    CHECK(polices.device().meters.size() == 1);
}

TEST_CASE("a policy of an SVI concerns the ports that may be in its VLAN")
{
    const auto meters_of_first_port = [](const Device& device) {
        return meters_of_port(device, device.find_port("Ethernet1"), DscpSet::all());
    };
    const auto with = [](std::string_view lines) {
        return Case(
            std::string("hostname leaf1\nclass-map type qos match-any RDMA\n   match dscp 26\n"
                        "policy-map type quality-of-service P\n   class RDMA\n      set traffic-class 1\n"
                        "      police rate 40000 mbps burst-size 1 mbytes\n"
                        "interface Vlan10\n   service-policy type qos input P\ninterface Ethernet1\n")
                .append(lines));
    };
    for (const char* outside : {"   switchport access vlan 20\n",
             "   no shutdown\n",
             "   switchport mode trunk\n   switchport trunk allowed vlan 20,30-39\n"}) {
        CAPTURE(outside);
        const Case read = with(outside);
        CHECK(read.port("Ethernet1").ingress_policy.known());
        CHECK(meters_of_first_port(read.device()).empty());
    }
    for (const char* perhaps : {"   switchport access vlan 10\n",
             "   switchport mode trunk\n",
             "   switchport mode trunk\n   switchport trunk allowed vlan 1-20\n   switchport trunk group A\n",
             "   switchport mode dot1q-tunnel\n",
             "   switchport access vlan 20\n   switchport vlan translation 20 10\n"}) {
        CAPTURE(perhaps);
        const Case read = with(perhaps);
        CHECK_FALSE(read.port("Ethernet1").ingress_policy.known());
        CHECK(meters_of_first_port(read.device()).size() == 1);
    }
}

TEST_CASE(
    "a policy of an SVI that takes no RoCE, routes, or acts on what leaves classifies nothing of switched ports")
{
    const auto with_policy = [](std::string_view entry, std::string_view applied) {
        return Case(
            std::string("hostname leaf1\nip access-list A\n   10 ")
                .append(entry)
                .append("\n!\nclass-map type qos match-any C\n   match ip access-group A\n"
                        "policy-map type quality-of-service P\n   class C\n      set traffic-class 1\n"
                        "interface Ethernet1\n   switchport access vlan 10\n"
                        "interface Vlan10\n   service-policy ")
                .append(applied)
                .append(" P\n"));
    };
    CHECK_FALSE(with_policy("permit udp any any", "type qos input").port("Ethernet1").ingress_policy.known());
    CHECK(with_policy("permit tcp any any", "type qos input").port("Ethernet1").ingress_policy.known());
    for (const char* applied : {"type qos output", "output", "type pbr input"}) {
        CAPTURE(applied);
        CHECK(with_policy("permit udp any any", applied).port("Ethernet1").ingress_policy.known());
    }
}

TEST_CASE("an egress policy makes marking and policing of the port unknown, but not its classification")
{
    const Case read(
        "hostname leaf1\npolicy-map type quality-of-service P\n   class class-default\n"
        "interface Ethernet1\n   service-policy type qos output P\ninterface Ethernet2\n   no shutdown\n");
    CHECK(read.port("Ethernet1").ingress_policy.known());
    CHECK_FALSE(read.port("Ethernet1").tc_to_dscp.known());
    CHECK(read.port("Ethernet2").tc_to_dscp.known());
    REQUIRE(read.device().meters.size() == 1);
    CHECK(read.device().meters[0].effect == MeterEffect::unknown);
}

TEST_CASE("an SVI without a policy leaves the policy of a port known in part of a configuration, too")
{
    const Case part(
        "policy-map type quality-of-service P\n   class class-default\n      set traffic-class 1\n"
        "interface Ethernet1\n   service-policy type qos input P\n"
        "interface Vlan10\n   no shutdown\n");
    REQUIRE(part.device().fragment);
    CHECK(part.port("Ethernet1").ingress_policy.known());
}

TEST_CASE("a policy of a subinterface leaves open how the port below it classifies and polices")
{
    const Case read(
        "hostname leaf1\nclass-map type qos match-any RDMA\n   match dscp 26\n"
        "policy-map type quality-of-service P\n   class RDMA\n      set traffic-class 1\n"
        "      police rate 40000 mbps burst-size 1 mbytes\n"
        "interface Ethernet1\n   no switchport\n"
        "interface Ethernet1.10\n   encapsulation dot1q vlan 10\n   service-policy type qos input P\n"
        "interface Ethernet2\n   no switchport\ninterface Ethernet2.10\n   encapsulation dot1q vlan 10\n");
    CHECK_FALSE(read.port("Ethernet1").ingress_policy.known());
    CHECK(read.port("Ethernet2").ingress_policy.known());
    const auto meters = meters_of_port(read.device(), read.device().find_port("Ethernet1"), DscpSet::all());
    REQUIRE(meters.size() == 1);
    CHECK(meters[0].meter->effect == MeterEffect::unknown);
    CHECK(meters_of_port(read.device(), read.device().find_port("Ethernet2"), DscpSet::all()).empty());
}

TEST_SUITE_END();

}
}
