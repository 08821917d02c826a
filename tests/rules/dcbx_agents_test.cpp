// SPDX-License-Identifier: Apache-2.0
// What is to be done about a DCBX agent in the firmware depends on the driver of the NIC.
#include "rules/rule_table.h"
#include "tests/example_fabric.h"
#include "tests/rules/finding_of.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace rocelint::dcbx_agents_test {
namespace {

using tests::finding_of;

constexpr std::string_view beside_lldpad = "+root@host1:~# lldptool -t -i ens1f0np0 -V PFC -c\n"
                                           "+willing=no\n"
                                           "+enabled=8\n";

// A host with an Intel NIC whose flag of this name lets the agent in its firmware run beside lldpad.
std::string intel_host(std::string_view driver, std::string_view flag)
{
    return "root@host1:~# hostname\n"
           "host1\n"
           "root@host1:~# ethtool -i ens2f0\n"
           "driver: "
        + std::string(driver)
        + "\n"
          "bus-info: 0000:31:00.0\n"
          "root@host1:~# rdma link\n"
          "link rocep49s0f0/1 state ACTIVE physical_state LINK_UP netdev ens2f0\n"
          "root@host1:~# ethtool --show-priv-flags ens2f0\n"
          "Private flags for ens2f0:\n"
        + std::string(flag)
        + "\n"
          "root@host1:~# lldptool -t -i ens2f0 -V PFC -c\n"
          "willing=no\n"
          "enabled=8\n"
          "root@host1:~# dcb pfc show dev ens2f0\n"
          "pfc-cap 8 macsec-bypass off delay 0\n"
          "prio-pfc 0:off 1:off 2:off 3:on 4:off 5:off 6:off 7:off\n";
}

std::string fix_of(const Example& example)
{
    const auto outcome = check_example(example);
    const Finding* finding = finding_of(*outcome, "DCB007");
    REQUIRE(finding != nullptr);
    return finding->fix;
}

TEST_SUITE_BEGIN("DCBX agents");

TEST_CASE("DCB007 names the flag that the driver of an Intel NIC has, and no other")
{
    const auto fix = [](std::string_view flag) {
        const std::string text = intel_host("ice", flag);
        return fix_of({.title = "",
            .files = {{{"linux-host", "host1", text, "capture.txt"}}},
            .policy = "version: 1\n"});
    };
    CHECK(fix("fw-lldp-agent          : on") == "ethtool --set-priv-flags ens2f0 fw-lldp-agent off");
    CHECK(fix("enable-fw-lldp         : on") == "ethtool --set-priv-flags ens2f0 enable-fw-lldp off");
    CHECK(fix("disable-fw-lldp        : off") == "ethtool --set-priv-flags ens2f0 disable-fw-lldp on");
}

TEST_CASE("DCB007 corrects the firmware of an NVIDIA NIC by the tool for it")
{
    const std::string patch
        = "-        LLDP_NB_DCBX_P1                             False(0)             False(0)             False(0)\n"
          "+        LLDP_NB_DCBX_P1                             False(0)             True(1)              True(1)\n"
        + std::string(beside_lldpad);
    const std::string fix = fix_of({.title = "", .files = {{{"linux-host", "host1", patch}}}});
    CHECK(fix.starts_with("mlxconfig -d DEVICE set LLDP_NB_DCBX_P1=0"));
    CHECK(fix.find("ethtool") == std::string::npos);
}

TEST_SUITE_END();

}
}
