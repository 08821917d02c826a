// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

#include <vector>

namespace rocelint::rules::pfc023 {
namespace {

constexpr Example examples[] = {
    {.title = "Both ports have link pause in both directions and no PFC",
        .files = {{{"onyx",
            "leaf1",
            R"(-   interface ethernet 1/1-1/2 ingress-buffer iPort.pg3 map pool iPool1 type lossless reserved 67538 xoff 18432 xon 18432 shared alpha 2
-   interface ethernet 1/1-1/2 dcb priority-flow-control mode on force
+   interface ethernet 1/1-1/2 flowcontrol send on force
+   interface ethernet 1/1-1/2 flowcontrol receive on force
)"}}},
        .policy = "version: 1\n",
        .flagged = "flowcontrol receive on force"},
    {.title = "A host with link pause and no PFC, whose NIC uses no CNPs",
        .files = {{{"linux-host", "host1", R"(-	enabled     0   0   0   1   0   0   0   0   
+	enabled     0   0   0   0   0   0   0   0   
-RX:		off
-TX:		off
+RX:		on
+TX:		on
-/sys/class/net/ens1f0np0/ecn/roce_np/enable/3:1
+/sys/class/net/ens1f0np0/ecn/roce_np/enable/3:0
-/sys/class/net/ens1f0np0/ecn/roce_rp/enable/3:1
+/sys/class/net/ens1f0np0/ecn/roce_rp/enable/3:0
-Global tclass=106
+Global tclass=-1
-106
+0
)"}}},
        .policy = "version: 1\n"},
    {.title = "PFC is on at both ports", .files = {{{"onyx", "leaf1", ""}}}, .policy = "version: 1\n"},
};

// Whether link pause is all that the host's design asks for: its NIC neither sends nor heeds CNPs, which a pause
// would hold up, or its vendor supports link pause in place of PFC.
bool is_design_of_host(const Device& device, const Port& port)
{
    if (device.kind != DeviceKind::host || port.nic >= device.nics.size())
        return false;
    const Nic& nic = device.nics[port.nic];
    const bool sends_none = nic.ecn_notification.peek_known() && nic.notification_seen == PrioritySet::all()
        && nic.ecn_notification.value.empty();
    const bool heeds_none = nic.ecn_reaction.peek_known() && nic.reaction_seen == PrioritySet::all()
        && nic.ecn_reaction.value.empty();
    return nic.slows_unpaused || (sends_none && heeds_none);
}

bool only_pauses_links(const DeviceContext& context, std::uint32_t index)
{
    const Port& port = context.device().ports[index];
    return port.kind == PortKind::physical && port.pause_rx.is(true) && port.pause_tx.is(true)
        && port.pfc_tx.peek_known() && port.pfc_tx.value.empty() && !is_design_of_host(context.device(), port)
        && context.analysis.is_roce({context.index, index})
        && context.analysis.required_priorities({context.index, index}).empty();
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    std::vector<PortId> ports;
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        if (only_pauses_links(context, index))
            ports.push_back({context.index, index});
    }
    if (ports.empty())
        return;
    const Port& first = context.fabric.port(ports.front());
    Diagnosis diagnosis{.at = device.place(first.pause_rx.origin, &first),
        .message = fmt::format(
            "{} {} protected from loss by 802.3x link pause, without PFC: a pause stops every class of "
            "the link, so that CNPs and control traffic wait with RDMA",
            context.port_label(ports.front()),
            ports.size() == 1       ? "is"
                : ports.size() == 2 ? "and another port of it are"
                                    : fmt::format("and {} more ports of it are", ports.size() - 1)),
        .subjects = {{ports.front(), Property::link_pause}},
        .fix = "Use PFC for the class of RDMA alone, or keep link pause where a link carries nothing else."};
    diagnosis.also_on.assign(ports.begin() + 1, ports.end());
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "PFC023",
    .name = "link-pause-only",
    .severity = Severity::info,
    .scope = Scope::device,
    .summary = "A port that is meant for RDMA has 802.3x link pause and no PFC.",
    .why
    = "Link pause in both directions protects a link from loss as PFC does, and is a design of its own "
      "where a link carries storage alone. It stops all classes at once: congestion of RDMA holds up "
      "CNPs, routing protocols and every other flow of the link, and spreads further. Where a policy "
      "states a lossless class, PFC001 reports the missing PFC. A host that uses no CNPs, or a NIC whose vendor supports "
      "link pause in place of PFC, is not reported.",
    .source
    = "IEEE 802.3-2022 Annex 31B; IEEE 802.1Q-2022 clause 36; Intel Ethernet 800 Series Linux Flow Control "
      "Configuration Guide for RDMA Use Cases, 635330 1.3, Symmetric vs. Asymmetric LFC",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Configure PFC for the RDMA class on both ends of the link and turn link pause off.",
    .witness = Witness::link_pause,
    .check_device = check,
};

}
