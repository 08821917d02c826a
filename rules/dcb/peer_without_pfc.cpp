// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/paused_priorities.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>

namespace rocelint::rules::dcb003 {
namespace {

constexpr std::string_view storage_by_tag = "version: 1\nprofile: azure-local\n";

constexpr Example examples[] = {
    {.title = "The host pauses priority 3, and its switch announces PFC on no priority",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# lldptool -t -n -i ens1f0np0
+Chassis ID TLV
+	MAC: 02:00:00:00:02:01
+Port ID TLV
+	Ifname: Ethernet1/1
+Time to Live TLV
+	120
+IEEE 8021QAZ PFC TLV
+	 Willing: no
+	 MACsec Bypass Capable: no
+	 PFC capable traffic classes: 8
+	 PFC enabled: none
+End of LLDPDU TLV
)"}}},
        .flagged = "PFC enabled: none"},
    {.title = "A switch that speaks CEE announces PFC on another priority",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# lldptool -t -n -i ens1f0np0 -V CEE-DCBX
+CEE DCBX TLV
+	Control TLV:
+	  SeqNo: 1, AckNo: 1
+	Priority Flow Control TLV:
+	  Enabled, Not Willing, No Error
+	  PFC enabled priorities: 4
)"}}},
        .flagged = "PFC enabled priorities: 4"},
    {.title = "Host and switch have PFC on for priority 3",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# lldptool -t -n -i ens1f0np0 -V PFC
+IEEE 8021QAZ PFC TLV
+	 Willing: no
+	 MACsec Bypass Capable: no
+	 PFC capable traffic classes: 8
+	 PFC enabled: 3 4
)"}}}},
    {.title = "The switch takes over the PFC of the host",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# lldptool -t -n -i ens1f0np0 -V PFC
+IEEE 8021QAZ PFC TLV
+	 Willing: yes
+	 MACsec Bypass Capable: no
+	 PFC capable traffic classes: 8
+	 PFC enabled: none
)"}}}},
    {.title = "The host's flow control is in force for priority 3, and its switch announces none",
        .files = {{{"windows-host", "host1", R"(-OperationalFlowControl     : Priority 3 Enabled
+OperationalFlowControl     : Priority 3 Enabled
+RemoteFlowControl          : All Priorities Disabled
)"}}},
        .policy = storage_by_tag,
        .flagged = "RemoteFlowControl          : All Priorities Disabled"},
    {.title = "The switch announces the host's flow control",
        .files = {{{"windows-host", "host1", R"(-OperationalFlowControl     : Priority 3 Enabled
+OperationalFlowControl     : Priority 3 Enabled
+RemoteFlowControl          : Priority 3 Enabled
)"}}},
        .policy = storage_by_tag},
};

void check(PortContext& context)
{
    const Port& port = context.port();
    if (!context.is_roce() || port.kind != PortKind::physical || port.peer_pfc.origin == OriginId{}
        || !port.peer_pfc.known())
        return;
    const PrioritySet required = context.required();
    if (required.empty() || !port.pfc_rx.known() || !port.pfc_tx.known())
        return;
    const PrioritySet missing = (required & paused_priorities(port)) - port.peer_pfc.value;
    // A peer that is willing announces its own set, and follows this one: see DCB001.
    if (missing.empty() || (port.peer_willing.peek_known() && port.peer_willing.value))
        return;
    const std::optional<PortId> peer = context.fabric.peer(context.id);
    const bool is_sure = port.peer_willing.peek_known();
    Diagnosis diagnosis{.severity = is_sure ? std::nullopt : std::optional(Severity::warning),
        .at = context.place(port.peer_pfc.origin),
        .message = fmt::format(
            "the peer of {} announces PFC by DCBX for {}, and not for the lossless priority {}: it does not stop when {} "
            "pauses, and RDMA packets are dropped",
            context.port_label(context.id),
            port.peer_pfc.value.empty() ? "no priority" : "priority " + to_string(port.peer_pfc.value),
            to_string(missing),
            port.name),
        .fix = fmt::format("Turn PFC on for priority {} at the peer of {}.",
            to_string(missing),
            context.port_label(context.id))};
    for (const Priority priority : missing)
        diagnosis.blame(context.id, Property::pfc, priority);
    for (const Priority priority : peer ? missing : PrioritySet{})
        diagnosis.blame(*peer, Property::pfc, priority);
    diagnosis.show(context.place(port.pfc_tx.origin), "the PFC of this end");
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "DCB003",
    .name = "peer-announces-no-pfc",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning, "where the peer does not say whether it is willing"}}},
    .scope = Scope::port,
    .summary = "A port pauses a lossless priority that its peer announces without PFC.",
    .why
    = "With DCBX each end announces the priorities for which it has PFC on. A peer that is not willing keeps its set: one "
      "without the priority neither obeys pause frames for it nor sends them, so that one of the two buffers overflows. "
      "The announcement shows this from one end of the cable, without the configuration of the other.",
    .source
    = "IEEE 802.1Q-2022 annex D (Priority-based Flow Control Configuration TLV: Willing, PFC Enable) and clause 36; "
      "open-lldp, lldp_8021qaz_clif.c and lldp_dcbx_clif.c; Microsoft, NetAdapter module reference, Get-NetAdapterQos "
      "(RemoteFlowControl)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Turn PFC on for the lossless priorities at the peer.",
    .check_port = check,
};

}
