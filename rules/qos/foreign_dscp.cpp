// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/usual_class.h"
#include "models/fabric/classify.h"
#include "rules/rule.h"
#include "rules/usual_class.h"

#include <fmt/format.h>

namespace rocelint::rules::qos003 {
namespace {

constexpr double shipped[] = {3, 4, 24, 25, 26, 27, 28, 29, 30, 31};

constexpr Parameter parameters[] = {
    {.name = "allowed_dscps",
        .defaults = shipped,
        .unit = "DSCPs",
        .meaning = "DSCPs that may be lossless in addition to those of the RDMA classes",
        .source = "SONiC's shipped map makes 3 and 4 lossless; Cumulus Linux RoCE mode, Arista EOS and "
                  "mlx5 NICs take 24 to 31 into class 3"},
};

constexpr Example examples[] = {
    {.title = "Best-effort packets are lossless",
        .files = {{{"sonic", "leaf1", R"({"DSCP_TO_TC_MAP": {"AZURE": {"0": "3"}}})"}}},
        .flagged = R"("0": "3")"},
    {.title = "Only DSCP 26 is lossless", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "Expedited forwarding is lossless",
        .files = {{{"eos", "leaf1", R"(+qos map dscp 46 to traffic-class 3
)"}}},
        .flagged = "qos map dscp 46 to traffic-class 3"},
    {.title = "A further class selector of the same block is lossless",
        .files = {{{"eos", "leaf1", R"(+qos map dscp 28 to traffic-class 3
)"}}}},
    {.title = "Expedited forwarding is in the lossless class, by its alias",
        .files = {{{"junos", "leaf1", R"(-                loss-priority low code-points 011010;
+                loss-priority low code-points [ 011010 ef ];
)"}}},
        .flagged = "code-points [ 011010 ef ];"},
    {.title = "Only DSCP 26 is in the lossless class", .files = {{{"junos", "leaf1", ""}}}},
    {.title = "Expedited forwarding is lossless",
        .files = {{{"os10", "leaf1", R"(@ trust dscp-map FABRIC-DSCP
- qos-group 0 dscp 0-25,27-47,49-63
- qos-group 3 dscp 26
+ qos-group 0 dscp 0-25,27-45,47,49-63
+ qos-group 3 dscp 26,46
)"}}},
        .flagged = "qos-group 3 dscp 26,46"},
    {.title = "Expedited forwarding is lossless",
        .files = {{{"nxos", "leaf1", R"(-  match dscp 26
+  match dscp 26,46
)"}}},
        .flagged = "set qos-group 3"},
    {.title = "Expedited forwarding is lossless",
        .files = {{{"sonic-cli", "leaf1", R"(@ qos map dscp-tc ROCE
- dscp 0-25,27-47,49-63 traffic-class 0
+ dscp 0-25,27-45,47,49-63 traffic-class 0
- dscp 26 traffic-class 3
+ dscp 26,46 traffic-class 3
)"}}},
        .flagged = "dscp 26,46 traffic-class 3"},
    {.title = "Another DSCP leads to the lossless priority",
        .files = {{{"nvue", "leaf1", R"(+nv set qos mapping default-global dscp 10 switch-priority 3
)"}}},
        .flagged = "dscp 10 switch-priority 3"},
    {.title = "DSCP 26 alone leads to the lossless priority", .files = {{{"nvue", "leaf1", ""}}}},
    {.title = "Expedited forwarding is lossless",
        .files = {{{"vrp", "leaf1", R"(@ diffserv domain ROCE
+ ip-dscp-inbound 46 phb af3 green
)"}}},
        .flagged = "ip-dscp-inbound 46 phb af3"},
    {.title = "Expedited forwarding is lossless",
        .files = {{{"aoscx", "leaf1", R"(-qos dscp-map 48 local-priority 6
+qos dscp-map 46 local-priority 3
+qos dscp-map 48 local-priority 6
)"}}},
        .flagged = "qos dscp-map 46 local-priority 3"},
    {.title = "Expedited forwarding is in the class of RDMA",
        .files = {{{"iosxr", "leaf1", R"(- match dscp 26
+ match dscp 26 46
)"}}},
        .flagged = "set traffic-class 3"},
    {.title = "Expedited forwarding is lossless",
        .files = {{{"comware", "leaf1", R"(@ qos map-table dscp-dot1p
+ import 46 export 3
)"}}},
        .flagged = "import 46 export 3"},
};

struct Seen {
    DscpSet dscps;
    PrioritySet classes; ///< that these DSCPs are put into
    OriginId first;
    std::uint32_t port = 0;
    Priority priority = 0;
};

// Bit mask of the traffic classes that the port puts RDMA into; 0 if there are none.
std::uint32_t rdma_classes(const DeviceContext& context, const Port& port, PrioritySet required)
{
    std::uint32_t classes = 0;
    for (const Dscp dscp : context.classes.dscps()) {
        const Treatment treatment = classify_dscp(context.device(), port, dscp);
        const Setting<std::uint8_t> priority = priority_of(treatment);
        if (priority.known() && required.has(priority.value) && treatment.tc.known()
            && treatment.tc.value < 32)
            classes |= 1U << treatment.tc.value;
    }
    return classes;
}

// The DSCPs that this port makes lossless in addition to the allowed ones.
void collect(DeviceContext& context, std::uint32_t port_index, DscpSet allowed, Seen& seen)
{
    const Device& device = context.device();
    const Port& port = device.ports[port_index];
    const PrioritySet required = context.analysis.required_priorities({context.index, port_index});
    const std::uint32_t ours = rdma_classes(context, port, required);
    for (const Dscp dscp : DscpSet::all() - allowed - seen.dscps) {
        const Treatment treatment = classify_dscp(device, port, dscp);
        const Setting<std::uint8_t> priority = priority_of(treatment);
        if (!priority.known() || !required.has(priority.value) || !port.pfc_tx.known()
            || !port.pfc_tx.value.has(priority.value))
            continue;
        // If another class shares the priority group, the map to groups is at fault (BUF011).
        if (ours != 0
            && (!treatment.tc.known() || treatment.tc.value >= 32 || (ours >> treatment.tc.value & 1U) == 0))
            continue;
        if (seen.dscps.empty()) {
            seen.first = treatment.tc.origin;
            seen.port = port_index;
            seen.priority = priority.value;
        }
        seen.dscps.insert(dscp);
        seen.classes.insert(treatment.tc.value);
    }
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    if (device.kind != DeviceKind::network_switch)
        return;
    DscpSet allowed = context.classes.dscps();
    for (const double value : context.parameter("allowed_dscps"))
        allowed.insert(static_cast<Dscp>(value < 0 || value > 63 ? 64 : value));
    if (context.classes.cnp.dscp)
        allowed.insert(*context.classes.cnp.dscp); // left to QOS004
    Seen seen;
    for (const std::vector<std::uint32_t>& group : named_groups(device)) {
        for (const std::uint32_t port : group) {
            const bool pauses = device.ports[port].pfc_tx.known() && !device.ports[port].pfc_tx.value.empty();
            if (!pauses || !context.analysis.is_roce({context.index, port}))
                continue;
            collect(context, port, allowed, seen);
            break;
        }
    }
    if (seen.dscps.empty())
        return;
    // Paused unmarked traffic is a fault under any policy; for other traffic, a policy has to say so.
    Diagnosis diagnosis{.severity = seen.dscps.has(0) ? std::optional(Severity::warning) : std::nullopt,
        .at = device.place(seen.first, &device.ports[seen.port]),
        .message = fmt::format("{} treats DSCP {} as lossless priority {}, which is reserved for RDMA: {}",
            device.name,
            to_string(seen.dscps),
            seen.priority,
            seen.dscps.has(0) ? "ordinary traffic fills its buffer and is paused with it"
                              : "traffic without congestion control of its own fills its buffer"),
        .fix = fmt::format("Map DSCP {} to a class without PFC.", to_string(seen.dscps))};
    // Ingress policies are changed by hand.
    const bool is_mapped = device.ports[seen.port].ingress_policy.value.none();
    for (const Dscp dscp : seen.dscps) {
        diagnosis.subjects.push_back(context.subject(Property::dscp_map, dscp));
        const auto tc = is_mapped ? majority_lossy_class(context.shared(), {context.index, seen.port}, dscp)
                                  : std::nullopt;
        if (tc)
            diagnosis.changes.push_back({.port = {context.index, seen.port},
                .property = Property::dscp_map,
                .value = MapEntry{MapKind::dscp_to_tc, dscp, *tc},
                .shared = true});
    }
    // The class may be lossless only because of the priority group it is counted in.
    for (const std::uint8_t tc : seen.classes)
        diagnosis.subjects.push_back(context.subject(Property::priority_group_map, tc));
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "QOS003",
    .name = "foreign-dscp-in-lossless-class",
    .severity = Severity::warning,
    .without_policy = Severity::info,
    .other_severities = {{{Severity::warning, "where the packets are unmarked ones"}}},
    .scope = Scope::device,
    .summary = "A DSCP that is not RDMA's is mapped to a lossless class.",
    .why = "A lossless class drops nothing, so whatever is in it shares RDMA's buffer and RDMA's pause. "
           "TCP fills queues until it sees a loss, which never comes there, and keeps the class paused "
           "for all.",
    .source = "sonic-buildimage files/build_templates/qos_config.j2, DSCP_TO_TC_MAP AZURE; "
              "Cumulus Linux 5.16, RDMA over Converged Ethernet; Guo et al., RDMA over Commodity "
              "Ethernet at Scale, SIGCOMM 2016",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Map the DSCP to the class without PFC that it has on other switches, or that most other code "
           "points have; or add it to the policy.",
    .check_device = check,
};

}
