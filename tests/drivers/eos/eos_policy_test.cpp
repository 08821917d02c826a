// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/eos/eos_case.h"

namespace rocelint {
namespace {

using eos_case::Case;
using eos_case::contains;

TEST_CASE("class-maps state which packets they match")
{
    struct ClassRow {
        std::string_view stanza;
        std::string_view expected;
    };
    constexpr ClassRow rows[] = {
        {"class-map type qos match-any C\n   match dscp 26 48\n", "class-map C dscp 26,48 pcp none\n"},
        {"class-map type qos match-any C\n   match dscp cs3 ef\n", "class-map C dscp 24,46 pcp none\n"},
        {"class-map match-any C\n   match cos 3\n", "class-map C dscp none pcp 3\n"},
        {"class-map type qos match-any C\n", "class-map C dscp none pcp none nothing\n"},
        {"class-map type qos match-any C\n   match vlan 100\n", "class-map C dscp none pcp none other\n"},
        {"ip access-list A\n"
         "   10 permit ip any any dscp ef\n"
         "!\n"
         "class-map type qos match-any C\n"
         "   match ip access-group A\n",
            "class-map C dscp 46 pcp none\n"},
        {"class-map type qos match-any C\n"
         "   match ipv6 access-group A\n"
         "!\n"
         "ipv6 access-list A\n"
         "   10 permit ipv6 any any dscp 26\n",
            "class-map C dscp 26 pcp none\n"},
        {"ip access-list A\n"
         "   10 permit ip any any\n"
         "!\n"
         "class-map type qos match-any C\n"
         "   match ip access-group A\n",
            "class-map C dscp none pcp none everything\n"},
        {"ip access-list A\n"
         "   10 permit ip any 192.0.2.0/29\n"
         "!\n"
         "class-map type qos match-any C\n"
         "   match ip access-group A\n",
            "class-map C dscp none pcp none other\n"},
        // RoCE is UDP to port 4791. Packets that are not of RoCE do not matter.
        {"ip access-list A\n"
         "   remark storage without RDMA\n"
         "   10 permit tcp any 192.0.2.0 0.0.0.255 eq 3260 dscp 26\n"
         "   20 permit udp any any eq 53 123\n"
         "   30 permit udp any any range 5000 6000\n"
         "   40 permit 6 any any\n"
         "   50 deny icmp any any\n"
         "!\n"
         "class-map type qos match-any C\n"
         "   match ip access-group A\n",
            "class-map C dscp none pcp none\n"},
        {"ip access-list A\n"
         "   10 permit tcp any any\n"
         "   20 permit ip any any dscp 26\n"
         "!\n"
         "class-map type qos match-any C\n"
         "   match ip access-group A\n",
            "class-map C dscp 26 pcp none\n"},
        {"ip access-list A\n"
         "   10 permit udp any any eq 4791\n"
         "!\n"
         "class-map type qos match-any C\n"
         "   match ip access-group A\n",
            "class-map C dscp none pcp none other\n"},
        {"ip access-list A\n"
         "   10 permit ip any any dscp 48\n"
         "   20 deny ip any any dscp 26\n"
         "   30 permit ip any any\n"
         "!\n"
         "class-map type qos match-any C\n"
         "   match ip access-group A\n",
            "class-map C dscp 48 pcp none other\n"},
        {"ip access-list A\n"
         "   10 permit tcp any any\n"
         "!\n"
         "class-map type qos match-all C\n"
         "   match ip access-group A\n"
         "   match dscp 26\n",
            "class-map C dscp none pcp none\n"},
        {"class-map type qos match-any C\n   match ip access-group GONE\n",
            "class-map C dscp none pcp none other\n"},
        {"class-map type qos match-all C\n   match dscp 26\n   match vlan 5\n",
            "class-map C dscp none pcp none other\n"},
    };
    for (const ClassRow& row : rows) {
        CAPTURE(row.stanza);
        const std::string text = Case("hostname leaf1\n" + std::string(row.stanza)).text();
        CAPTURE(text);
        CHECK(contains(text, row.expected));
    }
}

TEST_CASE("a policy's classes apply in order and override the port's map")
{
    const Case policy("hostname leaf1\n"
                      "class-map type qos match-any ROCE\n"
                      "   match dscp 26\n"
                      "class-map type qos match-any UNUSED\n"
                      "policy-map type quality-of-service P\n"
                      "   class ROCE\n"
                      "      set traffic-class 5\n"
                      "   !\n"
                      "   class class-default\n"
                      "      set traffic-class 0\n"
                      "      set dscp 8\n"
                      "interface Ethernet1\n"
                      "   no switchport\n"
                      "   service-policy type qos input P\n"
                      "interface Ethernet2\n"
                      "   no switchport\n");
    const Device& device = policy.device();
    const Port& port = policy.port("Ethernet1");
    const Treatment rdma = classify_dscp(device, port, 26);
    CHECK(rdma.tc.is(5));
    REQUIRE(rdma.decided_by != nullptr);
    CHECK(rdma.decided_by->name == "ROCE");
    CHECK(policy.sources.text_at(rdma.decided_by->definition) == "class-map type qos match-any ROCE");
    CHECK(classify_dscp(device, port, 40).tc.is(0));
    CHECK(classify_dscp(device, port, 40).decided_by->set_dscp.is(8));
    CHECK(classify_dscp(device, policy.port("Ethernet2"), 26).tc.is(3));
    CHECK(policy.port("Ethernet2").ingress_policy.known());
    REQUIRE(device.class_maps.size() == 2);
    CHECK(device.class_maps[1].name == "UNUSED");
    CHECK(device.class_maps[1].matches_nothing);
    CHECK(device.class_maps[1].definition.somewhere());
    CHECK(policy.coverage.count(CoverageState::unrecognised) == 0);
    CHECK(policy.coverage.count(CoverageState::unsupported) == 0);
}

TEST_CASE("packets that fail one of the conditions of a class that asks for all go on to the next class")
{
    for (const char* second : {"match cos 3", "match vlan 5"}) {
        CAPTURE(second);
        const Case read(
            std::string("hostname leaf1\nclass-map type qos match-all ROCE\n   match dscp 26\n   ")
                .append(second)
                .append(
                    "\npolicy-map type quality-of-service P\n   class ROCE\n      set traffic-class 5\n   !\n"
                    "   class class-default\n      set traffic-class 0\n"
                    "interface Ethernet1\n   service-policy type qos input P\n"));
        const Port& port = read.port("Ethernet1");
        CHECK_FALSE(classify_dscp(read.device(), port, 26).tc.known());
        CHECK(classify_dscp(read.device(), port, 40).tc.is(0));
    }
}

TEST_CASE("a policy in a qos profile acts unless the port has its own")
{
    const Case policy("hostname leaf1\n"
                      "policy-map type qos A\n"
                      "   class class-default\n"
                      "      set traffic-class 1\n"
                      "policy-map type quality-of-service B\n"
                      "   class class-default\n"
                      "      set traffic-class 2\n"
                      "qos profile Q\n"
                      "   service-policy type qos input A\n"
                      "interface Ethernet1\n"
                      "   service-profile Q\n"
                      "interface Ethernet2\n"
                      "   service-profile Q\n"
                      "   service-policy type qos input B\n"
                      "interface Ethernet3\n"
                      "   service-profile Q\n"
                      "   no service-policy type qos input A\n");
    CHECK(contains(
        policy.port_text("Ethernet1"), "ingress-policy: A (inherited leaf1.cfg:11 via leaf1.cfg:9)"));
    CHECK(contains(policy.port_text("Ethernet2"), "ingress-policy: B (explicit leaf1.cfg:14)"));
    CHECK(policy.port("Ethernet3").ingress_policy.value.none());
}

TEST_CASE("a missing policy or class is not mistaken for an empty one")
{
    const Case lost("hostname leaf1\n"
                    "policy-map type qos P\n"
                    "   class GONE\n"
                    "      set traffic-class 1\n"
                    "interface Ethernet1\n"
                    "   service-policy type qos input MISSING\n"
                    "interface Ethernet2\n"
                    "   service-policy type qos input P\n");
    CHECK_FALSE(lost.port("Ethernet1").ingress_policy.known());
    CHECK(lost.device().policies[0].classes[0].matches_other);
    CHECK_FALSE(classify_dscp(lost.device(), lost.port("Ethernet2"), 26).tc.known());
    CHECK(lost.reading.problems.size() == 2);
}

}
}
