// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace rocelint::rules::dcb009 {
namespace {

constexpr std::string_view in_priority_5 = "version: 1\nprofile: lossless\nrdma: {priority: 5, dscp: [40]}\n";
constexpr std::string_view in_priority_4 = "version: 1\nprofile: lossless\nrdma: {priority: 4, dscp: [34]}\n";

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
    {.title = "vSAN uses a NIC on which DCB is off, although its driver pauses priority 3",
        .files = {{{"esxi-host", "host1", R"(+[root@host1:~] esxcli vsan network list
+Interface
+   VmkNic Name: vmk1
-   Mode: 3 - IEEE Mode
+   Mode: 0 - Unknown Mode
-   Enabled: true
+   Enabled: false
-   PFC Enabled: true
-   PFC Configuration: 0 0 0 1 0 0 0 0
+   PFC Enabled: false
+   PFC Configuration: 0 0 0 0 0 0 0 0
)"}}},
        .flagged = "   Enabled: false"},
    {.title = "vSAN uses a NIC that has PFC on priority 4 alone",
        .files = {{{"esxi-host", "host1", R"(+[root@host1:~] esxcli vsan network list
+Interface
+   VmkNic Name: vmk1
-   PFC Configuration: 0 0 0 1 0 0 0 0
+   PFC Configuration: 0 0 0 0 1 0 0 0
-pfcrx        int   0x08   Priority based flow control policy on RX
+pfcrx        int   0x10   Priority based flow control policy on RX
-pfctx        int   0x08   Priority based flow control policy on TX
+pfctx        int   0x10   Priority based flow control policy on TX
-dscp_force  int   26     DSCP of outgoing RoCE traffic
+dscp_force  int   34     DSCP of outgoing RoCE traffic
)"}}},
        .policy = in_priority_4,
        .flagged = "PFC Configuration: 0 0 0 0 1"},
    {.title = "The NIC of an NVMe adapter has PFC on priority 5, and link pause is off",
        .files = {{{"esxi-host", "host1", R"(+[root@host1:~] esxcli nvme adapter list
+Adapter  Adapter Qualified Name             Transport Type  Driver    Associated Devices
+-------  ---------------------------------  --------------  --------  ------------------
+vmhba64  aqn:nvmerdma:02-00-00-00-01-10     RDMA            nvmerdma  vmrdma0, vmnic4
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
    {.title = "The NIC of an NVMe adapter has PFC on priority 3, and speaks the DCBX of CEE",
        .files = {{{"esxi-host", "host1", R"(+[root@host1:~] esxcli nvme adapter list
+Adapter  Adapter Qualified Name             Transport Type  Driver    Associated Devices
+-------  ---------------------------------  --------------  --------  ------------------
+vmhba64  aqn:nvmerdma:02-00-00-00-01-10     RDMA            nvmerdma  vmrdma0, vmnic4
-   Mode: 3 - IEEE Mode
+   Mode: 1 - CEE Mode
)"}}}},
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
    {.title = "vSAN uses a NIC that speaks the DCBX of CEE, and an NVMe adapter needs its PFC",
        .files = {{{"esxi-host", "host1", R"(+[root@host1:~] esxcli vsan network list
+Interface
+   VmkNic Name: vmk1
+   Traffic Type: vsan
+[root@host1:~] esxcli nvme adapter list
+Adapter  Adapter Qualified Name             Transport Type  Driver    Associated Devices
+-------  ---------------------------------  --------------  --------  ------------------
+vmhba64  aqn:nvmerdma:02-00-00-00-01-10     RDMA            nvmerdma  vmrdma0, vmnic4
-   Mode: 3 - IEEE Mode
+   Mode: 1 - CEE Mode
)"}}},
        .flagged = "Mode: 1 - CEE Mode"},
    {.title = "Only what vSAN sends to its witness leaves by a NIC that speaks the DCBX of CEE",
        .files = {{{"esxi-host", "host1", R"(+[root@host1:~] esxcli vsan network list
+Interface
+   VmkNic Name: vmk1
+   Traffic Type: witness
-   Mode: 3 - IEEE Mode
+   Mode: 1 - CEE Mode
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

std::string pfc_of(const Port& port)
{
    return port.pfc_tx.value.empty() ? "no priority" : "priority " + to_string(port.pfc_tx.value);
}

void show_vsan(PortContext& context, const Nic& nic, Diagnosis& diagnosis)
{
    if (nic.vsan != OriginId{})
        diagnosis.show(context.place(nic.vsan), "vSAN uses the interface of the RDMA device");
}

// No command shows whether vSAN uses RDMA or TCP. TCP needs neither PFC nor a DSCP of RoCE: a NIC that has one, and no
// NVMe adapter that needs it, is set up for vSAN by RDMA.
bool is_meant_for_rdma(const Port& port, const Nic& nic)
{
    const bool pauses = port.pfc_tx.peek_known() && !port.pfc_tx.value.empty();
    const bool marks = nic.traffic_class.peek_known();
    return nic.vsan != OriginId{} && nic.nvme == OriginId{} && (pauses || marks);
}

// `fault`: what vSAN does not accept.
void report_to_vsan(PortContext& context, const Nic& nic, std::string_view fault, Diagnosis diagnosis)
{
    diagnosis.message = fmt::format(
        "{}: {}vSAN does not count the network as lossless, and the whole cluster uses TCP instead of RDMA",
        fault,
        nic.vsan != OriginId{} ? "if vSAN is to use RDMA, " : "if vSAN uses it, ");
    show_vsan(context, nic, diagnosis);
    if (!is_meant_for_rdma(context.port(), nic))
        diagnosis.severity = Severity::info;
    context.report(std::move(diagnosis));
}

// Whether the mode of DCB is one that vSAN accepts. DCB that is off is a choice of hosts that do not use vSAN.
bool check_mode(PortContext& context, const Nic& nic)
{
    const Port& port = context.port();
    if (!port.dcbx_version.known())
        return true;
    const bool is_off = port.dcbx_version.value == DcbxVersion::off;
    const bool is_old
        = port.dcbx_version.value == DcbxVersion::cee || port.dcbx_version.value == DcbxVersion::cin;
    if (!is_old && !(is_off && nic.vsan != OriginId{}))
        return true;
    report_to_vsan(context,
        nic,
        is_off ? fmt::format("DCB is off on {}", context.port_label(context.id))
               : fmt::format("{} speaks a DCBX before that of IEEE 802.1Qaz", context.port_label(context.id)),
        {.at = context.place(port.dcbx_version.origin),
            .subjects = {context.subject(Property::dcbx)},
            .fix = is_off
                ? "Turn DCBX on in the driver of the NIC, and let the switch speak the DCBX of IEEE."
                : fmt::format("Let the switch of {} speak the DCBX of IEEE.", port.name)});
    return false;
}

void check_vsan(PortContext& context, const Nic& nic)
{
    const Port& port = context.port();
    const PrioritySet demanded = context.device().storage_priorities;
    const PrioritySet accepted = context.device().accepted_storage_priorities;
    const bool is_off = !check_mode(context, nic) && port.dcbx_version.value == DcbxVersion::off;
    if (is_off || !port.pfc_tx.known() || !(port.pfc_tx.value & demanded).empty())
        return;
    Diagnosis diagnosis{.at = context.place(port.pfc_tx.origin),
        .subjects = context.subjects(Property::pfc, demanded),
        .fix = "Make priority 3 the lossless one of storage, at the hosts and at the switches."};
    if ((port.pfc_tx.value & accepted).empty())
        return report_to_vsan(context,
            nic,
            fmt::format("{} has PFC on {} and not on priority {}",
                context.port_label(context.id),
                pfc_of(port),
                to_string(demanded)),
            std::move(diagnosis));
    if (nic.vsan == OriginId{})
        return;
    diagnosis.severity = Severity::info;
    diagnosis.message
        = fmt::format("{} has PFC on {}: the health check of vSAN demands priority {} (Broadcom knowledge "
                      "base 326624), its API takes {}",
            context.port_label(context.id),
            pfc_of(port),
            to_string(demanded),
            to_string(accepted));
    show_vsan(context, nic, diagnosis);
    context.report(std::move(diagnosis));
}

// NVMe asks for a lossless network, by link pause or by PFC, and for no mode of DCB.
void check_nvme(PortContext& context, const Nic& nic)
{
    const Port& port = context.port();
    const PrioritySet demanded = context.device().storage_priorities;
    if (!port.pfc_tx.known() || !(port.pfc_tx.value & demanded).empty() || !port.pause_rx.known()
        || !port.pause_tx.known() || (port.pause_rx.value && port.pause_tx.value))
        return;
    Diagnosis diagnosis{.at = context.place(port.pfc_tx.origin),
        .message
        = fmt::format("{} has PFC on {}, and link pause is not on in both directions: NVMe over RDMA of this "
                      "host needs PFC on priority {} or link pause",
            context.port_label(context.id),
            pfc_of(port),
            to_string(demanded)),
        .subjects = context.subjects(Property::pfc, demanded),
        .fix = "Make priority 3 the lossless one of storage, at the hosts and at the switches."};
    diagnosis.show(context.place(nic.nvme), "an NVMe adapter uses the RDMA device");
    context.report(std::move(diagnosis));
}

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    if (!context.on_host() || !context.is_roce() || nic == nullptr
        || context.port().kind != PortKind::physical || context.device().storage_priorities.empty())
        return;
    if (nic->nvme != OriginId{} && nic->vsan == OriginId{})
        check_nvme(context, *nic);
    else if (nic->vsan_use != VsanUse::none)
        check_vsan(context, *nic);
}

}

extern const Rule rule = {
    .code = "DCB009",
    .name = "storage-without-its-priority",
    .severity = Severity::warning,
    .other_severities = {{{Severity::info,
        "where no capture shows vSAN on a NIC that is set up for RDMA, or PFC is on a priority that only the API of vSAN takes"}}},
    .scope = Scope::host,
    .summary = "A NIC of a VMware host does not have the PFC or the DCBX that its storage needs for RDMA.",
    .why
    = "vSAN checks the NIC of each data node before it uses RDMA: DCB must be in the mode of IEEE, and PFC must be on for "
      "priority 3 (the API also allows 4). If one host fails the check, the whole cluster talks TCP, with the latency and "
      "the load on processors that RDMA was bought to avoid. NVMe over RDMA asks for no mode of DCB: it needs PFC on "
      "priority 3, or link pause. A fabric that is lossless in another priority works for every "
      "other host and never for these.",
    .source
    = "Broadcom knowledge base 326624 (VMware 84227), vSAN Health Service - Network Health - RDMA Configuration Health; "
      "Broadcom, vSAN Management API 8.0U2, VsanNicRdmaInfo (dcbMode, pfcConfig); VMware, vSphere 7.0, vSphere Storage, "
      "Configure Lossless Ethernet for NVMe over RDMA (global pause, or PFC priority 3 by DCB or by parameters of the driver)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Use priority 3 for storage: PFC at the switch, pfctx=0x08 pfcrx=0x08 of nmlx5_core or DCBX at the host, and the DCBX "
      "of IEEE at the switch port.",
    .check_port = check,
};

}
