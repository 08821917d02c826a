// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::dcb007 {
namespace {

// A host with an Intel NIC, whose PFC the host's lldpad is configured to set.
constexpr std::string_view both_agents = R"(root@host1:~# hostname
host1
root@host1:~# ethtool -i ens2f0
driver: ice
version: 1.13.7
firmware-version: 4.40 0x8001c7d4 1.3534.0
bus-info: 0000:31:00.0
root@host1:~# rdma link
link rocep49s0f0/1 state ACTIVE physical_state LINK_UP netdev ens2f0
root@host1:~# ethtool --show-priv-flags ens2f0
Private flags for ens2f0:
link-down-on-close     : off
fw-lldp-agent          : on
root@host1:~# lldptool -t -i ens2f0 -V PFC -c
enableTx=yes
willing=no
enabled=8
root@host1:~# dcb pfc show dev ens2f0
pfc-cap 8 macsec-bypass off delay 0
prio-pfc 0:off 1:off 2:off 3:on 4:off 5:off 6:off 7:off
root@host1:~# ethtool -a ens2f0
Pause parameters for ens2f0:
Autonegotiate:	off
RX:		off
TX:		off
)";
constexpr std::string_view one_agent = R"(root@host1:~# hostname
host1
root@host1:~# ethtool -i ens2f0
driver: ice
version: 1.13.7
firmware-version: 4.40 0x8001c7d4 1.3534.0
bus-info: 0000:31:00.0
root@host1:~# rdma link
link rocep49s0f0/1 state ACTIVE physical_state LINK_UP netdev ens2f0
root@host1:~# ethtool --show-priv-flags ens2f0
Private flags for ens2f0:
link-down-on-close     : off
fw-lldp-agent          : off
root@host1:~# lldptool -t -i ens2f0 -V PFC -c
enableTx=yes
willing=no
enabled=8
root@host1:~# dcb pfc show dev ens2f0
pfc-cap 8 macsec-bypass off delay 0
prio-pfc 0:off 1:off 2:off 3:on 4:off 5:off 6:off 7:off
root@host1:~# ethtool -a ens2f0
Pause parameters for ens2f0:
Autonegotiate:	off
RX:		off
TX:		off
)";

constexpr Example examples[] = {
    {.title = "lldpad sets PFC, and the NIC's firmware does too",
        .files = {{{"linux-host", "host1", both_agents, "capture.txt"}}},
        .policy = "version: 1\n",
        .flagged = "fw-lldp-agent          : on"},
    {.title = "lldpad sets PFC, and the agent in the firmware is off",
        .files = {{{"linux-host", "host1", one_agent, "capture.txt"}}},
        .policy = "version: 1\n"},
    {.title = "lldpad speaks DCBX on a port whose firmware does, as its own settings say",
        .files = {{{"linux-host",
            "host1",
            R"(-        LLDP_NB_DCBX_P1                             False(0)             False(0)             False(0)
+        LLDP_NB_DCBX_P1                             False(0)             True(1)              True(1)
+root@host1:~# lldptool -t -i ens1f0np0 -V PFC -c
+willing=no
+enabled=8
)"}}},
        .flagged = "LLDP_NB_DCBX_P1"},
};

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    if (!context.on_host() || !context.is_roce() || nic == nullptr
        || context.port().kind != PortKind::physical || nic->host_agent == OriginId{})
        return;
    const bool* speaks
        = context.need(context.id, nic->firmware_dcbx, "whether the NIC's firmware speaks DCBX");
    if (speaks == nullptr || !*speaks || nic->dcbx_willing.is(false))
        return;
    Diagnosis diagnosis{.at = context.place(nic->firmware_dcbx.origin),
        .message = fmt::format(
            "two agents speak DCBX on {}: the one in the NIC's firmware takes the frames of the switch, and with them "
            "its PFC and shares, so that what lldpad is set to has no effect",
            context.port_label(context.id)),
        .subjects = {context.subject(Property::dcbx)},
        .covers = context.subjects(Property::pfc, context.required()),
        .related = {{context.place(nic->host_agent), "the agent of the host"}},
        .fix = nic->firmware_dcbx_off.empty()
            ? "Turn the agent in the firmware off with the tool of the NIC's vendor."
            : std::string(nic->firmware_dcbx_off)};
    diagnosis.covers.push_back(context.subject(Property::pfc));
    const Setting<PrioritySet>& paused = context.port().pfc_tx;
    if (paused.peek_known())
        diagnosis.show(context.place(paused.origin), "the PFC in force");
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "DCB007",
    .name = "two-dcbx-agents",
    .severity = Severity::warning,
    .scope = Scope::host,
    .summary = "A NIC's firmware and a program of its host both speak DCBX.",
    .why
    = "The firmware's agent takes LLDP frames off the wire before the host sees them and is always "
      "willing. The host's agent then hears no neighbour, and its settings are refused or overwritten by "
      "the firmware: PFC that was set by lldptool looks configured but is not in force. If the firmware "
      "hears no DCBX from the switch, PFC stays off.",
    .source
    = "Linux Documentation/networking/device_drivers/ethernet/intel/ice.rst, Data Center Bridging (the two agents "
      "exclude each other); README of Intel's irdma driver 1.x, PFC non-willing mode (firmware DCB is always willing "
      "and overrides software settings); lldpd/lldpd issue 444 (frames that the firmware takes)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix
    = "Turn the agent in the firmware off, by the command that the finding shows for the driver of the NIC. It stays off "
      "over reboots.",
    .check_port = check,
};

}
