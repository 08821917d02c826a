// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/nxos/nxos_case.h"

namespace rocelint {
namespace {

using nxos_test::Case;

TEST_SUITE_BEGIN("nxos policing");

// A port whose policy has this line for packets with DSCP 26.
Case with_line(std::string_view line)
{
    return Case("hostname leaf1\n"
                "class-map type qos match-any RDMA\n  match dscp 26\n"
                "policy-map type qos IN\n  class RDMA\n    set qos-group 3\n    "
        + std::string(line) + "\ninterface Ethernet1/1\n  service-policy type qos input IN\n");
}

TEST_CASE("a policer drops what violates or exceeds its rates where its line says so")
{
    const Case one = with_line("police cir 40 gbps bc 200 ms conform transmit violate drop");
    REQUIRE(one.device().meters.size() == 1);
    CHECK(one.device().meters[0].effect == MeterEffect::drop);
    CHECK(one.device().meters[0].above == BitsPerSecond{40'000'000'000});
    CHECK(to_string(one.device().meters[0].dscps) == "26");
    CHECK(one.port("Ethernet1/1").trust.is(Trust::dscp));
    const Case two = with_line(
        "police cir 10 mbps bc 200 ms pir 20 mbps be 200 ms conform transmit exceed set dscp dscp table cir-markdown-map "
        "violate drop");
    REQUIRE(two.device().meters.size() == 1);
    CHECK(two.device().meters[0].above == BitsPerSecond{20'000'000});
    CHECK(
        with_line("police cir 10 mbps bc 200 ms conform transmit violate transmit").device().meters.empty());
    CHECK(
        with_line("police cir percent 100 bc 200 ms conform transmit violate drop").device().meters.empty());
}

TEST_CASE("a line that is not understood, or has no action, leaves open what is dropped")
{
    for (const char* line : {"police aggregate SHARED", "police cir 10 mbps"}) {
        CAPTURE(line);
        const Case read = with_line(line);
        REQUIRE(read.device().meters.size() == 1);
        CHECK(read.device().meters[0].effect == MeterEffect::unknown);
    }
}

TEST_CASE("a class that matches by CoS leaves open what it and the classes behind it drop")
{
    constexpr std::string_view police = "    police cir 10 gbps bc 200 ms conform transmit violate drop\n";
    const auto by_cos = [](std::string_view of_class, std::string_view of_rest) {
        return Case("hostname leaf1\n"
                    "class-map type qos match-any STORAGE\n  match cos 4\n"
                    "policy-map type qos IN\n  class STORAGE\n    set qos-group 4\n"
            + std::string(of_class) + "  class class-default\n    set qos-group 0\n" + std::string(of_rest)
            + "interface Ethernet1/1\n  service-policy type qos input IN\n");
    };
    for (const Case& read : {by_cos(police, ""), by_cos("", police)}) {
        REQUIRE(read.device().meters.size() == 1);
        CHECK(read.device().meters[0].effect == MeterEffect::unknown);
    }
}

TEST_CASE(
    "a policy of a VLAN leaves open how switched ports without a policy of their own classify and police")
{
    constexpr std::string_view ports
        = "interface Ethernet1/1\n  switchport\n  switchport mode trunk\n"
          "interface Ethernet1/2\n  no switchport\n  ip address 10.0.0.1/31\n"
          "interface Ethernet1/3\n  switchport\n  service-policy type qos input IN\n";
    constexpr std::string_view classes
        = "!Command: show running-config\nhostname leaf1\nclass-map type qos match-any RDMA\n  match dscp 26\n"
          "policy-map type qos IN\n  class RDMA\n    set qos-group 3\n"
          "policy-map type qos OF_VLAN\n  class RDMA\n    set qos-group 0\n"
          "    police cir 10 gbps bc 200 ms conform transmit violate drop\n";
    for (const char* vlan : {"vlan configuration 10,20\n  service-policy type qos input OF_VLAN\n",
             "interface Vlan10\n  service-policy type qos input OF_VLAN\n"}) {
        CAPTURE(vlan);
        const Case read(std::string(classes).append(vlan).append(ports));
        CHECK_FALSE(read.port("Ethernet1/1").ingress_policy.known());
        CHECK(read.port("Ethernet1/2").ingress_policy.known());
        CHECK(read.port("Ethernet1/3").ingress_policy.known());
        REQUIRE(read.device().meters.size() == 1);
        CHECK(read.device().meters[0].effect == MeterEffect::unknown);
        CHECK(to_string(read.device().meters[0].dscps) == "26");
        CHECK(read.device().ports[read.device().meters[0].port].name == "Ethernet1/1");
    }
    const Case gone(
        std::string("hostname leaf1\nvlan configuration 10\n  service-policy type qos input GONE\n")
            .append("interface Ethernet1/1\n  switchport\n  switchport mode trunk\n"));
    REQUIRE(gone.device().meters.size() == 1);
    CHECK(gone.device().meters[0].dscps == DscpSet::all());
    const Case none(
        std::string(classes)
            .append("vlan 10\n  name storage\nvlan configuration 10\n  ip igmp snooping querier 10.0.0.9\n")
            .append(ports));
    CHECK(none.port("Ethernet1/1").ingress_policy.known());
    CHECK(none.device().meters.empty());
    CHECK(none.lines(CoverageState::unrecognised) == 0);
    CHECK(none.lines(CoverageState::unsupported) == 0);
}

TEST_CASE("a policy of a VLAN concerns the ports in that VLAN alone")
{
    const auto with = [](std::string_view lines, std::string_view bound = "vlan configuration 10,20-29\n") {
        return Case(std::string("!Command: show running-config\nhostname leaf1\n"
                                "class-map type qos match-any RDMA\n  match dscp 26\n"
                                "policy-map type qos OF_VLAN\n  class RDMA\n    set qos-group 3\n")
                        .append(bound)
                        .append("  service-policy type qos input OF_VLAN\n"
                                "interface Ethernet1/1\n  switchport\n")
                        .append(lines));
    };
    for (const char* outside :
        {"  switchport access vlan 30\n",
            "",
            "  switchport mode trunk\n  switchport trunk allowed vlan 30-39\n",
            "  switchport mode trunk\n  switchport trunk allowed vlan 30\n  switchport trunk allowed vlan add 40\n",
            "  switchport mode trunk\n  switchport trunk allowed vlan except 10,20-29\n",
            "  switchport mode trunk\n  switchport trunk allowed vlan none\n"}) {
        CAPTURE(outside);
        const Case read = with(outside);
        CHECK(read.port("Ethernet1/1").ingress_policy.known());
        CHECK(read.port("Ethernet1/1").trust.known());
        CHECK_FALSE(read.port("Ethernet1/1").dscp_to_tc.known());
        CHECK(read.lines(CoverageState::unrecognised) == 0);
    }
    for (const char* perhaps :
        {"  switchport mode trunk\n",
            "  switchport mode trunk\n  switchport trunk allowed vlan 1,25\n",
            "  switchport mode trunk\n  switchport trunk allowed vlan 30\n  switchport trunk allowed vlan add 20\n",
            "  switchport mode trunk\n  switchport trunk allowed vlan add 30\n",
            "  switchport access vlan 30\n  switchport voice vlan 10\n",
            "  switchport mode private-vlan host\n",
            "  inherit port-profile STORAGE\n",
            "  switchport mode trunk\n  switchport trunk allowed vlan 30-x\n"}) {
        CAPTURE(perhaps);
        CHECK_FALSE(with(perhaps).port("Ethernet1/1").ingress_policy.known());
    }
    // All its packets are in the VLAN, so that the policy is that of the port.
    const Case inside = with("  switchport access vlan 10\n");
    const Port& port = inside.port("Ethernet1/1");
    CHECK(port.ingress_policy.known());
    REQUIRE(port.dscp_to_tc.known());
    CHECK(inside.device().maps[port.dscp_to_tc.value.index].to[26] == 3);
    // Whether that of the interface of the VLAN takes packets that are not routed is not known.
    CHECK_FALSE(with("  switchport access vlan 10\n", "interface Vlan10\n")
                    .port("Ethernet1/1")
                    .ingress_policy.known());
    CHECK(with("  switchport access vlan 11\n", "interface Vlan10\n")
              .port("Ethernet1/1")
              .ingress_policy.known());
}

TEST_CASE("a member of a port channel is in the VLANs of the port channel")
{
    const Case read(
        "!Command: show running-config\nhostname leaf1\nclass-map type qos match-any RDMA\n  match dscp 26\n"
        "policy-map type qos OF_VLAN\n  class RDMA\n    set qos-group 3\n"
        "vlan configuration 10\n  service-policy type qos input OF_VLAN\n"
        "interface port-channel1\n  switchport\n  switchport mode trunk\n  switchport trunk allowed vlan 30\n"
        "interface Ethernet1/1\n  switchport\n  switchport mode trunk\n  channel-group 1 mode active\n"
        "interface Ethernet1/2\n  switchport\n  switchport mode trunk\n");
    CHECK(read.port("Ethernet1/1").ingress_policy.known());
    CHECK_FALSE(read.port("Ethernet1/2").ingress_policy.known());
}

TEST_CASE("an egress policy of an interface does not make its ingress classification unknown")
{
    for (const char* type : {"type qos ", ""}) {
        const std::string out = std::string("  service-policy ").append(type).append("output OUT\n");
        CAPTURE(out);
        const Case read(std::string("!Command: show running-config\nhostname leaf1\n"
                                    "class-map type qos match-any RDMA\n  match dscp 26\n"
                                    "policy-map type qos IN\n  class RDMA\n    set qos-group 3\n"
                                    "policy-map type qos OUT\n  class RDMA\n    set dscp 10\n"
                                    "system qos\n  service-policy type qos input IN\n"
                                    "interface Vlan10\n")
                            .append(out)
                            .append("interface Ethernet1/1\n  switchport\ninterface Ethernet1/2\n")
                            .append(out));
        CHECK(read.port("Ethernet1/1").ingress_policy.known());
        CHECK(read.port("Ethernet1/2").ingress_policy.known());
        CHECK(read.port("Ethernet1/1").tc_to_dscp.known());
        CHECK_FALSE(read.port("Ethernet1/2").tc_to_dscp.known());
        REQUIRE(read.device().meters.size() == 1);
        CHECK(read.device().meters[0].effect == MeterEffect::unknown);
        CHECK(read.device().ports[read.device().meters[0].port].name == "Ethernet1/2");
        CHECK(read.lines(CoverageState::unsupported) == 2);
    }
}

TEST_CASE("a policy of a subinterface leaves open how the port below it and its members classify")
{
    const Case read(
        "!Command: show running-config\nhostname leaf1\nclass-map type qos match-any RDMA\n  match dscp 26\n"
        "policy-map type qos P\n  class RDMA\n    set qos-group 3\n"
        "    police cir 10 gbps bc 200 ms conform transmit violate drop\n"
        "interface port-channel1\n  no switchport\n"
        "interface port-channel1.10\n  encapsulation dot1q 10\n  service-policy type qos input P\n"
        "interface Ethernet1/1\n  no switchport\n  channel-group 1 mode active\n"
        "interface Ethernet1/2\n  no switchport\n");
    CHECK_FALSE(read.port("port-channel1").ingress_policy.known());
    CHECK_FALSE(read.port("Ethernet1/1").ingress_policy.known());
    CHECK(read.port("Ethernet1/2").ingress_policy.known());
    REQUIRE(read.device().meters.size() == 1);
    CHECK(read.device().meters[0].effect == MeterEffect::unknown);
    CHECK(read.device().ports[read.device().meters[0].port].name == "port-channel1");
}

TEST_SUITE_END();

}
}
