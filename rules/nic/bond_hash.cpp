// SPDX-License-Identifier: Apache-2.0
#include "models/text/sentence.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::nic032 {
namespace {

constexpr std::string_view links = R"(root@host1:~# rdma link
link mlx5_bond_0/1 state ACTIVE physical_state LINK_UP netdev bond0
root@host1:~# cat /sys/class/infiniband/mlx5_bond_0/tc/1/traffic_class
106
root@host1:~# ip -d link
2: ens1f0np0: <BROADCAST,MULTICAST,SLAVE,UP,LOWER_UP> mtu 9000 qdisc mq master bond0 state UP mode DEFAULT group default qlen 1000
    link/ether 02:00:00:00:01:10 brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 9978
    bond_slave state ACTIVE mii_status UP
3: ens1f1np1: <BROADCAST,MULTICAST,SLAVE,UP,LOWER_UP> mtu 9000 qdisc mq master bond0 state UP mode DEFAULT group default qlen 1000
    link/ether 02:00:00:00:01:10 brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 9978
    bond_slave state ACTIVE mii_status UP
4: bond0: <BROADCAST,MULTICAST,MASTER,UP,LOWER_UP> mtu 9000 qdisc noqueue state UP mode DEFAULT group default qlen 1000
    link/ether 02:00:00:00:01:10 brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 65535
    bond mode 802.3ad miimon 100 updelay 0 downdelay 0 xmit_hash_policy layer2 lacp_rate fast
)";
constexpr std::string_view links_by_ports = R"(root@host1:~# rdma link
link mlx5_bond_0/1 state ACTIVE physical_state LINK_UP netdev bond0
root@host1:~# cat /sys/class/infiniband/mlx5_bond_0/tc/1/traffic_class
106
root@host1:~# ip -d link
2: ens1f0np0: <BROADCAST,MULTICAST,SLAVE,UP,LOWER_UP> mtu 9000 qdisc mq master bond0 state UP mode DEFAULT group default qlen 1000
    link/ether 02:00:00:00:01:10 brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 9978
    bond_slave state ACTIVE mii_status UP
3: ens1f1np1: <BROADCAST,MULTICAST,SLAVE,UP,LOWER_UP> mtu 9000 qdisc mq master bond0 state UP mode DEFAULT group default qlen 1000
    link/ether 02:00:00:00:01:10 brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 9978
    bond_slave state ACTIVE mii_status UP
4: bond0: <BROADCAST,MULTICAST,MASTER,UP,LOWER_UP> mtu 9000 qdisc noqueue state UP mode DEFAULT group default qlen 1000
    link/ether 02:00:00:00:01:10 brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 65535
    bond mode 802.3ad miimon 100 updelay 0 downdelay 0 xmit_hash_policy layer3+4 lacp_rate fast
)";
constexpr std::string_view management_bond
    = R"(-link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0
+link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0
+link mlx5_bond_0/1 state ACTIVE physical_state LINK_UP netdev bond0
-    altname enp26s0f0np0
+    altname enp26s0f0np0
+3: eno1np0: <BROADCAST,MULTICAST,SLAVE,UP,LOWER_UP> mtu 1500 qdisc mq master bond0 state UP mode DEFAULT group default qlen 1000
+    link/ether 02:00:00:00:09:10 brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 9978
+    bond_slave state ACTIVE mii_status UP
+4: eno2np1: <BROADCAST,MULTICAST,SLAVE,UP,LOWER_UP> mtu 1500 qdisc mq master bond0 state UP mode DEFAULT group default qlen 1000
+    link/ether 02:00:00:00:09:10 brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 9978
+    bond_slave state ACTIVE mii_status UP
+5: bond0: <BROADCAST,MULTICAST,MASTER,UP,LOWER_UP> mtu 1500 qdisc noqueue state UP mode DEFAULT group default qlen 1000
+    link/ether 02:00:00:00:09:10 brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 65535
+    bond mode 802.3ad miimon 100 updelay 0 downdelay 0 xmit_hash_policy layer2+3 lacp_rate fast
)";

constexpr Example examples[] = {
    {.title = "The bond of the RDMA device chooses its member by MAC addresses alone",
        .files = {{{"linux-host", "host1", links, "capture.txt"}}},
        .flagged = "xmit_hash_policy layer2"},
    {.title = "The bond hashes the UDP ports as well",
        .files = {{{"linux-host", "host1", links_by_ports, "capture.txt"}}}},
    {.title = "A bond for management, of an adapter that is capable of RDMA, hashes addresses",
        .files = {{{"linux-host", "host1", management_bond}}}},
};

void check(DeviceContext& context)
{
    const Device& host = context.device();
    if (host.kind != DeviceKind::host)
        return;
    for (std::uint32_t index = 0; index < host.ports.size(); ++index) {
        const Port& bond = host.ports[index];
        if (bond.kind != PortKind::lag || bond.nic == Port::no_index || !bond.member_hash.known()
            || bond.member_hash.value.has(HashField::source_port)
            || !context.analysis.is_roce({context.index, index}))
            continue;
        const auto members
            = std::ranges::count_if(host.ports, [index](const Port& port) { return port.lag == index; });
        if (members < 2)
            continue;
        const bool by_address = bond.member_hash.value.has(HashField::source_ip);
        context.report({.at = host.place(bond.member_hash.origin, &bond),
            .message
            = fmt::format("{} {} chooses among its {} by {} alone: where the adapter selects the port by "
                          "this hash, all queue pairs to one peer leave by one member",
                host.name,
                bond.name,
                counted(members, "member"),
                by_address ? "addresses" : "MAC addresses"),
            .subjects = {{{context.index, index}, Property::hashing}},
            .fix = fmt::format("Set xmit_hash_policy of {} to layer3+4.", bond.name)});
    }
}

}

extern const Rule rule = {
    .code = "NIC032",
    .name = "bond-hash-without-ports",
    .severity = Severity::warning,
    .scope = Scope::host,
    .summary = "The bond under an RDMA device chooses its member without looking at UDP ports.",
    .why
    = "Where the adapter selects the port by hash, the RDMA device of a bond sends each queue pair by the member "
      "that the bond's hash chooses, for which the kernel makes up a packet with the queue pair's UDP source port. "
      "With layer2, the default, the hash is over MAC addresses: behind a router all traffic of the host has one "
      "destination, and in one subnet all traffic to a peer, so that one member carries it and the other idles. "
      "layer2+3 separates peers, but not the queue pairs to one of them. In the adapter's older mode, queue "
      "affinity, queue pairs are assigned to the ports in turn unless the kernel asks the bond.",
    .source
    = "Linux Documentation/networking/bonding.rst, xmit_hash_policy (default layer2); Linux include/rdma/lag.h and commits "
      "cfc1a89e449c (RDMA/mlx5: Set lag tx affinity according to slave), b146a7cd0a71 (net/mlx5: Lag, enable hash mode by "
      "default for all NICs)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Set the bond's xmit_hash_policy to layer3+4 (netplan: transmit-hash-policy).",
    .check_device = check,
};

}
