// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::nic020 {
namespace {

// A host with an Intel NIC that was set to RoCE; its PFC is handled by the host.
constexpr std::string_view unprotected = R"(root@host1:~# hostname
host1
root@host1:~# ethtool -i ens2f0
driver: ice
version: 1.13.7
firmware-version: 4.40 0x8001c7d4 1.3534.0
bus-info: 0000:31:00.0
root@host1:~# rdma link
link rocep49s0f0/1 state ACTIVE physical_state LINK_UP netdev ens2f0
root@host1:~# devlink dev param show pci/0000:31:00.0 name enable_roce
pci/0000:31:00.0:
  name enable_roce type generic
    values:
      cmode runtime value true
root@host1:~# ethtool --show-priv-flags ens2f0
Private flags for ens2f0:
fw-lldp-agent          : off
root@host1:~# dcb pfc show dev ens2f0
pfc-cap 8 macsec-bypass off delay 0
prio-pfc 0:off 1:off 2:off 3:off 4:off 5:off 6:off 7:off
root@host1:~# ethtool -a ens2f0
Pause parameters for ens2f0:
Autonegotiate:	off
RX:		off
TX:		off
)";
constexpr std::string_view with_link_pause = R"(root@host1:~# hostname
host1
root@host1:~# ethtool -i ens2f0
driver: ice
version: 1.13.7
firmware-version: 4.40 0x8001c7d4 1.3534.0
bus-info: 0000:31:00.0
root@host1:~# rdma link
link rocep49s0f0/1 state ACTIVE physical_state LINK_UP netdev ens2f0
root@host1:~# devlink dev param show pci/0000:31:00.0 name enable_roce
pci/0000:31:00.0:
  name enable_roce type generic
    values:
      cmode runtime value true
root@host1:~# ethtool --show-priv-flags ens2f0
Private flags for ens2f0:
fw-lldp-agent          : off
root@host1:~# dcb pfc show dev ens2f0
pfc-cap 8 macsec-bypass off delay 0
prio-pfc 0:off 1:off 2:off 3:off 4:off 5:off 6:off 7:off
root@host1:~# ethtool -a ens2f0
Pause parameters for ens2f0:
Autonegotiate:	off
RX:		on
TX:		on
)";
constexpr std::string_view iwarp = R"(root@host1:~# hostname
host1
root@host1:~# ethtool -i ens2f0
driver: ice
version: 1.13.7
firmware-version: 4.40 0x8001c7d4 1.3534.0
bus-info: 0000:31:00.0
root@host1:~# rdma link
link iwp49s0f0/1 state ACTIVE physical_state LINK_UP netdev ens2f0
root@host1:~# devlink dev param show pci/0000:31:00.0 name enable_iwarp
pci/0000:31:00.0:
  name enable_iwarp type generic
    values:
      cmode runtime value true
root@host1:~# dcb pfc show dev ens2f0
pfc-cap 8 macsec-bypass off delay 0
prio-pfc 0:off 1:off 2:off 3:off 4:off 5:off 6:off 7:off
root@host1:~# ethtool -a ens2f0
Pause parameters for ens2f0:
Autonegotiate:	off
RX:		off
TX:		off
)";

constexpr Example examples[] = {
    {.title = "An Intel NIC carries RoCE with neither PFC nor link pause",
        .files = {{{"linux-host", "host1", unprotected, "capture.txt"}}},
        .policy = "version: 1\n",
        .flagged = "prio-pfc 0:off"},
    {.title = "Link pause in both directions takes the place of PFC",
        .files = {{{"linux-host", "host1", with_link_pause, "capture.txt"}}},
        .policy = "version: 1\n"},
    {.title = "The NIC runs iWARP, over TCP",
        .files = {{{"linux-host", "host1", iwarp, "capture.txt"}}},
        .policy = "version: 1\n"},
};

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    const Port& port = context.port();
    if (!context.on_host() || nic == nullptr || port.kind != PortKind::physical)
        return;
    if (nic->is_iwarp()) {
        context.not_checked(context.id,
            "its RDMA is iWARP, which runs over TCP and repairs losses itself: no rule of RoCE applies to it");
        return;
    }
    // Where a class is known, the missing PFC is reported by NIC002, and a site may choose RoCE without it.
    if (!context.is_roce() || !nic->slows_unpaused || !context.carried().empty())
        return;
    const PrioritySet* paused = context.need(context.id, port.pfc_tx, "PFC");
    if (paused == nullptr || !paused->empty())
        return;
    const bool* rx = context.need(context.id, port.pause_rx, "link pause");
    const bool* tx = context.need(context.id, port.pause_tx, "link pause");
    if (rx == nullptr || tx == nullptr || *rx || *tx)
        return;
    context.report({.at = context.place(port.pfc_tx.origin),
        .message = fmt::format(
            "{} carries RoCE with neither PFC nor link pause: its packets are dropped under congestion, and the NIC's "
            "driver slows RoCE down because it finds no flow control",
            context.port_label(context.id)),
        .subjects = {context.subject(Property::pfc)},
        .related = {{context.place(port.pause_rx.origin), "link pause is off too"}},
        .fix = fmt::format(
            "Turn PFC on for one priority at both ends of the link, or link pause: ethtool -A {} rx on "
            "tx on. The two exclude each other.",
            port.name)});
}

}

extern const Rule rule = {
    .code = "NIC020",
    .name = "nic-without-flow-control",
    .severity = Severity::warning,
    .scope = Scope::host,
    .summary = "A NIC that needs flow control for RoCE has neither PFC nor link pause.",
    .why
    = "RoCE repairs a loss by sending everything after it again. Some NICs expect a lossless link: where their driver "
      "finds neither kind of flow control, it lowers the performance of RoCE on purpose, so that the host is slow even "
      "without congestion. PFC for one class, or link pause for the whole link, are both supported, one of them at a "
      "time.",
    .source
    = "Intel Ethernet 800 Series Linux Flow Control Configuration Guide for RDMA Use Cases, 635330 1.3, Flow Control in "
      "RDMA Networks and QoS/Flow Control Limitations; README of Intel's irdma driver 1.x, Flow Control Settings",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Set up PFC for the class of RDMA at both ends, or ethtool -A INTERFACE rx on tx on at both.",
    .check_port = check,
};

}
