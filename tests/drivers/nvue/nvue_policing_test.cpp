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

TEST_SUITE_END();

}
}
