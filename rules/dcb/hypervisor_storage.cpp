// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>

namespace rocelint::rules::dcb009 {
namespace {

constexpr std::string_view in_priority_5 = "version: 1\nprofile: lossless\nrdma: {priority: 5, dscp: [40]}\n";

constexpr Example examples[] = {
    {.title = "vSAN uses a NIC that has PFC on priority 5",
        .files = {{{"esxi-host", "host1", R"(+[root@host1:~] esxcli vsan network list
+Interface
+   VmkNic Name: vmk1
-   PFC Configuration: 0 0 0 1 0 0 0 0
+   PFC Configuration: 0 0 0 0 0 1 0 0
-pfcrx        int   0x08   Priority based flow control policy on RX
+pfcrx        int   0x20   Priority based flow control policy on RX
-pfctx        int   0x08   Priority based flow control policy on TX
+pfctx        int   0x20   Priority based flow control policy on TX
-dscp_force  int   26     DSCP of outgoing RoCE traffic
+dscp_force  int   40     DSCP of outgoing RoCE traffic
)"}}},
        .policy = in_priority_5,
        .flagged = "PFC Configuration: 0 0 0 0 0 1"},
    {.title = "The NIC of an NVMe adapter speaks the DCBX of CEE",
        .files = {{{"esxi-host", "host1", R"(+[root@host1:~] esxcli nvme adapter list
+Adapter  Adapter Qualified Name             Transport Type  Driver    Associated Devices
+-------  ---------------------------------  --------------  --------  ------------------
+vmhba64  aqn:nvmerdma:02-00-00-00-01-10     RDMA            nvmerdma  vmrdma0, vmnic4
-   Mode: 3 - IEEE Mode
+   Mode: 1 - CEE Mode
)"}}},
        .flagged = "Mode: 1 - CEE Mode"},
    {.title = "No capture shows what uses the RDMA device of a NIC that speaks the DCBX of CEE",
        .files = {{{"esxi-host", "host1", R"(-   Mode: 3 - IEEE Mode
+   Mode: 1 - CEE Mode
)"}}},
        .flagged = "Mode: 1 - CEE Mode"},
    {.title = "vSAN uses a NIC that speaks the DCBX of IEEE and has PFC on priority 3",
        .files = {{{"esxi-host", "host1", R"(+[root@host1:~] esxcli vsan network list
+Interface
+   VmkNic Name: vmk1
)"}}}},
    {.title = "The driver sets PFC without DCB, as VMware describes for NVMe",
        .files = {{{"esxi-host", "host1", R"(-   Enabled: true
+   Enabled: false
-   PFC Enabled: true
-   PFC Configuration: 0 0 0 1 0 0 0 0
+   PFC Enabled: false
+   PFC Configuration: 0 0 0 0 0 0 0 0
)"}}}},
};

// The severity without a capture that shows the storage, and the place of one that does.
void finish(PortContext& context, const Nic& nic, Diagnosis diagnosis)
{
    if (nic.storage == OriginId{})
        diagnosis.severity = Severity::info;
    else
        diagnosis.show(context.place(nic.storage), "storage uses the RDMA device");
    context.report(std::move(diagnosis));
}

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    const Port& port = context.port();
    const PrioritySet demanded = context.device().storage_priorities;
    if (!context.on_host() || !context.is_roce() || nic == nullptr || port.kind != PortKind::physical
        || demanded.empty())
        return;
    if (port.dcbx_version.known()
        && (port.dcbx_version.value == DcbxVersion::cee || port.dcbx_version.value == DcbxVersion::cin))
        finish(context,
            *nic,
            {.at = context.place(port.dcbx_version.origin),
                .message = fmt::format(
                    "{} speaks a DCBX before that of IEEE 802.1Qaz: storage of this host does not count its network as "
                    "lossless, and vSAN uses TCP instead of RDMA",
                    context.port_label(context.id)),
                .subjects = {context.subject(Property::dcbx)},
                .fix = fmt::format("Let the switch of {} speak the DCBX of IEEE.", port.name)});
    if (!port.pfc_tx.known() || !(port.pfc_tx.value & demanded).empty())
        return;
    finish(context,
        *nic,
        {.at = context.place(port.pfc_tx.origin),
            .message = fmt::format(
                "{} has PFC on {}, and storage of this host demands it on priority {}: it does not count its "
                "network as lossless, and vSAN uses TCP instead of RDMA",
                context.port_label(context.id),
                port.pfc_tx.value.empty() ? "no priority" : "priority " + to_string(port.pfc_tx.value),
                to_string(demanded)),
            .subjects = context.subjects(Property::pfc, demanded),
            .fix = "Make priority 3 the lossless one of storage, at the hosts and at the switches."});
}

}

extern const Rule rule = {
    .code = "DCB009",
    .name = "storage-without-its-priority",
    .severity = Severity::warning,
    .other_severities
    = {{{Severity::info, "where no capture shows that vSAN or an NVMe adapter uses the RDMA device"}}},
    .scope = Scope::host,
    .summary
    = "A NIC of a VMware host does not have the PFC or the DCBX that its storage needs before it uses RDMA.",
    .why
    = "vSAN checks the NIC of each data node before it uses RDMA: DCB must be in the mode of IEEE, and PFC must be on for "
      "priority 3 (the API also allows 4). If one host fails the check, the whole cluster talks TCP, with the latency and "
      "the load on processors that RDMA was bought to avoid. A fabric that is lossless in another priority works for every "
      "other host and never for these.",
    .source
    = "Broadcom knowledge base 326624 (VMware 84227), vSAN Health Service - Network Health - RDMA Configuration Health; "
      "Broadcom, vSAN Management API 8.0U2, VsanNicRdmaInfo (dcbMode, pfcConfig); VMware, vSphere 7.0, vSphere Storage, "
      "Configure Lossless Ethernet for NVMe over RDMA (PFC priority 3, automatically by DCB or by parameters of the driver)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Use priority 3 for storage: PFC at the switch, pfctx=0x08 pfcrx=0x08 of nmlx5_core or DCBX at the host, and the DCBX "
      "of IEEE at the switch port.",
    .check_port = check,
};

}
