// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/tiers.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <map>
#include <utility>

namespace rocelint::rules::lb005 {
namespace {

constexpr std::string_view junos_spraying = R"(-version 23.4R2-S3.9-EVO;
+version 23.4R2-S3.9-EVO;
+forwarding-options {
+    enhanced-hash-key {
+        ecmp-dlb {
+            per-packet;
+        }
+    }
+}
)";
constexpr std::string_view plan = R"(devices: {leaf1: {role: leaf}, leaf2: {role: leaf}}
links:
  - {a: "leaf1:et-0/0/1", b: "spine1:et-0/0/0"}
  - {a: "leaf2:et-0/0/1", b: "spine1:et-0/0/1"}
)";

constexpr Example examples[] = {
    {.title = "One of two leaves spreads packets",
        .files = {{{"junos", "leaf1", junos_spraying}, {"junos", "leaf2", ""}}},
        .topology = plan,
        .flagged = "host-name leaf2",
        .flagged_device = "leaf2"},
    {.title = "Both leaves spread packets",
        .files = {{{"junos", "leaf1", junos_spraying}, {"junos", "leaf2", junos_spraying}}},
        .topology = plan},
    {.title = "Neither leaf spreads packets",
        .files = {{{"junos", "leaf1", ""}, {"junos", "leaf2", ""}}},
        .topology = plan},
    {.title = "One of two Spectrum leaves routes adaptively",
        .files = {{{"nvue", "leaf1", R"(+nv set router adaptive-routing enable on
+nv set interface swp2 router adaptive-routing enable on
)"},
            {"nvue", "leaf2", ""}}},
        .topology
        = "devices: {leaf1: {role: leaf}, leaf2: {role: leaf}}\nlinks:\n"
          "  - {a: \"leaf1:swp2\", b: \"spine1:swp1\"}\n  - {a: \"leaf2:swp2\", b: \"spine1:swp2\"}\n",
        .flagged = "nv set system hostname leaf2",
        .flagged_device = "leaf2"},
};

// The switches of one tier and platform.
struct Tier {
    std::vector<std::uint32_t> spreading;
    std::vector<std::uint32_t> others; ///< that state the opposite, or state nothing
    bool confirmed = true; ///< of every switch
};

void check(FabricContext& context)
{
    const Tiers& tiers = context.facts().tiers();
    std::map<std::pair<std::uint32_t, std::string_view>, Tier> by_place;
    for (const SwitchCables& cables : tiers.switches()) {
        const Device& device = context.fabric.devices[cables.device];
        Tier& tier = by_place[{cables.tier, device.platform}];
        tier.confirmed = tier.confirmed && cables.tier_confirmed;
        if (device.load_balancing.per_packet.is(true))
            tier.spreading.push_back(cables.device);
        else if (!device.fragment)
            tier.others.push_back(cables.device);
    }
    for (const auto& [place, tier] : by_place) {
        if (tier.spreading.empty() || tier.others.empty())
            continue;
        const Device& first = context.fabric.devices[tier.others.front()];
        const Device& spreading = context.fabric.devices[tier.spreading.front()];
        Diagnosis diagnosis{.at = first.place(first.load_balancing.per_packet.origin),
            .message = fmt::format(
                "{} of {} {} spread the packets of one flow over several paths, such as {}, and {} not, "
                "such as {}: flows through the others still collide on single paths",
                tier.spreading.size(),
                tier.spreading.size() + tier.others.size(),
                tier.confirmed ? tier_in_words(place.first) : "switches",
                spreading.name,
                tier.others.size() == 1 ? "one does" : fmt::format("{} do", tier.others.size()),
                first.name),
            .related
            = {{spreading.place(spreading.load_balancing.per_packet.origin), "packets are spread here"}},
            .fix = "Configure all switches of a tier alike."};
        for (const std::uint32_t device : tier.others) {
            diagnosis.blame({device, Port::no_index}, Property::hashing);
            if (device != tier.others.front())
                diagnosis.also_on.push_back({device, Port::no_index});
        }
        context.report(std::move(diagnosis));
    }
}

}

extern const Rule rule = {
    .code = "LB005",
    .name = "partial-spraying",
    .severity = Severity::info,
    .scope = Scope::fabric,
    .summary = "Some switches of a tier spread the packets of one flow, and others do not.",
    .why
    = "Adaptive routing and per-packet balancing fill all paths evenly, whatever the flows are. A switch of the same tier "
      "that keeps each flow on one path puts its flows on links that the others fill evenly: these links are the "
      "busiest, and the whole job waits for the slowest flow.",
    .source
    = "NVIDIA NVUE reference, Adaptive Routing (off by default); Juniper, Dynamic Load Balancing (ecmp-dlb "
      "per-packet); that a tier is meant to be alike, and that a switch which does not state it does not "
      "spread, is assumed",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Configure all switches of a tier alike.",
    .check_fabric = check,
};

}
