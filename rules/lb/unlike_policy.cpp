// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/tiers.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::lb016 {
namespace {

constexpr std::string_view two_spines
    = R"(devices: {leaf1: {role: leaf}, spine1: {role: spine}, spine2: {role: spine}}
links:
  - {a: "leaf1:et-0/0/0", b: "spine1:et-0/0/0"}
  - {a: "leaf1:et-0/0/1", b: "spine2:et-0/0/0"}
)";
constexpr std::string_view two_spectrum_spines
    = R"(devices: {leaf1: {role: leaf}, spine1: {role: spine}, spine2: {role: spine}}
links:
  - {a: "leaf1:swp1", b: "spine1:swp1"}
  - {a: "leaf1:swp2", b: "spine2:swp1"}
)";
constexpr std::string_view by_packet = R"(-version 23.4R2-S3.9-EVO;
+version 23.4R2-S3.9-EVO;
+forwarding-options {
+    enhanced-hash-key {
+        ecmp-dlb {
+            per-packet;
+        }
+    }
+}
)";
constexpr std::string_view wants_packets = "profile: lossless\nload_balancing: packets\n";
constexpr std::string_view wants_flows = "profile: lossless\nload_balancing: flows\n";

constexpr Example examples[] = {
    {.title = "The policy wants packets to be spread, and the leaf states nothing",
        .files = {{{"junos", "leaf1", ""}}},
        .topology = two_spines,
        .policy = wants_packets,
        .flagged = "host-name leaf1;"},
    {.title = "The policy wants packets to be spread, and the leaf spreads them",
        .files = {{{"junos", "leaf1", by_packet}}},
        .topology = two_spines,
        .policy = wants_packets},
    {.title = "The policy wants flows to keep their paths, and the leaf spreads packets",
        .files = {{{"junos", "leaf1", by_packet}}},
        .topology = two_spines,
        .policy = wants_flows,
        .flagged = "per-packet;"},
    {.title = "The policy wants packets to be spread, and adaptive routing of the leaf is off",
        .files = {{{"nvue", "leaf1", "+nv set router adaptive-routing enable off\n"}}},
        .topology = two_spectrum_spines,
        .policy = wants_packets,
        .flagged = "nv set router adaptive-routing enable off"},
    {.title = "The policy wants packets to be spread, and the leaf routes adaptively",
        .files = {{{"nvue", "leaf1", R"(+nv set router adaptive-routing enable on
+nv set interface swp1-2 router adaptive-routing enable on
)"}}},
        .topology = two_spectrum_spines,
        .policy = wants_packets},
    {.title = "The policy says nothing about it",
        .files = {{{"junos", "leaf1", ""}}},
        .topology = two_spines},
};

void check_switch(FabricContext& context, const SwitchCables& cables, Spreading wanted)
{
    const Device& device = context.fabric.devices[cables.device];
    const Setting<bool>& per_packet = device.load_balancing.per_packet;
    const PortId whole{cables.device, Port::no_index};
    if (!per_packet.known())
        return context.not_checked(
            whole, reason_of_unread("whether it spreads packets of one flow", device, per_packet.origin));
    if (per_packet.value == (wanted == Spreading::packets))
        return;
    const std::uint32_t up = cables.count(Side::up);
    Diagnosis diagnosis{.at = device.place(per_packet.origin),
        .message = per_packet.value
            ? fmt::format(
                "{} sends packets of one flow over several of its {} uplinks, but the policy wants each flow "
                "to keep its path: NICs that expect packets in order ask for them again",
                device.name,
                up)
            : fmt::format(
                "{} keeps each flow on one of its {} uplinks, but the policy wants the packets of a flow to "
                "be spread: a few large flows of RDMA collide on one uplink while others are idle",
                device.name,
                up),
        .subjects = {{whole, Property::hashing}},
        .fix = per_packet.value
            ? fmt::format(
                "Let {} choose paths by flow, or change `load_balancing` of the policy.", device.name)
            : fmt::format(
                "Switch adaptive routing or balancing by packet on at {}, or change `load_balancing` of the "
                "policy.",
                device.name)};
    context.report(std::move(diagnosis));
}

void check(FabricContext& context)
{
    const std::optional<Spreading> wanted = context.analysis.policy->load_balancing;
    if (!wanted)
        return;
    for (const SwitchCables& cables : context.facts().tiers().switches()) {
        if (cables.count(Side::up) > 1 && cables.has_rdma_uplinks())
            check_switch(context, cables, *wanted);
    }
}

}

extern const Rule rule = {
    .code = "LB016",
    .name = "load-balancing-unlike-policy",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "A switch spreads RDMA over its uplinks in another way than the policy wants.",
    .why
    = "A job of GPUs has few flows, and each is as fast as a NIC. A hash puts several of them on one uplink and none on "
      "another, so a design either opens many queue pairs, or spreads the packets of each flow and has NICs that put "
      "them in order. The two do not mix: a switch that hashes is the slowest part of a fabric that counts on "
      "spreading, and a switch that spreads makes NICs which expect order retransmit.",
    .source
    = "NVIDIA Cumulus Linux User Guide, Equal Cost Multipath Load Sharing, Adaptive Routing; Junos OS, Interfaces User "
      "Guide for Switches, Dynamic Load Balancing; which of the two a site wants is stated by its policy",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Choose paths as the policy wants, or state in the policy what the fabric does.",
    .check_fabric = check,
};

}
