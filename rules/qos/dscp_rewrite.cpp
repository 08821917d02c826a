// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "rules/rule.h"
#include "rules/usual_class.h"

#include <fmt/format.h>

namespace rocelint::rules::qos009 {
namespace {

constexpr Example examples[] = {
    {.title = "The uplink writes DSCP 24 over the DSCP 26 of RDMA packets",
        .files = {{{"sonic", "leaf1", R"({"TC_TO_DSCP_MAP": {"OUT": {"3": "24"}},
 "PORT_QOS_MAP": {"Ethernet4": {"tc_to_dscp_map": "OUT"}}})"}}},
        .flagged = R"("3": "24")"},
    {.title = "CNPs leave with a different DSCP than they arrived with",
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
    {.title = "The rewrite rule writes the DSCP that the packets have",
        .files = {{{"junos", "leaf1", R"(-    drop-profiles {
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
    {.title = "The DSCP that is written is the one that the packets have",
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
    {.title = "The uplink writes DSCP 24 over the DSCP 26 of RDMA packets",
        .files = {{{"vrp", "leaf1", R"(@ diffserv domain ROCE
+ ip-dscp-outbound af3 green map 24
@ interface 100GE1/0/2
+ qos phb marking dscp enable
)"}}},
        .flagged = "ip-dscp-outbound af3 green map 24"},
    {.title = "The uplink rewrites the DSCP of RDMA packets",
        .files = {{{"aoscx", "leaf1", R"(-qos trust dscp
+qos egress-rewrite-map local-priority 3 dscp 24
+qos trust dscp
@ interface 1/1/2
+    qos egress-rewrite dscp
)"}}},
        .flagged = "qos egress-rewrite-map local-priority 3 dscp 24"},
    {.title = "RDMA packets are marked again as DSCP 10",
        .files = {{{"iosxr", "leaf1", R"(@ class RDMA
+  set dscp 10
)"}}},
        .flagged = "set dscp 10"},
    {.title = "Packets of RDMA leave with another DSCP",
        .files = {{{"srlinux", "leaf1", R"(@ qos {
+    rewrite-rules {
+        dscp-policy EDGE {
+            map fc3 {
+                dscp 10
+            }
+            map fc6 {
+                dscp 48
+            }
+        }
+    }
@ interface ethernet-1/1.0 {
+            output {
+                rewrite-rules {
+                    dscp-policy EDGE
+                }
+            }
)"}}},
        .flagged = "dscp 10"},
};

// One code point that must leave unchanged, or as another code point of its class.
struct Guarded {
    Dscp dscp;
    DscpSet allowed;
    std::string_view what;
    Priority priority = 0; ///< of an RDMA class
    bool everywhere = false; ///< regardless of the classes that the port carries
    Setting<std::uint8_t> tc; ///< of its packets inside the switch
};

std::vector<Guarded> guarded_points(const DeviceContext& context)
{
    std::vector<Guarded> points;
    for (const RdmaClass& rdma_class : context.classes.classes) {
        for (const Dscp dscp : rdma_class.trust == Trust::pcp ? DscpSet{} : rdma_class.dscps)
            points.push_back({dscp, rdma_class.dscps, "RDMA packets", rdma_class.priority, false, {}});
    }
    if (const auto cnp = context.classes.cnp.dscp) {
        DscpSet notifications;
        notifications.insert(*cnp);
        points.push_back({*cnp, notifications, "CNPs", 0, true, {}});
    }
    for (Guarded& point : points)
        point.tc = usual_traffic_class(context, point.dscp);
    return points;
}

void check_point(DeviceContext& context, PortId id, const ClassMap& map, const Guarded& guarded)
{
    const Port& port = context.device().ports[id.port];
    const std::uint8_t* tc = context.need(
        id, guarded.tc, fmt::format("the traffic class of {} with DSCP {}", guarded.what, guarded.dscp));
    if (tc == nullptr)
        return;
    const std::uint8_t written = map.at_point(*tc);
    if (written == ClassMap::unmapped || guarded.allowed.has(written))
        return;
    Diagnosis diagnosis{.at = context.device().place(map.origin[*tc], &port),
        .message
        = fmt::format("{} writes DSCP {} over DSCP {} of {}: every later device puts them into another "
                      "class",
            context.port_label(id),
            written,
            guarded.dscp,
            guarded.what),
        .subjects = {{id, Property::dscp_rewrite, guarded.dscp}},
        .related = {{context.device().place(port.tc_to_dscp.origin, &port), "the port writes by this map"}},
        .fix = fmt::format(
            "Map traffic class {} to DSCP {}, or do not rewrite on {}.", *tc, guarded.dscp, port.name)};
    if (guarded.allowed.size() == 1)
        diagnosis.changes.push_back({.port = id,
            .property = Property::dscp_rewrite,
            .value = MapEntry{MapKind::tc_to_dscp, *tc, guarded.dscp}});
    context.report(std::move(diagnosis));
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    if (device.kind != DeviceKind::network_switch)
        return;
    std::vector<Guarded> points; // computed at the first port that rewrites
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        const PortId id{context.index, index};
        const Port& port = device.ports[index];
        if (port.kind != PortKind::physical || !context.analysis.is_roce(id)
            || context.need(id, port.tc_to_dscp, "whether the port rewrites DSCPs") == nullptr)
            continue;
        const ClassMap* map = device.map(port.tc_to_dscp);
        if (map == nullptr)
            continue;
        if (points.empty())
            points = guarded_points(context);
        const PrioritySet carried = context.analysis.carried_classes(id);
        for (const Guarded& point : points) {
            if (point.everywhere || carried.has(point.priority))
                check_point(context, id, *map, point);
        }
    }
}

}

extern const Rule rule = {
    .code = "QOS009",
    .name = "rdma-dscp-rewritten",
    .severity = Severity::error,
    .scope = Scope::port,
    .summary = "A port overwrites the DSCP of RDMA packets or CNPs.",
    .why
    = "The next switch and the receiving NIC know the class of a packet only by its DSCP. A port "
      "that rewrites it by traffic class takes the packet out of its class from there on, though every map "
      "on the path is right.",
    .source
    = "sonic-swss orchagent/qosorch.cpp, TC_TO_DSCP_MAP; Arista EOS User Manual, Quality of Service, qos "
      "rewrite dscp; RFC 2474 section 3",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix
    = "Write the DSCP that the class has; where it has several, do not rewrite on ports that carry RDMA.",
    .check_device = check,
};

}
