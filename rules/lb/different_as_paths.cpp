// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/tiers.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace rocelint::rules::lb014 {
namespace {

constexpr std::string_view two_spines
    = R"(devices: {leaf1: {role: leaf}, spine1: {role: spine}, spine2: {role: spine}}
links:
  - {a: "leaf1:Ethernet1/1", b: "spine1:Ethernet1/1"}
  - {a: "leaf1:Ethernet1/2", b: "spine2:Ethernet1/1"}
)";
constexpr std::string_view leaf = R"(-feature lldp
+feature lldp
+feature bgp
+router bgp 65001
+  address-family ipv4 unicast
+    maximum-paths 64
)";
constexpr std::string_view relaxed_leaf = R"(-feature lldp
+feature lldp
+feature bgp
+router bgp 65001
+  bestpath as-path multipath-relax
+  address-family ipv4 unicast
+    maximum-paths 64
)";
constexpr std::string_view spine_of_65101 = R"(-feature lldp
+feature lldp
+feature bgp
+router bgp 65101
)";
constexpr std::string_view spine_of_65102 = R"(-feature lldp
+feature lldp
+feature bgp
+router bgp 65102
)";
constexpr std::string_view two_eos_spines
    = R"(devices: {leaf1: {role: leaf}, spine1: {role: spine}, spine2: {role: spine}}
links:
  - {a: "leaf1:Ethernet1/1", b: "spine1:Ethernet1/1"}
  - {a: "leaf1:Ethernet2/1", b: "spine2:Ethernet1/1"}
)";
constexpr std::string_view eos_spine_of_65101 = "-ip routing\n+ip routing\n+!\n+router bgp 65101\n";
constexpr std::string_view eos_spine_of_65102 = "-ip routing\n+ip routing\n+!\n+router bgp 65102\n";

constexpr Example examples[] = {
    {.title = "Each spine has its own AS number, and BGP of the leaf compares AS paths",
        .files
        = {{{"nxos", "leaf1", leaf}, {"nxos", "spine1", spine_of_65101}, {"nxos", "spine2", spine_of_65102}}},
        .topology = two_spines,
        .flagged = "router bgp 65001"},
    {.title = "BGP of the leaf compares only the length of AS paths",
        .files = {{{"nxos", "leaf1", relaxed_leaf},
            {"nxos", "spine1", spine_of_65101},
            {"nxos", "spine2", spine_of_65102}}},
        .topology = two_spines},
    {.title = "Both spines have the same AS number",
        .files
        = {{{"nxos", "leaf1", leaf}, {"nxos", "spine1", spine_of_65101}, {"nxos", "spine2", spine_of_65101}}},
        .topology = two_spines},
    {.title = "Paths through different autonomous systems were made unequal",
        .files = {{{"eos", "leaf1", R"(-ip routing
+ip routing
+!
+router bgp 65001
+   no bgp bestpath as-path multipath-relax
+   maximum-paths 64
)"},
            {"eos", "spine1", eos_spine_of_65101},
            {"eos", "spine2", eos_spine_of_65102}}},
        .topology = two_eos_spines,
        .flagged = "no bgp bestpath as-path multipath-relax"},
    {.title = "The platform compares only the length of AS paths by default",
        .files
        = {{{"eos", "leaf1", "-ip routing\n+ip routing\n+!\n+router bgp 65001\n+   maximum-paths 64\n"},
            {"eos", "spine1", eos_spine_of_65101},
            {"eos", "spine2", eos_spine_of_65102}}},
        .topology = two_eos_spines},
};

// Two switches above this one whose AS numbers differ.
struct Pair {
    const Device* first = nullptr;
    const Device* second = nullptr;
};

std::optional<Pair> different_systems(const Fabric& fabric, const SwitchCables& cables)
{
    Pair pair;
    for (const Cable& cable : cables.cables) {
        const auto peer = cable.side == Side::up && cable.rdma ? fabric.peer(cable.port) : std::nullopt;
        if (!peer)
            continue;
        const Device& above = fabric.device(*peer);
        const Setting<std::uint32_t>& number = above.forwarding.bgp_asn;
        if (!number.known())
            continue;
        if (pair.first == nullptr)
            pair.first = &above;
        else if (number.value != pair.first->forwarding.bgp_asn.value)
            pair.second = &above;
    }
    return pair.second == nullptr ? std::nullopt : std::optional(pair);
}

// LB011 reports a switch that takes one path in any case; OSPF and IS-IS know no AS paths.
bool takes_several(const Device& device)
{
    const Setting<std::uint32_t>& most = device.load_balancing.most_paths;
    const Setting<bool>& link_state = device.forwarding.link_state;
    return !(most.peek_known() && most.value < 2) && !(link_state.peek_known() && link_state.value);
}

// BGP is configured, and not known to take paths of equal length together.
bool compares_paths(const Device& device)
{
    const Setting<bool>& relaxed = device.load_balancing.relaxed_paths;
    return relaxed.peek_known() ? !relaxed.value : relaxed.origin != OriginId{};
}

void check(FabricContext& context)
{
    if (std::ranges::none_of(context.fabric.devices, compares_paths))
        return;
    for (const SwitchCables& cables : context.facts().tiers().switches()) {
        const Device& device = context.fabric.devices[cables.device];
        const auto pair = different_systems(context.fabric, cables);
        const Setting<bool>& relaxed = device.load_balancing.relaxed_paths;
        if (!pair || !takes_several(device) || !relaxed.known() || relaxed.value)
            continue;
        const Forwarding& first = pair->first->forwarding;
        const Forwarding& second = pair->second->forwarding;
        context.report({.at = device.place(relaxed.origin),
            .message = fmt::format(
                "BGP of {} combines only paths through the same autonomous systems, but {} has AS {} and "
                "{} has AS {}: each route takes the paths through one of them while the others stay idle",
                device.name,
                pair->first->name,
                first.bgp_asn.value,
                pair->second->name,
                second.bgp_asn.value),
            .subjects = {{{cables.device, Port::no_index}, Property::hashing, 2}},
            .related = {{pair->first->place(first.bgp_asn.origin), "the AS number of one path"},
                {pair->second->place(second.bgp_asn.origin), "the AS number of the other"}},
            .fix = fmt::format(
                "Let BGP of {} combine paths of equal length: bestpath as-path multipath-relax, on Junos OS multipath multiple-as.",
                device.name)});
    }
}

}

extern const Rule rule = {
    .code = "LB014",
    .name = "different-as-paths",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "BGP of a switch compares whole AS paths, and the switches above have different AS numbers.",
    .why
    = "BGP installs several next hops for a route only if their paths are equal, and by default on many platforms "
      "that means the same AS numbers, not only the same length. Where each spine has its own AS number, no two "
      "paths are equal then: every route leaves by one spine, and a few large RDMA flows share what was built for "
      "all of them.",
    .source
    = "Cisco Nexus 3000 Series NX-OS Unicast Routing Configuration Guide, Release 5.0(3)U2(2), Configuring Advanced "
      "BGP (as-path multipath-relax); Arista EOS, technical description of BGP multipath relax (on by default); "
      "RFC 7938 section 6.2 (BGP ECMP over multiple AS numbers)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Let BGP compare the length of AS paths only, or give all switches of the upper tier one AS number.",
    .check_fabric = check,
};

}
