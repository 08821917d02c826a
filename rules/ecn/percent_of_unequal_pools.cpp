// SPDX-License-Identifier: Apache-2.0
#include "analysis/rdma_queue.h"
#include "rules/ecn/bound_profiles.h"

#include <fmt/format.h>

#include <map>
#include <tuple>

namespace rocelint::rules::ecn013 {
namespace {

constexpr double ten[] = {10};

constexpr Parameter parameters[] = {
    {.name = "tolerance_percent",
        .defaults = ten,
        .unit = "percent",
        .meaning = "how far the bytes may differ before it is reported",
        .source
        = "hardware rounds thresholds by up to 6.5 % (Cumulus Linux 5.16, RDMA over Converged Ethernet)"},
};

constexpr Example examples[] = {
    {.title = "The same percentages of two pools",
        .files = {{{"sample-nos", "leaf1", R"(@ p1:
-    ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}
+    ecn: {queue: 3, min: 1%, max: 5%, probability: 10}
@ p2:
-    ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}
+    ecn: {queue: 3, min: 1%, max: 5%, probability: 10}
)"},
            {"sample-nos", "leaf2", R"(-pool: {size: 33554432}
+pool: {size: 16777216}
@ p1:
-    ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}
+    ecn: {queue: 3, min: 1%, max: 5%, probability: 10}
@ p2:
-    ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}
+    ecn: {queue: 3, min: 1%, max: 5%, probability: 10}
)"}}},
        .flagged = "min: 1%",
        .flagged_device = "leaf2"},
    {.title = "The same percentages of equal pools",
        .files = {{{"sample-nos", "leaf1", R"(@ p1:
-    ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}
+    ecn: {queue: 3, min: 1%, max: 5%, probability: 10}
@ p2:
-    ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}
+    ecn: {queue: 3, min: 1%, max: 5%, probability: 10}
)"},
            {"sample-nos", "leaf2", R"(@ p1:
-    ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}
+    ecn: {queue: 3, min: 1%, max: 5%, probability: 10}
@ p2:
-    ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}
+    ecn: {queue: 3, min: 1%, max: 5%, probability: 10}
)"}}}},
};

using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t, Priority>;

struct Use {
    std::uint32_t device;
    BoundProfile bound;
    const EcnCurve* curve;
};

bool differs(Bytes a, Bytes b, double percent)
{
    const double larger = static_cast<double>(std::max(a.count, b.count));
    const double smaller = static_cast<double>(std::min(a.count, b.count));
    return larger - smaller > larger * percent / 100;
}

Diagnosis diagnosis_of(const FabricContext& context, const Use& use, const Use& other)
{
    const Device& device = context.fabric.devices[use.device];
    const Device& first = context.fabric.devices[other.device];
    Diagnosis diagnosis{.at = place_in_profile(device, *use.bound.profile, use.curve->min_threshold.origin),
        .message = fmt::format(
            "{} and {} mark from the same {} to {} % of their buffers, but that is {} to {} bytes here and {} "
            "to {} there: equal percentages are not equal thresholds",
            context.port_label({use.device, use.bound.ports.front()}),
            context.port_label({other.device, other.bound.ports.front()}),
            use.curve->min_fill.value.value(),
            use.curve->max_fill.value.value(),
            use.curve->min_threshold.value.count,
            use.curve->max_threshold.value.count,
            other.curve->min_threshold.value.count,
            other.curve->max_threshold.value.count),
        .related = {{place_in_profile(first, *other.bound.profile, other.curve->min_threshold.origin),
            "the same percentages of another buffer"}},
        .fix = "Choose percentages that give the same bytes on ports of the same speed."};
    blame_ports(diagnosis, use.device, use.bound, Property::ecn_thresholds);
    return diagnosis;
}

// One finding per device, however many of its ports have their own profiles.
void compare(FabricContext& context, const std::vector<Use>& uses)
{
    std::optional<Diagnosis> open;
    std::uint32_t device = Port::no_index;
    for (const Use& use : uses) {
        if (!differs(use.curve->max_threshold.value,
                uses.front().curve->max_threshold.value,
                context.number("tolerance_percent")))
            continue;
        if (open && use.device == device) {
            blame_ports(*open, use.device, use.bound, Property::ecn_thresholds);
            open->also_on.push_back({use.device, use.bound.ports.front()});
            continue;
        }
        if (open)
            context.report(*std::exchange(open, std::nullopt));
        open = diagnosis_of(context, use, uses.front());
        device = use.device;
    }
    if (open)
        context.report(std::move(*open));
}

void collect(FabricContext& context, std::uint32_t index, std::map<Key, std::vector<Use>>& groups)
{
    for (const BoundProfile& bound : context.facts().device(index).bound_profiles()) {
        const EcnCurve* curve = green_curve(*bound.profile);
        if (curve == nullptr || !curve->min_fill.known() || !curve->max_fill.known())
            continue;
        const PortId first{index, bound.ports.front()};
        const Setting<BitsPerSecond>& speed = context.fabric.port(first).speed;
        if (context.need(first, curve->min_threshold, "the buffer that the ECN percentage refers to")
                == nullptr
            || !curve->max_threshold.known() || !speed.known())
            continue;
        groups[{curve->min_fill.value.hundredths,
                   curve->max_fill.value.hundredths,
                   speed.value.count,
                   bound.priority}]
            .push_back({index, bound, curve});
    }
}

void check(FabricContext& context)
{
    std::map<Key, std::vector<Use>> groups;
    // Hosts do not mark, and there are many more hosts than switches, so no facts are computed for them.
    for (std::uint32_t index = 0; index < context.fabric.devices.size(); ++index) {
        if (context.fabric.devices[index].kind == DeviceKind::network_switch)
            collect(context, index, groups);
    }
    for (const auto& [key, uses] : groups)
        compare(context, uses);
}

}

extern const Rule rule = {
    .code = "ECN013",
    .name = "ecn-percent-of-unequal-buffers",
    .severity = Severity::info,
    .scope = Scope::fabric,
    .summary = "Equal ECN percentages mean different bytes, because the buffers that they refer to "
               "differ.",
    .why
    = "Where thresholds are written as a fill level, the bytes follow from the depth of the queue's buffer. What "
      "matters to the senders is bytes: two switches with the same percentages but unequal buffers mark at "
      "different queue lengths. All rules about thresholds compare the bytes.",
    .source
    = "juniper.net, Apstra 6.1 rNIC configurator guide, DCQCN configlets (fill levels of 55 and 90 %); Zhu et "
      "al., SIGCOMM 2015",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Choose percentages that give the same bytes on ports of the same speed. Which bytes are "
           "right is a choice of the site.",
    .check_fabric = check,
};

}
