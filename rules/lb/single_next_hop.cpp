// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/tiers.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

namespace rocelint::rules::lb011 {
namespace {

constexpr std::string_view two_spines
    = R"(devices: {leaf1: {role: leaf}, spine1: {role: spine}, spine2: {role: spine}}
links:
  - {a: "leaf1:et-0/0/0", b: "spine1:et-0/0/0"}
  - {a: "leaf1:et-0/0/1", b: "spine2:et-0/0/0"}
)";

constexpr std::string_view two_eos_spines
    = R"(devices: {leaf1: {role: leaf}, spine1: {role: spine}, spine2: {role: spine}}
links:
  - {a: "leaf1:Ethernet1/1", b: "spine1:Ethernet1/1"}
  - {a: "leaf1:Ethernet2/1", b: "spine2:Ethernet1/1"}
)";
constexpr std::string_view two_nxos_spines
    = R"(devices: {leaf1: {role: leaf}, spine1: {role: spine}, spine2: {role: spine}}
links:
  - {a: "leaf1:Ethernet1/1", b: "spine1:Ethernet1/1"}
  - {a: "leaf1:Ethernet1/2", b: "spine2:Ethernet1/1"}
)";
constexpr std::string_view two_os10_spines
    = R"(devices: {leaf1: {role: leaf}, spine1: {role: spine}, spine2: {role: spine}}
links:
  - {a: "leaf1:ethernet1/1/1", b: "spine1:ethernet1/1/1"}
  - {a: "leaf1:ethernet1/1/2", b: "spine2:ethernet1/1/1"}
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
    {.title = "A leaf that only switches has a route for its management",
        .files = {{{"junos", "leaf1", R"(-version 23.4R2-S3.9-EVO;
+version 23.4R2-S3.9-EVO;
+routing-options {
+    static {
+        route 0.0.0.0/0 next-hop 192.0.2.254;
+    }
+}
)"}}},
        .topology = two_spines},
    {.title = "A static route has two next hops, and the forwarding table takes one",
        .files = {{{"junos", "leaf1", R"(-version 23.4R2-S3.9-EVO;
+version 23.4R2-S3.9-EVO;
+routing-options {
+    static {
+        route 0.0.0.0/0 next-hop [ 192.0.2.1 192.0.2.3 ];
+    }
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
    {.title = "The forwarding table takes all next hops, and BGP offers it one",
        .files = {{{"junos", "leaf1", R"(-version 23.4R2-S3.9-EVO;
+version 23.4R2-S3.9-EVO;
+routing-options {
+    autonomous-system 65001;
+    forwarding-table {
+        export spread;
+    }
+}
+protocols {
+    bgp {
+        group up {
+            type external;
+        }
+    }
+}
+policy-options {
+    policy-statement spread {
+        then {
+            load-balance per-packet;
+        }
+    }
+}
)"}}},
        .topology = two_spines,
        .flagged = "bgp {"},
    {.title = "BGP takes one path",
        .files = {{{"eos", "leaf1", R"(-ip routing
+ip routing
+!
+router bgp 65001
+   router-id 10.255.0.1
+   maximum-paths 1
)"}}},
        .topology = two_eos_spines,
        .flagged = "maximum-paths 1"},
    {.title = "No line lets BGP take more than one path",
        .files = {{{"eos", "leaf1", R"(-ip routing
+ip routing
+!
+router bgp 65001
+   router-id 10.255.0.1
)"}}},
        .topology = two_eos_spines,
        .flagged = "router bgp 65001"},
    {.title = "BGP takes many paths",
        .files = {{{"eos", "leaf1", R"(-ip routing
+ip routing
+!
+router bgp 65001
+   router-id 10.255.0.1
+   maximum-paths 64 ecmp 64
)"}}},
        .topology = two_eos_spines},
    {.title = "No address family of BGP takes more than one path",
        .files = {{{"nxos", "leaf1", R"(-feature lldp
+feature lldp
+feature bgp
+router bgp 65001
+  address-family ipv4 unicast
)"}}},
        .topology = two_nxos_spines,
        .flagged = "router bgp 65001"},
    {.title = "An address family of BGP takes many paths",
        .files = {{{"nxos", "leaf1", R"(-feature lldp
+feature lldp
+feature bgp
+router bgp 65001
+  address-family ipv4 unicast
+    maximum-paths 64
)"}}},
        .topology = two_nxos_spines},
    {.title = "BGP of the RDMA ports' VRF takes many paths",
        .files = {{{"nxos", "leaf1", R"(-feature lldp
+feature lldp
+feature bgp
+router bgp 65001
+  vrf RDMA
+    address-family ipv4 unicast
+      maximum-paths 64
)"}}},
        .topology = two_nxos_spines},
    {.title = "BGP takes one path to other autonomous systems",
        .files = {{{"os10", "leaf1", R"(-wred RDMA-WRED
+router bgp 65001
+ maximum-paths ebgp 1
+!
+wred RDMA-WRED
)"}}},
        .topology = two_os10_spines,
        .flagged = "maximum-paths ebgp 1"},
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

// A layer 2 switch has no routes to spread, except one for its management.
bool routes_packets(const Forwarding& forwarding)
{
    const auto share_traffic = [](const StaticRoute& one, const StaticRoute& next) {
        return one.to == next.to && one.distance == next.distance && !one.discards && !next.discards;
    };
    return forwarding.link_state.peek_known() || forwarding.bgp_asn.peek_known()
        || std::ranges::adjacent_find(forwarding.routes, share_traffic) != forwarding.routes.end();
}

// The setting that keeps routes from taking all paths up, and how many they take.
struct Limit {
    OriginId origin;
    std::uint32_t next_hops;
};

std::optional<Limit> limit_of(const LoadBalancing& balancing, std::size_t paths)
{
    if (balancing.multipath.known() && !balancing.multipath.value)
        return Limit{balancing.multipath.origin, 1};
    if (balancing.most_paths.known() && balancing.most_paths.value < paths)
        return Limit{balancing.most_paths.origin, balancing.most_paths.value};
    return std::nullopt;
}

void report(FabricContext& context, std::uint32_t index, const Limit& limit, std::size_t paths)
{
    const Device& device = context.fabric.devices[index];
    const std::string_view why = device.origins.look_up(limit.origin).note;
    Diagnosis diagnosis{.at = device.place(limit.origin),
        .message = limit.next_hops == 1
            ? fmt::format(
                "{} takes one next hop for each route although {} equal paths lead up: all RDMA flows to one "
                "destination share one of them while the others stay idle",
                device.name,
                paths)
            : fmt::format(
                "{} takes at most {} next hops for each route although {} equal paths lead up: RDMA flows "
                "to one destination leave the other paths idle",
                device.name,
                limit.next_hops,
                paths),
        .subjects = {{{index, Port::no_index}, Property::hashing, 2}},
        .fix = limit.origin == device.load_balancing.multipath.origin
            ? fmt::format("Let the forwarding table of {} take all next hops of a route.", device.name)
            : fmt::format("Let BGP of {} take {} or more paths for each route.", device.name, paths)};
    if (!why.empty())
        diagnosis.show({}, std::string(why));
    context.report(std::move(diagnosis));
}

void check(FabricContext& context)
{
    const Tiers& tiers = context.facts().tiers();
    for (const SwitchCables& cables : tiers.switches()) {
        const Device& device = context.fabric.devices[cables.device];
        const std::size_t paths = ways_up(context.fabric, cables);
        const auto limit = paths < 2 ? std::nullopt : limit_of(device.load_balancing, paths);
        if (!limit)
            continue;
        const PortId whole{cables.device, Port::no_index};
        const bool of_bgp = limit->origin == device.load_balancing.most_paths.origin;
        if (!routes_packets(device.forwarding))
            context.not_checked(whole,
                "whether it routes or only switches is not known: its files show no routing protocol and no route with several next hops");
        else if (of_bgp && device.forwarding.link_state.peek_known() && device.forwarding.link_state.value)
            context.not_checked(whole,
                "BGP takes fewer next hops than there are paths up, but OSPF or IS-IS may install these routes");
        else
            report(context, cables.device, *limit, paths);
    }
}

}

extern const Rule rule = {
    .code = "LB011",
    .name = "single-next-hop",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "A switch takes fewer next hops for each route than it has equal paths up.",
    .why = "Collectives send few, large flows. Where a switch installs one of several equal-cost next hops, "
           "all flows to one destination leave by one cable whatever the hash looks at: it fills and pauses, "
           "and most of the bandwidth that was built stays unused.",
    .source
    = "Junos OS Traffic Sampling, Forwarding, and Monitoring User Guide, Understanding Per-Packet Load Balancing; "
      "Juniper validated design, AI data center backend (leaves and spines export a load-balance policy to the "
      "forwarding table); Arista EOS, technical description of maximum-paths (default 1); CiscoDevNet "
      "terraform-provider-nxos, bgp_address_family.yaml (maxEcmp, default 1); Junos OS CLI Reference, multipath (Protocols BGP)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Install all equal-cost next hops: on Junos OS a policy with load-balance per-packet, exported to the "
      "forwarding table, which despite its name keeps each flow on one path; on Junos OS also multipath of BGP, on EOS, NX-OS and "
      "OS10 maximum-paths of BGP.",
    .check_fabric = check,
};

}
