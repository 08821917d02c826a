// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::nic017 {
namespace {

constexpr Example examples[] = {
    {.title = "The firmware makes the port InfiniBand from the next reset of the NIC on",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# mlxconfig -d mlx5_0 q LINK_TYPE_P1
+Device #1:
+----------
+Device type:        ConnectX7
+Name:               MCX755106AS-HEA_Ax
+Device:             mlx5_0
+Configurations:                                      Next Boot
+        LINK_TYPE_P1                                IB(1)
)"}}},
        .flagged = "LINK_TYPE_P1                                IB(1)"},
    {.title = "A script at boot makes the port InfiniBand",
        .files = {{{"linux-host", "host1", ""}, {"linux-host", "host1", R"(#!/bin/sh
mlnx_qos -i ens1f0np0 --trust dscp
mlnx_qos -i ens1f0np0 --pfc 0,0,0,1,0,0,0,0
echo 106 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class
cma_roce_tos -d mlx5_0 -t 106
mlxconfig -d mlx5_0 -y set LINK_TYPE_P1=1
)"}}},
        .flagged = "LINK_TYPE_P1=1"},
    {.title = "The firmware keeps the port Ethernet",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# mlxconfig -d mlx5_0 q LINK_TYPE_P1
+Device #1:
+----------
+Device type:        ConnectX7
+Name:               MCX755106AS-HEA_Ax
+Device:             mlx5_0
+Configurations:                                      Next Boot
+        LINK_TYPE_P1                                ETH(2)
)"}}}},
    {.title = "Only the card's other port, which another network uses, is InfiniBand",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# mlxconfig -d mlx5_0 q LINK_TYPE_P1 LINK_TYPE_P2
+Device #1:
+----------
+Device type:        ConnectX7
+Name:               MCX755106AS-HEA_Ax
+Device:             mlx5_0
+Configurations:                                      Next Boot
+        LINK_TYPE_P1                                ETH(2)
+        LINK_TYPE_P2                                IB(1)
)"}}}},
};

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    if (!context.on_host() || !context.is_roce() || nic == nullptr
        || context.port().kind != PortKind::physical || !nic->infiniband.is(true))
        return;
    context.report({.at = context.place(nic->infiniband.origin),
        .message = fmt::format(
            "{} carries RoCE over Ethernet, and its firmware is set to make the port InfiniBand: the next reset of the NIC "
            "takes the interface away, and the link to the switch stays down",
            context.port_label(context.id)),
        .subjects = {context.subject(Property::transport)},
        .fix
        = "mlxconfig -d DEVICE set LINK_TYPE_P1=2 (LINK_TYPE_P2 for the second port), before the NIC is reset."});
}

}

extern const Rule rule = {
    .code = "NIC017",
    .name = "port-becomes-infiniband",
    .severity = Severity::error,
    .scope = Scope::host,
    .summary = "A NIC carries RoCE, and its firmware makes the port InfiniBand from the next reset on.",
    .why
    = "A NIC for both protocols takes the one of a port from its firmware when it starts. What runs now says nothing about "
      "that: a card that was set to InfiniBand for a test, or back to the factory's defaults, goes on with Ethernet until "
      "the host boots. Then the port has no Ethernet interface, no addresses and no link to its switch.",
    .source
    = "NVIDIA Firmware Tools (MFT) Documentation 4.34.1-10 LTS, Using mlxconfig (LINK_TYPE_P1, LINK_TYPE_P2); NVIDIA "
      "Accelerated IO (XLIO) Documentation 3.20.7, Type Management / VPI Cards Configuration (ports of VPI cards are "
      "InfiniBand by default)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "mlxconfig -d DEVICE set LINK_TYPE_P1=2, before the NIC is reset.",
    .check_port = check,
};

}
