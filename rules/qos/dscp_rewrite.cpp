// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::qos009 {
namespace {

constexpr Example examples[] = {
    {.title = "The uplink writes DSCP 24 over the DSCP 26 of RDMA packets",
        .files = {{{"sonic", "leaf1", R"({"TC_TO_DSCP_MAP": {"OUT": {"3": "24"}},
 "PORT_QOS_MAP": {"Ethernet4": {"tc_to_dscp_map": "OUT"}}})"}}},
        .flagged = R"("3": "24")"},
    {.title = "CNPs leave with a different DSCP than they came with",
        .files = {{{"sonic", "leaf1", R"({"TC_TO_DSCP_MAP": {"OUT": {"3": "26", "6": "46"}},
 "PORT_QOS_MAP": {"Ethernet4": {"tc_to_dscp_map": "OUT"}}})"}}},
        .flagged = R"("6": "46")"},
    {.title = "A rewrite rule writes DSCP 24 over the DSCP 26 of RDMA packets",
        .files = {{{"junos", "leaf1", R"(-    drop-profiles {
+    rewrite-rules {
+        dscp out {
+            forwarding-class NO-LOSS {
+                loss-priority low code-point 011000;
+            }
+        }
+    }
+    drop-profiles {
-            scheduler-map rdma;
+            scheduler-map rdma;
+            unit 0 {
+                rewrite-rules {
+                    dscp out;
+                }
+            }
)"}}},
        .flagged = "code-point 011000"},
    {.title = "The rewrite rule writes what was there", .files = {{{"junos", "leaf1", R"(-    drop-profiles {
+    rewrite-rules {
+        dscp out {
+            forwarding-class NO-LOSS {
+                loss-priority low code-point 011010;
+            }
+        }
+    }
+    drop-profiles {
-            scheduler-map rdma;
+            scheduler-map rdma;
+            unit 0 {
+                rewrite-rules {
+                    dscp out;
+                }
+            }
)"}}}},
    {.title = "What is written is what was there",
        .files = {{{"sonic", "leaf1", R"({"TC_TO_DSCP_MAP": {"OUT": {"3": "26", "6": "48"}},
 "PORT_QOS_MAP": {"Ethernet4": {"tc_to_dscp_map": "OUT"}}})"}}}},
    {.title = "The class of RDMA rewrites its DSCP",
        .files = {{{"nxos", "leaf1", R"(@ class RDMA
+    set dscp 10
)"}}},
        .flagged = "set dscp 10"},
    {.title = "The uplink writes DSCP 24 over the DSCP 26 of RDMA packets",
        .files = {{{"sonic-cli", "leaf1", R"(+qos map tc-dscp OUT
+ traffic-class 3 dscp 24
+!
@ interface Eth1/2
+ qos-map tc-dscp OUT
)"}}},
        .flagged = "traffic-class 3 dscp 24"},
    {.title = "RDMA is remarked on its way out",
        .files = {{{"nvue", "leaf1", R"(+nv set qos remark default-global rewrite l3
+nv set qos remark default-global switch-priority 3 dscp 10
)"}}},
        .flagged = "switch-priority 3 dscp 10"},
    {.title = "Nothing is remarked", .files = {{{"nvue", "leaf1", ""}}}},
};

// One code point that must leave as it came, or as another of its class.
struct Guarded {
    Dscp dscp;
    DscpSet allowed;
    std::string_view what;
};

void check_point(PortContext& context, const ClassMap& map, const Guarded& guarded)
{
    const Setting<std::uint8_t> tc = forward_dscp(context.device(), context.port(), guarded.dscp).tc;
    if (!tc.known())
        return;
    const std::uint8_t written = map.at_point(tc.value);
    if (written == ClassMap::unmapped || guarded.allowed.has(written))
        return;
    Finding& finding = context.report(context.place(map.origin[tc.value]),
        fmt::format("{} writes DSCP {} over DSCP {} of {}: every later device takes them for another class",
            context.port_label(context.id),
            written,
            guarded.dscp,
            guarded.what));
    context.blame(finding, Property::dscp_rewrite, guarded.dscp);
    finding.related.push_back(
        {context.place(context.port().tc_to_dscp.origin), "the port writes by this map", {}});
    finding.fix = fmt::format("Map traffic class {} to DSCP {}, or do not rewrite on {}.",
        tc.value,
        guarded.dscp,
        context.port().name);
    if (guarded.allowed.size() == 1)
        context.propose(
            finding, Property::dscp_rewrite, MapEntry{MapKind::tc_to_dscp, tc.value, guarded.dscp});
}

void check(PortContext& context)
{
    const ClassMap* map = context.device().map(context.port().tc_to_dscp);
    if (!context.on_switch() || !context.is_roce() || context.port().kind != PortKind::physical
        || map == nullptr)
        return;
    const PrioritySet required = context.carried();
    for (const RdmaClass& rdma_class : context.classes.classes) {
        if (rdma_class.trust == Trust::pcp || !required.has(rdma_class.priority))
            continue;
        for (const Dscp dscp : rdma_class.dscps)
            check_point(context, *map, {dscp, rdma_class.dscps, "RDMA packets"});
    }
    if (!context.classes.cnp.dscp)
        return;
    DscpSet notifications;
    notifications.insert(*context.classes.cnp.dscp);
    check_point(context, *map, {*context.classes.cnp.dscp, notifications, "CNPs"});
}

}

extern const Rule rule = {
    .code = "QOS009",
    .name = "rdma-dscp-rewritten",
    .severity = Severity::error,
    .scope = Scope::port,
    .summary = "A port overwrites the DSCP of RDMA packets or CNPs.",
    .why
    = "The DSCP is all that tells the next switch and the receiving NIC which class a packet belongs to. A port "
      "that rewrites it by traffic class takes the packet out of its class from there on, though every map "
      "on the path is right.",
    .source
    = "sonic-swss orchagent/qosorch.cpp, TC_TO_DSCP_MAP; Arista EOS User Manual, Quality of Service, qos "
      "rewrite dscp; RFC 2474 section 3",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix
    = "Write the DSCP that the class has; where it has several, do not rewrite on ports that carry RDMA.",
    .check_port = check,
};

}
