// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/tiers.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <set>

namespace rocelint::rules::lb011 {
namespace {

constexpr std::string_view two_spines
    = R"(devices: {leaf1: {role: leaf}, spine1: {role: spine}, spine2: {role: spine}}
links:
  - {a: "leaf1:et-0/0/0", b: "spine1:et-0/0/0"}
  - {a: "leaf1:et-0/0/1", b: "spine2:et-0/0/0"}
)";

constexpr Example examples[] = {
    {.title = "The leaf exports no policy to its forwarding table",
        .files = {{{"junos", "leaf1", R"(-version 23.4R2-S3.9-EVO;
+version 23.4R2-S3.9-EVO;
+routing-options {
+    autonomous-system 65001;
+}
)"}}},
        .topology = two_spines,
        .flagged = "host-name leaf1;"},
    {.title = "The policy of the forwarding table accepts routes without spreading them",
        .files = {{{"junos", "leaf1", R"(-version 23.4R2-S3.9-EVO;
+version 23.4R2-S3.9-EVO;
+routing-options {
+    autonomous-system 65001;
+    forwarding-table {
+        export spread;
+    }
+}
+policy-options {
+    policy-statement spread {
+        then accept;
+    }
+}
)"}}},
        .topology = two_spines,
        .flagged = "policy-statement spread {"},
    {.title = "The forwarding table takes all next hops",
        .files = {{{"junos", "leaf1", R"(-version 23.4R2-S3.9-EVO;
+version 23.4R2-S3.9-EVO;
+routing-options {
+    autonomous-system 65001;
+    forwarding-table {
+        export spread;
+    }
+}
+policy-options {
+    policy-statement spread {
+        term all {
+            then {
+                load-balance per-packet;
+                accept;
+            }
+        }
+    }
+}
)"}}},
        .topology = two_spines},
};

// The number of paths up among which ECMP would distribute packets. The members of a LAG are one path.
std::size_t ways_up(const Fabric& fabric, const SwitchCables& cables)
{
    std::set<std::uint32_t> ways;
    for (const Cable& cable : cables.cables) {
        if (!cable.rdma || cable.side != Side::up)
            continue;
        const std::uint32_t lag = fabric.port(cable.port).lag;
        ways.insert(lag == Port::no_index ? cable.port.port : lag);
    }
    return ways.size();
}

// A layer 2 switch has no routes to spread.
bool routes_packets(const Forwarding& forwarding)
{
    return forwarding.link_state.peek_known() || !forwarding.routes.empty()
        || forwarding.bgp_asn.peek_known();
}

void check(FabricContext& context)
{
    const Tiers& tiers = context.facts().tiers();
    for (const SwitchCables& cables : tiers.switches()) {
        const Device& device = context.fabric.devices[cables.device];
        const std::size_t paths = ways_up(context.fabric, cables);
        const Setting<bool>& multipath = device.load_balancing.multipath;
        if (paths < 2 || !multipath.known() || multipath.value)
            continue;
        if (!routes_packets(device.forwarding)) {
            context.not_checked({cables.device, Port::no_index},
                "whether it routes or only switches is not known: its files show no routing protocol and no route");
            continue;
        }
        const std::string_view why = device.origins.look_up(multipath.origin).note;
        Diagnosis diagnosis{.at = device.place(multipath.origin),
            .message = fmt::format(
                "{} takes one next hop for each route although {} equal paths lead up: all RDMA flows to one "
                "destination share one of them while the others stay idle",
                device.name,
                paths),
            .subjects = {{{cables.device, Port::no_index}, Property::hashing, 2}},
            .fix = fmt::format("Let the forwarding table of {} take all next hops of a route.", device.name)};
        if (!why.empty())
            diagnosis.show({}, std::string(why));
        context.report(std::move(diagnosis));
    }
}

}

extern const Rule rule = {
    .code = "LB011",
    .name = "single-next-hop",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "A switch with several equal paths up takes one of them for each route.",
    .why
    = "Collectives send few, large flows. Where a switch installs one of several equal-cost next hops, all flows to one "
      "destination leave by one cable whatever the hash looks at: it fills and pauses, and what the fabric was built "
      "for in bandwidth is not there.",
    .source
    = "Junos OS Traffic Sampling, Forwarding, and Monitoring User Guide, Understanding Per-Packet Load Balancing; "
      "Juniper validated design, AI data center backend (leaves and spines export a load-balance policy to the "
      "forwarding table)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Install all equal-cost next hops: on Junos OS a policy with load-balance per-packet, exported to the "
      "forwarding table, which despite its name keeps each flow on one path.",
    .check_fabric = check,
};

}
