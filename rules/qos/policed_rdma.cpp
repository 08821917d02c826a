// SPDX-License-Identifier: Apache-2.0
#include "rules/metered.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::qos021 {
namespace {

constexpr Example examples[] = {
    {.title = "A policer drops RDMA packets above 40 Gbit/s",
        .files = {{{"sonic",
            "leaf1",
            R"({"ACL_TABLE": {"IN": {"type": "L3", "stage": "ingress", "ports": "Ethernet0"}},
 "ACL_RULE": {"IN|RDMA": {"PRIORITY": "100", "DSCP": "26", "POLICER_ACTION": "RDMA"}},
 "POLICER": {"RDMA": {"METER_TYPE": "bytes", "MODE": "sr_tcm", "CIR": "5000000000", "RED_PACKET_ACTION": "drop"}}})"}}},
        .flagged = R"("RED_PACKET_ACTION": "drop")"},
    {.title = "The policer is for packets with DSCP 0",
        .files = {{{"sonic",
            "leaf1",
            R"({"ACL_TABLE": {"IN": {"type": "L3", "stage": "ingress", "ports": "Ethernet0"}},
 "ACL_RULE": {"IN|BULK": {"PRIORITY": "100", "DSCP": "0", "POLICER_ACTION": "BULK"}},
 "POLICER": {"BULK": {"METER_TYPE": "bytes", "MODE": "sr_tcm", "CIR": "5000000000", "RED_PACKET_ACTION": "drop"}}})"}}}},
    {.title = "A filter sends RDMA packets through a policer that discards those above 40 Gbit/s",
        .files = {{{"junos", "leaf1", R"(-class-of-service {
+firewall {
+    policer RDMA {
+        if-exceeding {
+            bandwidth-limit 40g;
+            burst-size-limit 1m;
+        }
+        then discard;
+    }
+    family inet {
+        filter IN {
+            term RDMA {
+                from {
+                    dscp 26;
+                }
+                then {
+                    policer RDMA;
+                    accept;
+                }
+            }
+        }
+    }
+}
+class-of-service {
-                address 10.0.1.1/31;
+                filter {
+                    input IN;
+                }
+                address 10.0.1.1/31;
)"}}},
        .flagged = "then discard"},
    {.title = "The rate of the policer is that of the port",
        .files = {{{"junos", "leaf1", R"(-class-of-service {
+firewall {
+    policer RDMA {
+        if-exceeding {
+            bandwidth-limit 100g;
+            burst-size-limit 1m;
+        }
+        then discard;
+    }
+    family inet {
+        filter IN {
+            term RDMA {
+                from {
+                    dscp 26;
+                }
+                then {
+                    policer RDMA;
+                    accept;
+                }
+            }
+        }
+    }
+}
+class-of-service {
-                address 10.0.1.1/31;
+                filter {
+                    input IN;
+                }
+                address 10.0.1.1/31;
)"}}}},
    {.title = "The class of RDMA packets is policed at 40 Gbit/s",
        .files = {{{"nxos", "leaf1", R"(@ policy-map type qos FABRIC-IN
-    set qos-group 3
+    set qos-group 3
+    police cir 40 gbps bc 200 ms conform transmit violate drop
)"}}},
        .flagged = "police cir 40 gbps"},
    {.title = "The policer transmits what violates its rate",
        .files = {{{"nxos", "leaf1", R"(@ policy-map type qos FABRIC-IN
-    set qos-group 3
+    set qos-group 3
+    police cir 40 gbps bc 200 ms conform transmit violate transmit
)"}}}},
    {.title = "A policer drops RDMA packets above 40 Gbit/s",
        .files = {{{"eos", "leaf1", R"(+class-map type qos match-any RDMA
+   match dscp 26
+!
+policy-map type quality-of-service IN
+   class RDMA
+      set traffic-class 3
+      police rate 40000 mbps burst-size 1 mbytes
+!
@ interface Ethernet1/1
+   service-policy type qos input IN
)"}}},
        .flagged = "police rate 40000 mbps"},
    {.title = "The class that is policed takes TCP alone",
        .files = {{{"eos", "leaf1", R"(+ip access-list ISCSI
+   10 permit tcp any any eq 3260
+!
+class-map type qos match-any STORAGE
+   match ip access-group ISCSI
+!
+policy-map type quality-of-service IN
+   class STORAGE
+      set traffic-class 1
+      police rate 10000 mbps burst-size 1 mbytes
+!
@ interface Ethernet1/1
+   service-policy type qos input IN
)"}}}},
    {.title = "The rate of the policer is that of the port",
        .files = {{{"eos", "leaf1", R"(+class-map type qos match-any RDMA
+   match dscp 26
+!
+policy-map type quality-of-service IN
+   class RDMA
+      set traffic-class 3
+      police rate 100000 mbps burst-size 1 mbytes
+!
@ interface Ethernet1/1
+   service-policy type qos input IN
)"}}}},
};

void check_class(PortContext& context, const RdmaClass& rdma_class)
{
    for (const PortMeter& found : meters_of_port(context.device(), context.id.port, rdma_class.dscps)) {
        const Meter& meter = *found.meter;
        if (meter.sets_colour || (meter.effect != MeterEffect::drop && meter.effect != MeterEffect::unknown))
            continue;
        if (is_unread(found)) {
            explain_unread(context, context.id, found);
            continue;
        }
        context.report({.basis = context.basis_of(rdma_class),
            .at = meter.at,
            .message = fmt::format(
                "a policer drops packets of {} with DSCP {} that {} receives{}: PFC does not know of "
                "it, so that the lossless class loses packets although no buffer is full",
                rdma_class.label(),
                to_string(meter.dscps & rdma_class.dscps),
                context.port_label(context.id),
                rate_in_words(meter)),
            .subjects = {context.subject(Property::ingress_policy, rdma_class.priority)},
            .related
            = {{rdma_class.at, rdma_class.evidence.empty() ? "the RDMA class" : rdma_class.evidence}},
            .fix = fmt::format("Give DSCP {} a class without a policer, before the one that is policed.",
                to_string(meter.dscps & rdma_class.dscps))});
    }
}

void check(PortContext& context)
{
    if (!context.on_switch() || !context.is_roce() || context.port().kind != PortKind::physical)
        return;
    const PrioritySet required = context.required();
    for (const RdmaClass& rdma_class : context.classes.classes) {
        if (required.has(rdma_class.priority))
            check_class(context, rdma_class);
    }
}

}

extern const Rule rule = {
    .code = "QOS021",
    .name = "policed-lossless-class",
    .severity = Severity::error,
    .by_assumed_default = Severity::warning,
    .scope = Scope::port,
    .summary = "A policer drops packets of a lossless RDMA class.",
    .why
    = "A policer drops what exceeds its rate when the packet arrives, before any buffer: no pause is sent for it and "
      "no packet is marked, so that the sender keeps its rate. RoCE resends everything from the lost packet on, and "
      "the flow runs far below the rate that the policer allows.",
    .source
    = "RFC 2475, section 2.3.3.4 (policers discard out-of-profile packets); RFC 2698; Cisco Nexus 9000 Series NX-OS "
      "Quality of Service Configuration Guide, Release 10.5(x), Configuring Policing (policing does not buffer "
      "traffic); IEEE 802.1Q-2022 clause 36",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Give the RDMA code points a class without a policer, before the one that is policed, or remove the policer.",
    .check_port = check,
};

}
