// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

#include <optional>

namespace rocelint::rules::nic027 {
namespace {

constexpr std::string_view storage_by_tag = "version: 1\nprofile: azure-local\n";
// A host with an Intel NIC whose firmware's LLDP agent runs, as it does from the factory.
constexpr std::string_view agent_in_firmware = R"(root@host1:~# hostname
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
    {.title = "The firmware speaks DCBX and takes over what the switch says",
        .files = {{{"linux-host", "host1", R"(-DCBX mode: OS controlled
+DCBX mode: Firmware controlled
-        LLDP_NB_DCBX_P1                             False(0)             False(0)             False(0)
+        LLDP_NB_DCBX_P1                             False(0)             True(1)              True(1)
)"}}},
        .flagged = "Firmware controlled"},
    {.title = "The firmware controls DCBX, and does not speak it",
        .files = {{{"linux-host", "host1", R"(-DCBX mode: OS controlled
+DCBX mode: Firmware controlled
)"}}}},
    {.title = "The firmware would speak DCBX, and neither sends nor receives LLDP",
        .files = {{{"linux-host", "host1", R"(-DCBX mode: OS controlled
+DCBX mode: Firmware controlled
-        LLDP_NB_DCBX_P1                             False(0)             False(0)             False(0)
+        LLDP_NB_DCBX_P1                             False(0)             True(1)              True(1)
+        LLDP_NB_TX_MODE_P1                          OFF(0)               OFF(0)               OFF(0)
+        LLDP_NB_RX_MODE_P1                          OFF(0)               OFF(0)               OFF(0)
)"}}}},
    {.title = "The host controls DCBX", .files = {{{"linux-host", "host1", ""}}}},
    {.title = "The firmware has a DCBX agent next to that of Windows",
        .files = {{{"windows-host", "host1", R"(+PS C:\> mlxconfig.exe -d mt4125_pciconf0 query
+Configurations:                                      Next Boot
+        LLDP_NB_DCBX_P1                             True(1)
+        LLDP_NB_TX_MODE_P1                          ALL(2)
)"}}},
        .policy = storage_by_tag,
        .flagged = "LLDP_NB_DCBX_P1"},
    {.title = "Both agents are seen to be on",
        .files = {{{"windows-host", "host1", R"(+PS C:\> mlxconfig.exe -d mt4125_pciconf0 query
+Configurations:                                      Next Boot
+        LLDP_NB_DCBX_P1                             True(1)
+        LLDP_NB_TX_MODE_P1                          ALL(2)
+PS C:\> Get-NetLldpAgent -NetAdapterName SMB1
+
+Name        : SMB1
+Scope       : NearestBridge
+AdminStatus : EnabledTxRx
)"}}},
        .policy = storage_by_tag,
        .flagged = "LLDP_NB_DCBX_P1"},
    {.title = "The agent of Windows is off, so that there is one",
        .files = {{{"windows-host", "host1", R"(+PS C:\> mlxconfig.exe -d mt4125_pciconf0 query
+Configurations:                                      Next Boot
+        LLDP_NB_DCBX_P1                             True(1)
+        LLDP_NB_TX_MODE_P1                          ALL(2)
+PS C:\> Get-NetLldpAgent -NetAdapterName SMB1
+
+Name        : SMB1
+Scope       : NearestBridge
+AdminStatus : Disabled
)"}}},
        .policy = storage_by_tag},
    {.title = "The firmware neither sends nor receives LLDP, of which DCBX is a part",
        .files = {{{"windows-host", "host1", R"(+PS C:\> mlxconfig.exe -d mt4125_pciconf0 query
+Configurations:                                      Next Boot
+        LLDP_NB_DCBX_P1                             True(1)
+        LLDP_NB_RX_MODE_P1                          OFF(0)
+        LLDP_NB_TX_MODE_P1                          OFF(0)
)"}}},
        .policy = storage_by_tag},
    {.title = "The firmware has none",
        .files = {{{"windows-host", "host1", R"(+PS C:\> mlxconfig.exe -d mt4125_pciconf0 query
+Configurations:                                      Next Boot
+        LLDP_NB_DCBX_P1                             False(0)
+        LLDP_NB_TX_MODE_P1                          OFF(0)
)"}}},
        .policy = storage_by_tag},
    {.title = "An Intel NIC's agent in the firmware is on: PFC is what the switch says",
        .files = {{{"linux-host", "host1", agent_in_firmware, "capture.txt"}}},
        .policy = "version: 1\n",
        .flagged = "fw-lldp-agent          : on"},
};

// Windows has a DCBX agent of its own, which stays active while the firmware's speaks too.
void check_two_agents(PortContext& context, const Nic& nic)
{
    if (!nic.firmware_dcbx.known() || !nic.firmware_dcbx.value)
        return;
    if (nic.host_lldp.peek_known() && !nic.host_lldp.value)
        return context.not_checked(context.id,
            "whether the DCBX agent of the firmware takes over what the switch says while that of Windows is off is "
            "undocumented");
    Diagnosis diagnosis{.at = context.place(nic.firmware_dcbx.origin),
        .message = fmt::format(
            "{} has two DCBX agents, that of its firmware and that of Windows: a switch that negotiates PFC with several "
            "peers on a port turns it off",
            context.port_label(context.id)),
        .subjects = {context.subject(Property::dcbx)},
        .fix = fmt::format("{}.", nic.firmware_dcbx_off)};
    if (nic.host_lldp.peek_known())
        diagnosis.show(context.place(nic.host_lldp.origin), "the agent of Windows is on");
    context.report(std::move(diagnosis));
}

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    if (!context.on_host() || !context.is_roce() || nic == nullptr
        || context.port().kind != PortKind::physical)
        return;
    if (context.device().has_network_policies)
        return check_two_agents(context, *nic);
    if (!nic->dcbx.is(DcbxMode::firmware_controlled))
        return;
    // DCB007 reports it where a program of the host speaks DCBX too.
    if (nic->host_agent != OriginId{})
        return;
    const bool* speaks
        = context.need(context.id, nic->firmware_dcbx, "whether the NIC's firmware speaks DCBX (mlxconfig)");
    if (speaks == nullptr || !*speaks)
        return;
    // Firmware that is not willing announces its settings to the switch and keeps them.
    if (nic->dcbx_willing.is(false))
        return;
    // One line says both of NICs whose agent in the firmware is a single switch.
    const bool one_switch = nic->dcbx.origin == nic->firmware_dcbx.origin;
    const Setting<PrioritySet>& paused = context.port().pfc_tx;
    const bool works = one_switch && paused.peek_known() && !paused.value.empty()
        && paused.value.contains(context.required());
    Diagnosis diagnosis{.severity = works ? std::optional(Severity::info) : std::nullopt,
        .at = context.place(nic->dcbx.origin),
        .message = fmt::format(
            "{} leaves DCBX to its firmware, which takes over what the switch says: PFC, ETS and trust that "
            "the host sets do not last",
            context.port_label(context.id)),
        .subjects = {context.subject(Property::dcbx)},
        .fix = one_switch ? fmt::format("{}, and set PFC and ETS on the host", nic->firmware_dcbx_off)
                          : fmt::format("mlnx_qos -i {} --dcbx os", context.port().name)};
    if (!one_switch)
        diagnosis.show(context.place(nic->firmware_dcbx.origin), "the firmware speaks DCBX");
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "NIC027",
    .name = "dcbx-by-firmware",
    .severity = Severity::warning,
    .other_severities
    = {{{Severity::info, "where PFC is in force as the switch says, by an agent that is always willing"}}},
    .scope = Scope::host,
    .summary
    = "A NIC's firmware speaks DCBX and takes over the switch's settings, against those of the host.",
    .why = "Host and firmware would set the same registers. With DCBX in the firmware's hands and a willing "
           "firmware, each exchange with the switch sets PFC and ETS again, and what the host was given by "
           "mlnx_qos or dcb is gone as soon as the link comes up again.",
    .source
    = "dcb-dcbx(8) (lld-managed: the configuration is handled by the device); Linux drivers/net/ethernet/"
      "mellanox/mlx5/core/en_dcbnl.c, mlx5e_dcbnl_setdcbx and commit 0eca995f3ede; IEEE 802.1Q-2022 "
      "annex D (willing); Linux Documentation/networking/device_drivers/ethernet/intel/ice.rst, Data Center "
      "Bridging (in firmware mode the adapter is willing, and the host can only query); Azure/AzureLocal-Supportability, "
      "Troubleshoot-TOR-LLDP-DCBX-PFC-RoCEv2.md, version 1.0 (two LLDP agents on a port)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix
    = "Let the host control DCBX: mlnx_qos -i INTERFACE --dcbx os, at boot as well; on Intel NICs ethtool "
      "--set-priv-flags INTERFACE fw-lldp-agent off, which lasts over reboots; on Windows, turn the firmware's LLDP off "
      "with mlxconfig.",
    .check_port = check,
};

}
