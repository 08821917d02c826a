// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "rules/peer_link.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::qos001 {
namespace {

constexpr Example examples[] = {
    {.title = "The uplink has no DSCP map, so that every packet is in the default class",
        .files = {{{"sonic", "leaf1", R"({"PORT_QOS_MAP": {"Ethernet4": {"dscp_to_tc_map": null}}})"}}},
        .flagged = R"("Ethernet4")"},
    {.title = "Both ports classify by DSCP", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "The host port trusts the PCP of packets that have none",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet1/1
-   qos trust dscp
+   qos trust cos
)"}}},
        .flagged = "qos trust cos"},
    {.title = "A routed port trusts DSCP by default", .files = {{{"eos", "leaf1", R"(@ interface Ethernet1/1
-   qos trust dscp
)"}}}},
    {.title = "The host port classifies by the PCP of packets that have none",
        .files = {{{"junos", "leaf1", R"(-            congestion-notification-profile lossless;
+            congestion-notification-profile by-pcp;
-                    dscp rdma;
+                    ieee-802.1 rdma;
@ congestion-notification-profile {
+        by-pcp {
+            pfc-watchdog {
+                poll-interval 100;
+                detection 2;
+                recovery 200;
+                watchdog-action drop;
+            }
+            input {
+                ieee-802.1 {
+                    code-point 011 {
+                        pfc;
+                        mru 9216;
+                    }
+                }
+                cable-length 50;
+            }
+            output {
+                ieee-802.1 {
+                    code-point 011 {
+                        flow-control-queue 3;
+                    }
+                }
+            }
+        }
@ classifiers {
+        ieee-802.1 rdma {
+            forwarding-class NO-LOSS {
+                loss-priority low code-points 011;
+            }
+        }
)"}}},
        .flagged = "ieee-802.1 rdma;"},
    {.title = "Both ports have a DSCP classifier", .files = {{{"junos", "leaf1", ""}}}},
    {.title = "The host port trusts the PCP of packets that have none",
        .files = {{{"onyx", "leaf1", R"(+   interface ethernet 1/1 qos trust L2
)"}}},
        .flagged = "qos trust L2"},
    {.title = "Ports trust the DSCP", .files = {{{"onyx", "leaf1", ""}}}},
    {.title = "Only the uplink has a trust map",
        .files = {{{"os10", "leaf1", R"(@ system qos
- trust-map dscp FABRIC-DSCP
@ interface ethernet1/1/2
+ trust-map dscp FABRIC-DSCP
)"}}},
        .flagged = "interface ethernet1/1/1"},
    {.title = "All ports trust DSCP", .files = {{{"os10", "leaf1", ""}}}},
    {.title = "The host port has no policy of type qos",
        .files = {{{"nxos", "leaf1", R"(@ interface Ethernet1/1
-  service-policy type qos input FABRIC-IN
)"}}},
        .flagged = "interface Ethernet1/1"},
    {.title = "Ports have a policy of type qos", .files = {{{"nxos", "leaf1", ""}}}},
    {.title = "The uplink has no map from DSCP to traffic class",
        .files = {{{"sonic-cli", "leaf1", R"(@ interface Eth1/2
- qos-map dscp-tc ROCE
)"}}},
        .flagged = "interface Eth1/2"},
    {.title = "Both ports classify by DSCP", .files = {{{"sonic-cli", "leaf1", ""}}}},
    {.title = "All ports trust the PCP",
        .files = {{{"nvue", "leaf1", R"(+nv set qos mapping default-global trust l2
)"}}},
        .flagged = "trust l2"},
    {.title = "`qos roce` trusts the DSCP of IP packets", .files = {{{"nvue", "leaf1", ""}}}},
    {.title = "The host port trusts the 802.1p priority, as it does without a line",
        .files = {{{"vrp", "leaf1", R"(@ interface 100GE1/0/1
- trust dscp
)"}}},
        .flagged = "interface 100GE1/0/1"},
    {.title = "The host port trusts the DSCP, and the uplink is routed", .files = {{{"vrp", "leaf1", ""}}}},
    {.title = "The host port trusts nothing",
        .files = {{{"aoscx", "leaf1", R"(@ interface 1/1/1
+    qos trust none
)"}}},
        .flagged = "qos trust none"},
    {.title = "The switch trusts the DSCP on all its ports", .files = {{{"aoscx", "leaf1", ""}}}},
    {.title = "The host port has no ingress policy",
        .files = {{{"iosxr", "leaf1", R"(@ interface HundredGigE0/0/0/0
- service-policy input FABRIC-IN
)"}}},
        .flagged = "interface HundredGigE0/0/0/0"},
    {.title = "The policy of both ports matches the DSCP", .files = {{{"iosxr", "leaf1", ""}}}},
    {.title = "The host port goes by its own priority, and by no field of packets",
        .files = {{{"comware", "leaf1", R"(@ interface HundredGigE1/0/1
- qos trust dscp
)"}}},
        .flagged = "interface HundredGigE1/0/1"},
    {.title = "Both ports trust the DSCP", .files = {{{"comware", "leaf1", ""}}}},
};

// Whether an ingress policy decides the class of every code point, which makes trust irrelevant.
bool policy_decides(const Device& device, const Port& port, const RdmaClass& rdma_class)
{
    if (!port.ingress_policy.known() || port.ingress_policy.value.none())
        return false;
    if (rdma_class.trust == Trust::pcp)
        return classify_pcp(device, port, rdma_class.priority).decided_by != nullptr;
    for (const Dscp dscp : rdma_class.dscps) {
        const Treatment treatment = classify_dscp(device, port, dscp);
        if (treatment.decided_by == nullptr || !treatment.decided_by->set_tc.known())
            return false;
    }
    return true;
}

bool trusts(Trust trust, Trust wanted) { return trust == wanted || trust == Trust::dscp_else_pcp; }

// Classes that are marked in different fields need trust in both.
Trust trust_for_all(const PortContext& context, PrioritySet required)
{
    bool dscp = false;
    bool pcp = false;
    for (const RdmaClass& rdma_class : context.classes.classes) {
        const bool here = required.has(rdma_class.priority);
        pcp = pcp || (here && rdma_class.trust == Trust::pcp);
        dscp = dscp || (here && rdma_class.trust != Trust::pcp);
    }
    return dscp && pcp ? Trust::dscp_else_pcp : pcp ? Trust::pcp : Trust::dscp;
}

void check(PortContext& context)
{
    if (context.on_switch() && context.judgement().idle)
        return context.not_checked_idle();
    if (!context.on_switch() || !context.is_roce() || context.port().kind != PortKind::physical)
        return;
    const Port& port = context.port();
    const PrioritySet required = context.carried();
    for (const RdmaClass& rdma_class : context.classes.classes) {
        const bool told = rdma_class.trust == Trust::pcp || !rdma_class.dscps.empty();
        if (!required.has(rdma_class.priority) || !told || policy_decides(context.device(), port, rdma_class))
            continue;
        const Trust* trust = context.need(context.id, port.trust, "trust");
        if (trust == nullptr || trusts(*trust, rdma_class.trust))
            continue;
        const char* wanted = rdma_class.trust == Trust::pcp ? "PCP" : "DSCP";
        context.report({.severity = is_of_peer_link(context) ? Severity::warning : Severity::error,
            .at = context.place(port.trust.origin),
            .message
            = fmt::format("{} carries RDMA but does not classify by {} ({}): its packets of {} fall into "
                          "the default class and are dropped under congestion",
                context.port_label(context.id),
                wanted,
                *trust == Trust::none      ? "it trusts nothing"
                    : *trust == Trust::pcp ? "it trusts the PCP"
                                           : "it trusts the DSCP",
                rdma_class.label()),
            .subjects = {context.subject(Property::trust)},
            .related = {{context.judgement().at,
                "considered a RoCE port: " + describe(context.judgement(), context.fabric)}},
            .fix = fmt::format("Let {} trust {}.", port.name, wanted),
            .changes = {context.change(Property::trust, trust_for_all(context, required))}});
        return;
    }
}

}

extern const Rule rule = {
    .code = "QOS001",
    .name = "untrusted-roce-port",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning, "between the switches of an MLAG pair"}}},
    .scope = Scope::port,
    .summary = "A port that carries RDMA does not classify packets by the field that marks them.",
    .why = "RoCEv2 packets are routed IP packets: their class is in the DSCP, and an untagged packet "
           "has no PCP at all. A port that looks elsewhere puts them into the default class, where "
           "neither PFC nor ECN protects them, whatever the maps say.",
    .source = "Arista EOS User Manual, Quality of Service, command qos trust (switched ports trust CoS); "
              "sonic-swss orchagent/qosorch.cpp, handlePortQosMapTable; RFC 2474; InfiniBand Architecture "
              "Specification volume 1, annex A17 (RoCEv2)",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Trust DSCP on the port, or bind the DSCP map to it.",
    .check_port = check,
};

}
