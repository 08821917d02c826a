// SPDX-License-Identifier: Apache-2.0
#include "models/catalog/asic.h"
#include "models/fabric/link/name_index.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace rocelint::rules::top012 {
namespace {

constexpr Example examples[] = {
    {.title = "The topology gives a switch of Spectrum-2 the chip of another one",
        .files = {{{"sonic", "leaf1", ""}}},
        .topology = "devices:\n  leaf1: {role: leaf, asic: spectrum-4}\n",
        .flagged = "leaf1:",
        .flagged_device = "topology.yaml"},
    {.title = "The topology names the chip that the switch has",
        .files = {{{"sonic", "leaf1", ""}}},
        .topology = "devices:\n  leaf1: {role: leaf, asic: spectrum-2}\n"},
};

// The ASIC that the topology states for devices of one hardware model, where it differs from the model's.
struct Contradiction {
    const catalog::Asic* stated = nullptr;
    const catalog::Asic* own = nullptr;
    std::vector<std::pair<const TopologyDevice*, std::uint32_t>> devices;
};

// One wrong word is often copied to every switch of a kind.
std::vector<Contradiction> contradictions(const Fabric& fabric)
{
    std::vector<Contradiction> found;
    std::optional<DeviceIndex> names;
    for (const TopologyDevice& planned : fabric.topology.devices) {
        if (planned.asic.empty())
            continue;
        if (!names)
            names.emplace(fabric.devices);
        const auto index = names->find(planned.name);
        const catalog::Asic* stated = catalog::find_asic(planned.asic);
        const catalog::Asic* own = index ? catalog::find_asic(fabric.devices[*index].model) : nullptr;
        if (stated == nullptr || own == nullptr || stated == own)
            continue;
        auto same = std::ranges::find_if(
            found, [&](const Contradiction& other) { return other.stated == stated && other.own == own; });
        if (same == found.end())
            same = found.insert(found.end(), {stated, own, {}});
        same->devices.emplace_back(&planned, *index);
    }
    return found;
}

void check(FabricContext& context)
{
    for (const Contradiction& found : contradictions(context.fabric)) {
        const auto [planned, index] = found.devices.front();
        const Device& device = context.fabric.devices[index];
        Diagnosis diagnosis{.at = planned->at,
            .message = fmt::format(
                "the topology gives {} the chip {}, but its hardware ({}) has a {}: headroom and memory "
                "are judged by what the topology states",
                device.name,
                found.stated->name,
                device.model,
                found.own->name),
            .related = {{device.place({}), fmt::format("{} states its hardware", device.name)}},
            .fix = "Remove `asic` from the topology, or correct it."};
        for (const auto& [other, other_index] : found.devices) {
            diagnosis.blame({other_index, Port::no_index}, Property::cabling);
            if (other != planned)
                diagnosis.show(other->at, "likewise");
        }
        context.report(std::move(diagnosis));
    }
}

}

extern const Rule rule = {
    .code = "TOP012",
    .name = "other-asic",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "The topology gives a switch a different chip from the one in its hardware.",
    .why
    = "How much headroom a port needs, how much memory there is and what a threshold means all depend on "
      "the chip. A wrong entry in the topology silently makes every such check of the switch wrong.",
    .source = "models/catalog/asics.yaml (which hardware has which chip, each with its source)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Leave `asic` out where the configuration names its hardware; state it only where nothing else does.",
    .check_fabric = check,
};

}
