// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/paused_priorities.h"
#include "analysis/facts/usual_class.h"
#include "analysis/rdma_queue.h"
#include "models/fabric/classify.h"
#include "rules/blame.h"
#include "rules/need_queue.h"
#include "rules/rule.h"
#include "rules/usual_class.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::qos004 {
namespace {

constexpr Example examples[] = {
    {.title = "Notifications have a class of their own, and leave by the queue of RDMA",
        .files = {{{"sonic", "leaf1", R"({"TC_TO_QUEUE_MAP": {"AZURE": {"6": "3"}}})"}}},
        .flagged = R"("6": "3")"},
    {.title = "Notifications wait in the lossless class of the data that they report on",
        .files = {{{"sonic", "leaf1", R"({"DSCP_TO_TC_MAP": {"AZURE": {"48": "3"}}})"}}},
        .flagged = R"("48": "3")"},
    {.title = "Notifications share the best-effort class",
        .files = {{{"sonic", "leaf1", R"({"DSCP_TO_TC_MAP": {"AZURE": {"48": "0"}}})"}}},
        .flagged = R"("48": "0")"},
    {.title = "Notifications have a class of their own", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "Senders slow down by round-trip times and need no notifications",
        .files = {{{"sonic", "leaf1", R"({"DSCP_TO_TC_MAP": {"AZURE": {"48": "0"}}})"}}},
        .policy = "version: 1\nprofile: lossless\ncongestion_control: rtt\n"},
    {.title = "Notifications wait in the lossless class",
        .files = {{{"eos", "leaf1", R"(-qos map dscp 48 to traffic-class 6
+qos map dscp 48 to traffic-class 3
)"}}},
        .flagged = "qos map dscp 48 to traffic-class 3"},
    {.title = "Notifications have a class of their own", .files = {{{"eos", "leaf1", ""}}}},
    {.title = "Notifications are in the best-effort class",
        .files
        = {{{"junos", "leaf1", R"(-                loss-priority low code-points [ 000000 001010 010010 ];
+                loss-priority low code-points [ 000000 110000 ];
-                loss-priority low code-points 110000;
+                loss-priority low code-points 101000;
)"}}},
        .flagged = "code-points [ 000000 110000 ];"},
    {.title = "Notifications have a strict class of their own", .files = {{{"junos", "leaf1", ""}}}},
    {.title = "Notifications wait in the lossless switch-priority",
        .files = {{{"onyx", "leaf1", R"(+   interface ethernet 1/1-1/2 qos map dscp 48 to switch-priority 3
)"}}},
        .flagged = "dscp 48 to switch-priority 3"},
    {.title = "Notifications have a switch-priority of their own", .files = {{{"onyx", "leaf1", ""}}}},
    {.title = "Notifications wait in the lossless class",
        .files = {{{"os10", "leaf1", R"(@ trust dscp-map FABRIC-DSCP
- qos-group 3 dscp 26
- qos-group 6 dscp 48
+ qos-group 3 dscp 26,48
)"}}},
        .flagged = "qos-group 3 dscp 26,48"},
    {.title = "Notifications wait in the lossless class",
        .files = {{{"nxos", "leaf1", R"(@ class CNP
-    set qos-group 6
+    set qos-group 3
)"}}},
        .flagged = "set qos-group 3"},
    {.title = "Notifications wait in the lossless class",
        .files = {{{"sonic-cli", "leaf1", R"(@ qos map dscp-tc ROCE
- dscp 48 traffic-class 6
+ dscp 48 traffic-class 3
)"}}},
        .flagged = "dscp 48 traffic-class 3"},
    {.title = "CNPs are mapped to the lossless priority",
        .files = {{{"nvue", "leaf1", R"(+nv set qos mapping default-global dscp 48 switch-priority 3
)"}}},
        .flagged = "dscp 48 switch-priority 3"},
    {.title = "CNPs lead to switch priority 6", .files = {{{"nvue", "leaf1", ""}}}},
    {.title = "Notifications wait in the lossless class",
        .files = {{{"vrp", "leaf1", R"(@ diffserv domain ROCE
- ip-dscp-inbound 48 phb cs6 green
+ ip-dscp-inbound 48 phb af3 green
)"}}},
        .flagged = "ip-dscp-inbound 48 phb af3"},
    {.title = "CNPs are in the lossless class",
        .files = {{{"aoscx", "leaf1", R"(-qos dscp-map 48 local-priority 6
+qos dscp-map 48 local-priority 3
)"}}},
        .flagged = "qos dscp-map 48 local-priority 3"},
    {.title = "CNPs are in the lossless traffic class",
        .files = {{{"iosxr", "leaf1", R"(@ class CNP
-  set traffic-class 6
+  set traffic-class 3
)"}}},
        .flagged = "set traffic-class 3"},
    {.title = "CNPs are in the lossless class",
        .files = {{{"comware", "leaf1", R"(@ qos map-table dscp-dot1p
+ import 48 export 3
)"}}},
        .flagged = "import 48 export 3"},
    {.title = "CNPs are in the class of RDMA",
        .files = {{{"srlinux", "leaf1", R"(@ dscp 48 {
-                forwarding-class fc6
+                forwarding-class fc3
)"}}},
        .flagged = "forwarding-class fc3"},
};

bool shares_queue(const Treatment& a, const Treatment& b)
{
    return a.queue.known() && b.queue.known() ? a.queue.value == b.queue.value
                                              : a.tc.known() && b.tc.is(a.tc.value);
}

// An ingress policy that puts RDMA and CNPs together into its catch-all is one fault, which QOS002 reports.
bool takes_everything(const DeviceContext& context, const Port& port, const Treatment& treatment)
{
    if (treatment.decided_by == nullptr || !treatment.decided_by->matches_everything)
        return false;
    const DscpSet rdma = context.classes.dscps();
    return !rdma.empty()
        && classify_dscp(context.device(), port, rdma.first()).decided_by == treatment.decided_by;
}

// The RDMA class whose queue CNPs leave by although they are not in its class; null if there is none.
const RdmaClass* shares_rdma_queue(DeviceContext& context, PortId id, const Treatment& treatment)
{
    const PrioritySet carried = context.analysis.carried_classes(id);
    const auto found = std::ranges::find_if(context.classes.classes, [&](const RdmaClass& rdma_class) {
        if (!carried.has(rdma_class.priority))
            return false;
        const auto queue = need_queue(context, id, context.fabric.port(id), rdma_class, context.facts());
        return queue && treatment.queue.is(*queue);
    });
    return found == context.classes.classes.end() ? nullptr : &*found;
}

// If no policy states the code point, it is the one that NICs mark with, and the fault may be there.
void show_nic(DeviceContext& context, Dscp cnp, Diagnosis& diagnosis)
{
    for (const Device& device : context.fabric.devices) {
        for (const Nic& nic : device.nics) {
            if (!nic.cnp_dscp.peek_known() || nic.cnp_dscp.value != cnp)
                continue;
            diagnosis.show(device.place(nic.cnp_dscp.origin),
                fmt::format("{} marks its CNPs with DSCP {}", device.name, cnp));
            return;
        }
    }
}

// Returns whether a fault was found, which is then reported for the whole device.
bool check_port(DeviceContext& context, std::uint32_t port_index, Dscp cnp)
{
    const Device& device = context.device();
    const Port& port = device.ports[port_index];
    const PortId id{context.index, port_index};
    // If nothing is lossless, it is irrelevant what pause would stop.
    const bool paused = !context.analysis.required_priorities(id).empty();
    const Treatment treatment = paused ? classify_dscp(device, port, cnp) : forward_dscp(device, port, cnp);
    if (context.need(id, treatment.tc, fmt::format("the class of DSCP {}", cnp)) == nullptr)
        return false;
    const Setting<std::uint8_t> priority = paused ? priority_of(treatment) : Setting<std::uint8_t>{};
    // A port that pauses a priority other than RDMA's, and CNPs with it, has too wide a PFC mask (PFC009).
    const bool lossless = priority.known() && port.pfc_tx.known() && port.pfc_tx.value.has(priority.value)
        && context.analysis.required_priorities(id).has(priority.value);
    const RdmaClass* with_rdma = lossless ? nullptr : shares_rdma_queue(context, id, treatment);
    // A class without PFC is identified with its queue: the map of code points puts CNPs there.
    const bool by_queue = with_rdma != nullptr && context.analysis.is_lossless_at(*with_rdma, id);
    if (!lossless && with_rdma == nullptr && !shares_queue(treatment, forward_dscp(device, port, 0)))
        return false;
    if (takes_everything(context, port, treatment))
        return false;
    // If the port trusts nothing, all packets share one class, and that is the fault (QOS001).
    if (treatment.decided_by == nullptr && !port.trust.is(Trust::dscp)
        && !port.trust.is(Trust::dscp_else_pcp))
        return false;
    Diagnosis diagnosis{.at = device.place(by_queue ? treatment.queue.origin : treatment.tc.origin, &port),
        .message = lossless
            ? fmt::format("{} puts CNPs (DSCP {}) into lossless priority {}: they wait behind the pause "
                          "that they are meant to end",
                device.name,
                cnp,
                priority.value)
            : by_queue ? fmt::format(
                  "{} lets CNPs (DSCP {}, traffic class {}) leave by queue {}, which pause for priority {} "
                  "stops: they wait behind the pause that they are meant to end",
                  device.name,
                  cnp,
                  treatment.tc.value,
                  treatment.queue.value,
                  with_rdma->priority)
            : with_rdma != nullptr
            ? fmt::format(
                "{} puts CNPs (DSCP {}) into the queue of RDMA packets: they wait in the congestion "
                "that they report",
                device.name,
                cnp)
            : fmt::format("{} puts CNPs (DSCP {}) into the class of best-effort traffic (traffic class "
                          "{}): they wait or are lost in the congestion that they report",
                device.name,
                cnp,
                treatment.tc.value)};
    show_class(device, port, cnp, diagnosis);
    if (lossless)
        show_group(device, port, treatment.tc.value, diagnosis);
    else
        show_queue(device, port, treatment.tc.value, diagnosis);
    if (by_queue) {
        diagnosis.subjects = {context.subject(Property::queue_map, treatment.tc.value)};
        diagnosis.fix = fmt::format("Map traffic class {} to a queue of its own.", treatment.tc.value);
        context.report(std::move(diagnosis));
        return true;
    }
    diagnosis.subjects = {context.subject(Property::dscp_map, cnp)};
    // The class may be lossless only because PFC is wrongly enabled for its priority.
    if (lossless && context.classes.of_priority(priority.value) == nullptr)
        diagnosis.subjects.push_back(context.subject(Property::pfc, priority.value));
    if (context.classes.cnp.at.somewhere())
        diagnosis.show(context.classes.cnp.at, "the DSCP of CNPs");
    else
        show_nic(context, cnp, diagnosis);
    diagnosis.fix = fmt::format("Map DSCP {} to a class of its own without PFC.", cnp);
    const auto tc = cnp_class_for(context.shared(), id, cnp);
    // Ingress policies are changed by hand.
    if (tc && treatment.decided_by == nullptr)
        diagnosis.changes.push_back({.port = id,
            .property = Property::dscp_map,
            .value = MapEntry{MapKind::dscp_to_tc, cnp, *tc},
            .shared = true});
    context.report(std::move(diagnosis));
    return true;
}

// An unknown code point of CNPs only matters if a port carries RDMA.
void explain_unknown(DeviceContext& context)
{
    for (std::uint32_t port = 0; port < context.device().ports.size(); ++port) {
        if (context.analysis.is_roce({context.index, port}))
            return context.not_checked({context.index, Port::no_index},
                "the DSCP of CNPs is unknown: no policy states it and no NIC shows it",
                "state `cnp:` in rocelint.yaml");
    }
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    const auto cnp = context.classes.cnp.dscp;
    if (device.kind != DeviceKind::network_switch || !context.classes.sends_cnps())
        return;
    if (!cnp)
        return explain_unknown(context);
    const bool some_pause = any_pauses(device);
    for (const std::vector<std::uint32_t>& group : named_groups(device)) {
        for (const std::uint32_t port : group) {
            if (!context.analysis.is_roce({context.index, port})
                || (some_pause && pauses_nothing(device.ports[port])))
                continue;
            if (check_port(context, port, *cnp))
                return;
            break;
        }
    }
}

}

extern const Rule rule = {
    .code = "QOS004",
    .name = "cnp-without-own-class",
    .severity = Severity::error,
    .without_policy = Severity::warning,
    .scope = Scope::device,
    .summary = "Congestion notification packets share the lossless or the best-effort class.",
    .why = "A CNP is what makes a sender slow down. In the lossless class it is held back by the "
           "very pause that it is meant to end; in the best-effort class it waits behind bulk "
           "traffic or is dropped. Either way the control loop reacts late, and queues are "
           "longer than they were tuned for.",
    .source = "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, "
              "section 3 (CNPs are sent with high priority); Cumulus Linux 5.16, RDMA over "
              "Converged Ethernet (switch priority 6)",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix
    = "Map the DSCP of CNPs to a class of its own that PFC does not pause: the policy's, that of other switches, or "
      "the only strict one.",
    .check_device = check,
};

}
