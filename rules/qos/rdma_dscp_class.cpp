// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/group_mismatch.h"
#include "analysis/facts/paused_priorities.h"
#include "models/fabric/classify.h"
#include "rules/blame.h"
#include "rules/qos/map_gap.h"
#include "rules/qos/overriding_policy.h"
#include "rules/qos/unpaused_dscp_class.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace rocelint::rules::qos002 {
namespace {

constexpr Example examples[] = {
    {.title = "DSCP 26 is best effort, as in the map that SONiC ships",
        .files = {{{"sonic", "leaf1", R"({"DSCP_TO_TC_MAP": {"AZURE": {"26": "1"}}})"}}},
        .flagged = R"("26": "1")"},
    {.title = "The map has no row for DSCP 26, which is class 0 then",
        .files = {{{"sonic", "leaf1", R"({"DSCP_TO_TC_MAP": {"AZURE": {"26": null}}})"}}},
        .flagged = R"("AZURE": {)"},
    {.title = "DSCP 26 is lossless", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "DSCP 26 is in a class that no pause protects",
        .files = {{{"eos", "leaf1", R"(-qos map dscp 26 to traffic-class 3
+qos map dscp 26 to traffic-class 5
)"}}},
        .flagged = "qos map dscp 26 to traffic-class 5"},
    {.title = "DSCP 26 is lossless", .files = {{{"eos", "leaf1", ""}}}},
    {.title = "The uplinks' policy sends everything to one class through class-maps without a match line",
        .files = {{{"eos", "leaf1", R"(+class-map type qos match-any RDMA
+!
+policy-map type quality-of-service FABRIC
+   class class-default
+      set traffic-class 5
@ interface Ethernet1/1
+   service-policy type qos input FABRIC
@ interface Ethernet2/1
+   service-policy type qos input FABRIC
)"}}},
        .flagged = "set traffic-class 5"},
    {.title = "Two planes use two code points of the class",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic", "spine1", R"({"DSCP_TO_TC_MAP": {"AZURE": {"26": "0", "24": "3"}}})"}}},
        .policy
        = "version: 1\nprofile: lossless\nrdma: {priority: 3, dscp: [24, 26]}\n"
          "cnp: {priority: 6, dscp: 48}\nports:\n"
          "  - {device: leaf1, port: \"*\", plane: a}\n  - {device: spine1, port: \"*\", plane: b}\n"},
    {.title = "The policy puts DSCP 26 where the map puts it",
        .files = {{{"eos", "leaf1", R"(+class-map type qos match-any RDMA
+   match dscp 26
+!
+policy-map type quality-of-service FABRIC
+   class RDMA
+      set traffic-class 3
@ interface Ethernet1/1
+   service-policy type qos input FABRIC
)"}}}},
    {.title = "DSCP 26 is classified as best effort, DSCP 24 as lossless",
        .files
        = {{{"junos", "leaf1", R"(-                loss-priority low code-points [ 000000 001010 010010 ];
+                loss-priority low code-points [ 000000 011010 ];
-                loss-priority low code-points 011010;
+                loss-priority low code-points 011000;
-                    code-point 011010 {
+                    code-point 011000 {
)"}}},
        .flagged = "code-points [ 000000 011010 ];"},
    {.title = "The classifier of one port puts DSCP 26 among best effort, and the port pauses nothing for it",
        .files = {{{"junos", "leaf1", R"(-                    dscp rdma;
+                    dscp odd;
@ classifiers {
+        dscp odd {
+            forwarding-class best-effort {
+                loss-priority low code-points [ 000000 011010 ];
+            }
+            forwarding-class CNP {
+                loss-priority low code-points 110000;
+            }
+        }
)"}}},
        .flagged = "loss-priority low code-points [ 000000 011010 ];"},
    {.title = "DSCP 26 is in the lossless class", .files = {{{"junos", "leaf1", ""}}}},
    {.title = "DSCP 26 is in a switch-priority that no pause protects",
        .files = {{{"onyx", "leaf1", R"(+   interface ethernet 1/1-1/2 qos map dscp 26 to switch-priority 5
)"}}},
        .flagged = "dscp 26 to switch-priority 5"},
    {.title = "DSCP 26 is in switch-priority 3 by default", .files = {{{"onyx", "leaf1", ""}}}},
    {.title = "DSCP 26 is in a qos-group that no pause protects",
        .files = {{{"os10", "leaf1", R"(@ trust dscp-map FABRIC-DSCP
- qos-group 3 dscp 26
+ qos-group 5 dscp 26
)"}}},
        .flagged = "qos-group 5 dscp 26"},
    {.title = "DSCP 26 is in the lossless qos-group", .files = {{{"os10", "leaf1", ""}}}},
    {.title = "The trust map names no qos-group for DSCP 26",
        .files = {{{"os10", "leaf1", R"(@ trust dscp-map FABRIC-DSCP
- qos-group 3 dscp 26
)"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = "trust dscp-map FABRIC-DSCP"},
    {.title = "The class of DSCP 26 is a qos-group that no pause protects",
        .files = {{{"nxos", "leaf1", R"(@ class RDMA
-    set qos-group 3
+    set qos-group 5
)"}}},
        .flagged = "set qos-group 5"},
    {.title = "The class of RDMA matches DSCP 24, and DSCP 26 is in no class",
        .files = {{{"nxos", "leaf1", R"(-  match dscp 26
+  match dscp 24
)"}}},
        .flagged = "policy-map type qos FABRIC-IN"},
    {.title = "The class of RDMA also asks for a CoS, which packets without a VLAN tag do not have",
        .files = {{{"nxos", "leaf1", R"(-class-map type qos match-any RDMA
+class-map type qos match-all RDMA
+  match cos 3
)"}}},
        .flagged = "match cos 3"},
    {.title = "DSCP 26 is in the lossless qos-group", .files = {{{"nxos", "leaf1", ""}}}},
    {.title = "DSCP 26 is in a traffic class that no pause protects",
        .files = {{{"sonic-cli", "leaf1", R"(@ qos map dscp-tc ROCE
- dscp 26 traffic-class 3
+ dscp 26 traffic-class 5
)"}}},
        .flagged = "dscp 26 traffic-class 5"},
    {.title = "DSCP 26 is in the traffic class of the lossless priority",
        .files = {{{"sonic-cli", "leaf1", ""}}}},
    {.title = "DSCP 26 was mapped to switch priority 0",
        .files = {{{"nvue", "leaf1", R"(+nv set qos mapping default-global dscp 26 switch-priority 0
)"}}},
        .flagged = "dscp 26 switch-priority 0"},
    {.title = "DSCP 26 leads to switch priority 3 by default", .files = {{{"nvue", "leaf1", ""}}}},
    {.title = "DSCP 26 is in a class that no pause protects",
        .files = {{{"vrp", "leaf1", R"(@ diffserv domain ROCE
- ip-dscp-inbound 26 phb af3 green
+ ip-dscp-inbound 26 phb ef green
)"}}},
        .flagged = "ip-dscp-inbound 26 phb ef"},
    {.title = "DSCP 26 is in the class of the lossless priority", .files = {{{"vrp", "leaf1", ""}}}},
    {.title = "DSCP 26 is in a class that PFC does not pause",
        .files = {{{"aoscx", "leaf1", R"(-qos dscp-map 26 local-priority 3
+qos dscp-map 26 local-priority 5
)"}}},
        .flagged = "qos dscp-map 26 local-priority 5"},
    {.title = "DSCP 26 is in the class of the lossless priority", .files = {{{"aoscx", "leaf1", ""}}}},
    {.title = "DSCP 26 is in a traffic class that PFC does not pause",
        .files = {{{"iosxr", "leaf1", R"(@ class RDMA
-  set traffic-class 3
+  set traffic-class 5
)"}}},
        .flagged = "set traffic-class 5"},
    {.title = "DSCP 26 is in the lossless traffic class", .files = {{{"iosxr", "leaf1", ""}}}},
    {.title = "DSCP 26 is in a class that PFC does not pause",
        .files = {{{"comware", "leaf1", R"(@ qos map-table dscp-dot1p
+ import 26 export 5
)"}}},
        .flagged = "import 26 export 5"},
    {.title = "DSCP 26 leads to the 802.1p value that is lossless", .files = {{{"comware", "leaf1", ""}}}},
};

// Code points of one class that one line puts into the wrong priority.
struct Wrong {
    Span at;
    Priority wanted;
    std::uint8_t tc;
    std::uint8_t got;
    DscpSet dscps;
    const RdmaClass* rdma_class;
    std::uint32_t port; ///< the first port that shows it
    std::optional<MapGap> gap{}; ///< set if there is a map gap instead of a wrong priority
};

bool classifies_by_dscp(const Port& port, const Treatment& treatment)
{
    return treatment.decided_by != nullptr || port.trust.is(Trust::dscp)
        || port.trust.is(Trust::dscp_else_pcp);
}

// A port that pauses the class in another priority entirely is lossless for it: PFC001 and PFC014 report
// that.
bool moved_whole(const Port& port, Priority priority, const RdmaClass& rdma_class)
{
    return port.pfc_tx.known() && port.pfc_tx.value.has(priority)
        && !port.pfc_tx.value.has(rdma_class.priority);
}

// Planes may use different code points of one class; QOS011 checks whether all devices of a plane agree.
bool carried_by_another(const Device& device, const Port& port, const RdmaClass& rdma_class)
{
    for (const Dscp dscp : rdma_class.dscps) {
        if (priority_of(classify_dscp(device, port, dscp)).is(rdma_class.priority))
            return true;
    }
    return false;
}

// One map has the gap, however many code points of the class and ports show it.
void add_gap(
    const MapGap& gap, Dscp dscp, const RdmaClass& rdma_class, std::uint32_t port, std::vector<Wrong>& wrongs)
{
    const auto known = std::ranges::find_if(wrongs, [&](const Wrong& wrong) {
        return wrong.gap && wrong.at == gap.at && wrong.wanted == rdma_class.priority;
    });
    if (known != wrongs.end())
        known->dscps.insert(dscp);
    else
        wrongs.push_back(
            {gap.at, rdma_class.priority, 0, 0, {std::uint64_t{1} << dscp}, &rdma_class, port, gap});
}

void check_port(DeviceContext& context, std::uint32_t index, bool in_plane, std::vector<Wrong>& wrongs)
{
    const Device& device = context.device();
    const Port& port = device.ports[index];
    const PortId id{context.index, index};
    const PrioritySet required = context.analysis.carried_classes(id);
    for (const RdmaClass& rdma_class : context.classes.classes) {
        // QOS011 compares what only the switches agree on.
        const bool certain = !context.assumed() || rdma_class.dscps_from_hosts;
        if (!required.has(rdma_class.priority) || rdma_class.trust == Trust::pcp || !certain)
            continue;
        if (in_plane && carried_by_another(device, port, rdma_class))
            continue;
        if (!context.analysis.is_lossless_at(rdma_class, id))
            continue;
        for (const Dscp dscp : rdma_class.dscps) {
            const Treatment treatment = classify_dscp(device, port, dscp);
            if (!classifies_by_dscp(port, treatment))
                continue;
            const Setting<std::uint8_t> priority = priority_of(treatment);
            if (const std::optional<MapGap> gap = find_map_gap(device, port, dscp)) {
                add_gap(*gap, dscp, rdma_class, index, wrongs);
                continue;
            }
            if (context.need(id, treatment.tc, fmt::format("the class of DSCP {}", dscp)) == nullptr
                || context.need(id, priority, fmt::format("the priority of DSCP {}", dscp)) == nullptr
                || priority.value == rdma_class.priority || moved_whole(port, priority.value, rdma_class)
                || groups_disagree(device, port, treatment, rdma_class.priority))
                continue;
            const Span at = device.place(treatment.tc.origin, &port);
            const auto known = std::ranges::find_if(wrongs, [&](const Wrong& wrong) {
                return !wrong.gap && wrong.at == at && wrong.wanted == rdma_class.priority
                    && wrong.tc == treatment.tc.value;
            });
            if (known != wrongs.end())
                known->dscps.insert(dscp);
            else
                wrongs.push_back({at,
                    rdma_class.priority,
                    treatment.tc.value,
                    priority.value,
                    {std::uint64_t{1} << dscp},
                    &rdma_class,
                    index});
        }
    }
}

void propose_class(const DeviceContext& context, Diagnosis& diagnosis, const Wrong& wrong)
{
    const Port& port = context.device().ports[wrong.port];
    const Setting<std::uint8_t> tc = tc_of_priority(context.device(), port, wrong.wanted);
    // Ingress policies are changed by hand.
    if (!tc.known() || !port.ingress_policy.value.none())
        return;
    for (const Dscp dscp : wrong.dscps)
        diagnosis.changes.push_back({.port = {context.index, wrong.port},
            .property = Property::dscp_map,
            .value = MapEntry{MapKind::dscp_to_tc, dscp, tc.value},
            .shared = true});
}

// Whether the port neither sends nor obeys pause: then it is not set up at all, and its maps are only a
// consequence.
bool is_not_set_up(const Port& port)
{
    return pauses_nothing(port)
        && (port.pfc_asymmetric.is(true) || !port.pfc_rx.known() || port.pfc_rx.value.empty());
}

void report_gap(DeviceContext& context, const Wrong& wrong)
{
    Diagnosis diagnosis{.basis = context.assumed() ? Basis::assumed_default : Basis::policy,
        .at = wrong.at,
        .message
        = fmt::format("{} has no map entry for RDMA packets with DSCP {}: {}, and it is undocumented "
                      "what the switch then does with them",
            context.device().name,
            to_string(wrong.dscps),
            describe(*wrong.gap)),
        .related = {{wrong.rdma_class->at,
            wrong.rdma_class->evidence.empty() ? "the RDMA class" : wrong.rdma_class->evidence}}};
    if (wrong.gap->kind == MapKind::dscp_to_tc) {
        for (const Dscp dscp : wrong.dscps)
            diagnosis.subjects.push_back(context.subject(Property::dscp_map, dscp));
        propose_class(context, diagnosis, wrong);
    } else {
        diagnosis.subjects.push_back(context.subject(
            wrong.gap->kind == MapKind::tc_to_queue ? Property::queue_map : Property::priority_group_map,
            wrong.gap->point));
    }
    diagnosis.fix
        = fmt::format("Map it to the class, queue and priority group of priority {}.", wrong.wanted);
    context.report(std::move(diagnosis));
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    if (device.kind != DeviceKind::network_switch)
        return;
    const std::vector<bool> reported = report_overriding_policies(context);
    const bool in_plane = !context.shared().planes().of(device).empty();
    const bool some_pause = any_pauses(device);
    std::vector<Wrong> wrongs;
    std::vector<UnpausedShare> shares;
    for (const std::vector<std::uint32_t>& group : ports_by_classification(device)) {
        const Setting<Ref>& policy = device.ports[group.front()].ingress_policy;
        if (policy.known() && policy.value.index < reported.size() && reported[policy.value.index])
            continue;
        const auto first = std::ranges::find_if(group, [&](std::uint32_t port) {
            return context.analysis.is_roce({context.index, port})
                && !(some_pause && is_not_set_up(device.ports[port]));
        });
        if (first == group.end())
            continue;
        check_port(context, *first, in_plane, wrongs);
        find_unpaused_shares(context, *first, shares);
    }
    for (const UnpausedShare& share : shares)
        report_unpaused_share(context, share);
    for (const Wrong& wrong : wrongs) {
        if (wrong.gap) {
            report_gap(context, wrong);
            continue;
        }
        Diagnosis diagnosis{.at = wrong.at,
            .message
            = fmt::format("{} puts RDMA packets with DSCP {} into traffic class {} of priority {} instead "
                          "of the lossless priority {}: neither its PFC nor its ECN protects them",
                device.name,
                to_string(wrong.dscps),
                wrong.tc,
                wrong.got,
                wrong.wanted),
            .related = {{wrong.rdma_class->at,
                wrong.rdma_class->evidence.empty() ? "the RDMA class" : wrong.rdma_class->evidence}},
            .fix
            = fmt::format("Map DSCP {} to the class of priority {}.", to_string(wrong.dscps), wrong.wanted)};
        for (const Dscp dscp : wrong.dscps)
            diagnosis.subjects.push_back(context.subject(Property::dscp_map, dscp));
        // A port that obeys pause for the class but sends none takes the priority to pause from the class of
        // these packets.
        if (const Port& port = device.ports[wrong.port];
            port.pfc_rx.peek_known() && pauses_nothing(port) && port.pfc_rx.value.has(wrong.wanted))
            diagnosis.blame({context.index, wrong.port}, Property::pfc, wrong.wanted);
        show_class(device, device.ports[wrong.port], wrong.dscps.first(), diagnosis);
        show_group(device, device.ports[wrong.port], wrong.tc, diagnosis);
        propose_class(context, diagnosis, wrong);
        context.report(std::move(diagnosis));
    }
}

}

extern const Rule rule = {
    .code = "QOS002",
    .name = "rdma-dscp-in-lossy-class",
    .severity = Severity::error,
    .by_assumed_default = Severity::warning,
    .other_severities = {{{Severity::warning, "where a policy with complete class-maps overrides the map"}}},
    .scope = Scope::device,
    .summary = "A switch puts the DSCP of RDMA packets into a class other than the lossless one.",
    .why
    = "PFC, headroom and ECN are set up for a priority, and the DSCP map decides who gets it. "
      "If the map, or a policy that overrides it, sends RDMA elsewhere, everything looks "
      "configured and the packets are still dropped: the map that SONiC ships, for one, treats DSCP 24 and "
      "26 as best effort.",
    .source = "sonic-buildimage files/build_templates/qos_config.j2, DSCP_TO_TC_MAP AZURE; Arista EOS "
              "User Manual, Quality of Service, ACL based QoS; RFC 2474",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Map the DSCP to the class of the lossless priority, in the map and in every ingress policy.",
    .check_device = check,
};

}
