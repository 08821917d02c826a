// SPDX-License-Identifier: Apache-2.0
#include "tests/drivers/nvue/nvue_case.h"

namespace rocelint::nvue_test {
namespace {

TEST_SUITE_BEGIN("nvue policing");

TEST_CASE("an access list that polices what enters leaves open which packets it drops")
{
    const Case lines({{"leaf1.txt",
        "nv set interface swp1-2 link mtu 9216\n"
        "nv set interface swp3 link mtu 9216\n"
        "nv set acl A rule 10 match ip protocol udp\n"
        "nv set acl A rule 10 action police mode kbps\n"
        "nv set acl A rule 10 action police rate 100000\n"
        "nv set acl B rule 10 action permit\n"
        "nv set interface swp1-2 acl A inbound\n"
        "nv set interface swp3 acl A outbound\n"
        "nv set interface swp3 acl B inbound\n"}});
    REQUIRE(lines.device().meters.size() == 2);
    for (const Meter& meter : lines.device().meters) {
        CHECK(meter.effect == MeterEffect::unknown);
        CHECK(lines.device().ports[meter.port].name != "swp3");
    }
    const Case tree("- set:\n"
                    "    acl:\n"
                    "      A:\n"
                    "        rule:\n"
                    "          '10':\n"
                    "            action:\n"
                    "              police:\n"
                    "                mode: kbps\n"
                    "                rate: 100000\n"
                    "    interface:\n"
                    "      swp1:\n"
                    "        acl:\n"
                    "          A:\n"
                    "            inbound: {}\n");
    CHECK(tree.device().meters.size() == 1);
}

TEST_CASE("an access list that sets the class or the DSCP leaves open how its ports classify and mark")
{
    const auto with_list = [](std::string_view action, std::string_view bound, std::string_view more = "") {
        return Case({{"leaf1.txt",
            std::string(
                "nv set system hostname leaf1\nnv set interface swp1 bridge domain br_default\nnv set interface swp2 ip address 10.0.0.1/31\n"
                "nv set interface vlan10 ip address 10.1.0.1/24\nnv set acl A rule 10 match ip protocol udp\n"
                "nv set acl A rule 10 action set ")
                .append(action)
                .append("\nnv set interface ")
                .append(bound)
                .append(" acl A inbound\n")
                .append(more)}});
    };
    const Case of_port = with_list("class 3", "swp1");
    CHECK_FALSE(of_port.port("swp1").ingress_policy.known());
    CHECK(of_port.port("swp2").ingress_policy.known());
    const Case of_vlan = with_list("class 3", "vlan10");
    CHECK_FALSE(of_vlan.port("swp1").ingress_policy.known());
    CHECK(of_vlan.port("swp2").ingress_policy.known());
    const auto of_vlan_10 = [&](const char* vlans) {
        return with_list("class 3", "vlan10", vlans).port("swp1").ingress_policy.known();
    };
    CHECK(of_vlan_10("nv set interface swp1 bridge domain br_default access 20\n"));
    CHECK(of_vlan_10("nv set interface swp1 bridge domain br_default vlan 20,30-39\n"));
    CHECK_FALSE(of_vlan_10("nv set interface swp1 bridge domain br_default access 10\n"));
    CHECK_FALSE(of_vlan_10("nv set interface swp1 bridge domain br_default vlan 20\n"
                           "nv set interface swp1 bridge domain br_default untagged 10\n"));
    CHECK_FALSE(of_vlan_10("nv set interface swp1 bridge domain br_default vlan 1-20\n"));
    const Case marks = with_list("dscp 0", "swp1");
    CHECK(marks.port("swp1").ingress_policy.known());
    CHECK_FALSE(marks.port("swp1").tc_to_dscp.known());
    CHECK(marks.port("swp2").tc_to_dscp.known());
    CHECK(with_list("cos 3", "swp1").port("swp1").ingress_policy.known());
}

TEST_SUITE_END();

}
}
