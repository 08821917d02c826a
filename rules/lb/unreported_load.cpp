// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/tiers.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

namespace rocelint::rules::lb015 {
namespace {

constexpr std::string_view one_spine = R"(devices: {leaf1: {role: leaf}, spine1: {role: spine}}
links:
  - {a: "leaf1:et-0/0/1", b: "spine1:et-0/0/1"}
)";
constexpr std::string_view leaf = R"(-version 23.4R2-S3.9-EVO;
+version 23.4R2-S3.9-EVO;
+protocols {
+    bgp {
+        global-load-balancing {
+            load-balancer-only;
+        }
+    }
+}
)";
constexpr std::string_view spine = R"(-version 23.4R2-S3.9-EVO;
+version 23.4R2-S3.9-EVO;
+protocols {
+    bgp {
+        global-load-balancing {
+            helper-only;
+        }
+    }
+}
)";
constexpr std::string_view silent_spine = R"(-version 23.4R2-S3.9-EVO;
+version 23.4R2-S3.9-EVO;
+protocols {
+    bgp {
+        log-updown;
+    }
+}
)";

constexpr Example examples[] = {
    {.title = "The leaf balances by the load that spines report, and the spine reports none",
        .files = {{{"junos", "leaf1", leaf}, {"junos", "spine1", silent_spine}}},
        .topology = one_spine,
        .flagged = "bgp {",
        .flagged_device = "spine1"},
    {.title = "The spine was set up as a leaf",
        .files = {{{"junos", "leaf1", leaf}, {"junos", "spine1", leaf}}},
        .topology = one_spine,
        .flagged = "load-balancer-only;",
        .flagged_device = "spine1"},
    {.title = "The spine reports the load of its links",
        .files = {{{"junos", "leaf1", leaf}, {"junos", "spine1", spine}}},
        .topology = one_spine},
};

bool uses_load(const Device& device) { return device.load_balancing.uses_reported_load.is(true); }

// The switches above that report no load, each with those that would use it.
using Silent = std::map<std::uint32_t, std::vector<std::uint32_t>>;

Silent silent_above(FabricContext& context)
{
    Silent silent;
    for (const SwitchCables& cables : context.facts().tiers().switches()) {
        if (!uses_load(context.fabric.devices[cables.device]))
            continue;
        for (const Cable& cable : cables.cables) {
            const auto peer = cable.side == Side::up ? context.fabric.peer(cable.port) : std::nullopt;
            if (!peer)
                continue;
            const Setting<bool>& reports = context.fabric.device(*peer).load_balancing.reports_load;
            if (reports.is(false))
                silent[peer->device].push_back(cables.device);
        }
    }
    return silent;
}

void check(FabricContext& context)
{
    if (std::ranges::none_of(context.fabric.devices, uses_load))
        return;
    for (const auto& [above, below] : silent_above(context)) {
        const Device& spine = context.fabric.devices[above];
        const Device& leaf = context.fabric.devices[below.front()];
        context.report({.at = spine.place(spine.load_balancing.reports_load.origin),
            .message = fmt::format(
                "{} chooses paths by the load that the switches above report, but {} reports none: congestion "
                "behind {} is not seen, and flows go on into it",
                leaf.name,
                spine.name,
                spine.name),
            .subjects = {{{above, Port::no_index}, Property::hashing, 4}},
            .related
            = {{leaf.place(leaf.load_balancing.uses_reported_load.origin), "reported load is used here"}},
            .fix = fmt::format("Let {} report the load of its links (helper-only).", spine.name)});
    }
}

}

extern const Rule rule = {
    .code = "LB015",
    .name = "unreported-load",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "A switch chooses paths by the load that switches above report, and one of them reports none.",
    .why
    = "Global load balancing extends a leaf's choice by one hop: it weighs not only its own links, but "
      "also those from each spine to the destination, which the spines report. A spine that reports "
      "nothing looks free whatever queues it has, so flows are sent into the congestion that they should "
      "avoid.",
    .source
    = "Junos OS Evolved AI-ML Data Center Feature Guide, Global Load Balancing (helper-only on spines, "
      "load-balancer-only on leaves; all devices of the Clos must support it)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Switch reporting on in all switches above, or use dynamic load balancing by local links alone.",
    .check_fabric = check,
};

}
