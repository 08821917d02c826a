// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/dcbx.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>

namespace rocelint::rules::dcb004 {
namespace {

constexpr std::string_view storage_by_tag = "version: 1\nprofile: azure-local\n";

constexpr Example examples[] = {
    {.title = "The switch announces priority 4 for RoCE v2, which is lossless in priority 3",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# lldptool -t -n -i ens1f0np0 -V APP
+IEEE 8021QAZ APP TLV
+	App#   0 	 Prio 4 	 Sel 3 	 P-ID	 UDP or DCCP Port: 4791
)"}}},
        .flagged = "UDP or DCCP Port: 4791"},
    {.title = "The switch announces the priority of the lossless class",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# lldptool -t -n -i ens1f0np0 -V APP
+IEEE 8021QAZ APP TLV
+	App#   0 	 Prio 3 	 Sel 3 	 P-ID	 UDP or DCCP Port: 4791
+	App#   1 	 Prio 4 	 Sel 2 	 P-ID	 {S}TCP Port: 3260
)"}}}},
    {.title = "The switch announces priority 4 for RoCE v2 to a host that keeps its own settings",
        .files = {{{"windows-host", "host1", R"(-OperationalFlowControl     : Priority 3 Enabled
+OperationalFlowControl     : Priority 3 Enabled
+RemoteFlowControl          : Priority 3 Enabled
+RemoteClassifications      : Protocol  Port/Type Priority
+                             --------  --------- --------
+                             UDP       4791      4
)"}}},
        .policy = storage_by_tag,
        .flagged = "UDP       4791      4"},
    {.title = "The switch announces priority 3 for RoCE v2",
        .files = {{{"windows-host", "host1", R"(-OperationalFlowControl     : Priority 3 Enabled
+OperationalFlowControl     : Priority 3 Enabled
+RemoteFlowControl          : Priority 3 Enabled
+RemoteClassifications      : Protocol  Port/Type Priority
+                             --------  --------- --------
+                             UDP       4791      3
)"}}},
        .policy = storage_by_tag},
};

void check(PortContext& context)
{
    const Port& port = context.port();
    if (!context.is_roce() || port.kind != PortKind::physical || port.peer_roce_priority.origin == OriginId{}
        || !port.peer_roce_priority.known())
        return;
    const PrioritySet required = context.required();
    if (required.empty() || required.has(port.peer_roce_priority.value))
        return;
    const Setting<bool>* willing = willing_of(context.device(), port);
    const bool keeps_own = willing != nullptr && willing->peek_known() && !willing->value;
    Diagnosis diagnosis{.severity = keeps_own ? std::optional(Severity::info) : std::nullopt,
        .at = context.place(port.peer_roce_priority.origin),
        .message = fmt::format(
            "the peer of {} announces by DCBX that RoCE v2 (UDP port 4791) has priority {}, and the lossless priority is {}: {}",
            context.port_label(context.id),
            port.peer_roce_priority.value,
            to_string(required),
            keeps_own ? "it has no effect while this end is not willing"
                      : "a NIC that takes it over sends RDMA packets where PFC does not protect them"),
        .subjects = {context.subject(Property::rdma_marking), context.subject(Property::dcbx)},
        .fix = fmt::format("Let the peer of {} announce priority {} for UDP port 4791, or nothing.",
            context.port_label(context.id),
            to_string(required))};
    if (willing != nullptr && willing->peek_known())
        diagnosis.show(context.place(willing->origin),
            keeps_own ? "this end keeps its own settings" : "this end takes over what the peer announces");
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "DCB004",
    .name = "announced-roce-priority",
    .severity = Severity::warning,
    .other_severities = {{{Severity::info, "where the host is known to keep its own settings"}}},
    .scope = Scope::port,
    .summary = "The priority that a peer announces for UDP port 4791 is not that of a lossless class.",
    .why
    = "The application TLV of DCBX announces to a host which priority the packets of a protocol get. A willing NIC writes that "
      "priority into its packets and sends them from that class. If it is not the class that the switches pause, RDMA "
      "packets leave the host in a lossy queue, and PFC of the lossless class never applies to them.",
    .source
    = "IEEE 802.1Q-2022 annex D (Application Priority TLV; table D-9: selector 3 is a UDP or DCCP port) and IANA, service "
      "name roce (UDP port 4791); lldptool-app(8); NVIDIA NVUE reference, LLDP (application-tlv udp-port); Microsoft, "
      "NetAdapter module reference, Get-NetAdapterQos (RemoteClassifications)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Announce the priority of the RDMA class for UDP port 4791, or nothing.",
    .check_port = check,
};

}
