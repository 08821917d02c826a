// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/tiers.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace rocelint::rules::lb002 {
namespace {

constexpr std::string_view same_seed = R"(-lossless: [3]
+lossless: [3]
+ecmp: {seed: 7, fields: [source-ip, destination-ip, source-port]}
@ ports:
+  p3: {description: fabric, speed: 100G, mtu: 9100, cable: 40m, pfc: [3], trust: dscp, watchdog: {poll: 100ms, detection: 200ms, restoration: 400ms, action: drop}, ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}}
)";
constexpr std::string_view other_seed = R"(-lossless: [3]
+lossless: [3]
+ecmp: {seed: 8, fields: [source-ip, destination-ip, source-port]}
@ ports:
+  p3: {description: fabric, speed: 100G, mtu: 9100, cable: 40m, pfc: [3], trust: dscp, watchdog: {poll: 100ms, detection: 200ms, restoration: 400ms, action: drop}, ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}}
)";

constexpr std::string_view plan = R"(devices:
  leaf1: {role: leaf}
  spine1: {role: spine}
  spine2: {role: spine}
  core1: {role: super-spine}
  core2: {role: super-spine}
  host1: {role: host}
links:
  - {a: "leaf1:p1", b: "host1:eth0"}
  - {a: "leaf1:p2", b: "spine1:p1"}
  - {a: "leaf1:p3", b: "spine2:p1"}
  - {a: "spine1:p2", b: "core1:p1"}
  - {a: "spine1:p3", b: "core2:p1"}
)";

constexpr Example examples[] = {
    {.title = "Leaf and spine have seed 7",
        .files = {{{"sample-nos", "leaf1", same_seed}, {"sample-nos", "spine1", same_seed}}},
        .topology = plan,
        .flagged = "ecmp: {seed: 7",
        .flagged_device = "leaf1"},
    {.title = "Two tiers of SONiC spines get one seed from the image, whatever their type",
        .files = {{{"sonic",
                       "spine1",
                       R"({"DEVICE_METADATA": {"localhost": {"type": "LowerSpineRouter"}},
 "PORT": {"Ethernet8": {"alias": "etp3", "index": "3", "lanes": "8,9,10,11", "speed": "100000", "admin_status": "up", "description": "unused"}}})"},
            {"sonic", "core1", R"({"DEVICE_METADATA": {"localhost": {"type": "UpperSpineRouter"}}})"}}},
        .topology = "links:\n  - {a: \"spine1:Ethernet0\", b: \"core1:Ethernet0\"}\n"
                    "  - {a: \"spine1:Ethernet4\", b: \"core1:Ethernet4\"}\n",
        .flagged = R"("type": "LowerSpineRouter")"},
    {.title = "The spine has a seed of its own",
        .files = {{{"sample-nos", "leaf1", same_seed}, {"sample-nos", "spine1", other_seed}}},
        .topology = plan},
};

/// Two adjacent tiers that choose paths alike.
struct Fault {
    std::uint32_t tier;
    std::uint32_t seed;
    friend auto operator<=>(const Fault&, const Fault&) = default;
};

// A switch that other switches may send packets up to.
struct Upper {
    const SwitchCables* cables;
    bool chooses; ///< see chooses()
};

struct Sighting {
    std::uint32_t lower = 0;
    std::uint32_t upper = 0;
    std::set<std::uint32_t> lowers;
    std::set<std::uint32_t> uppers;
};

// Whether a switch chooses between several cables for packets that come from below.
bool chooses(const SwitchCables& cables)
{
    if (cables.count(Side::up) > 1)
        return true;
    // Several cables down to one switch are also a choice.
    std::map<std::string_view, std::uint32_t> below;
    return std::ranges::any_of(cables.cables, [&](const Cable& cable) {
        return cable.side == Side::down && !cable.neighbour.empty() && ++below[cable.neighbour] > 1
            && cables.tier > 1;
    });
}

bool may_hash_alike(const Device& a, const Device& b)
{
    const LoadBalancing& lower = a.load_balancing;
    const LoadBalancing& upper = b.load_balancing;
    if (lower.per_packet.is(true) || upper.per_packet.is(true))
        return false; // each packet has a path of its own, whatever its hash
    return lower.ecmp_seed.known() && upper.ecmp_seed.is(lower.ecmp_seed.value) && a.platform == b.platform
        && (a.asic.empty() || b.asic.empty() || a.asic == b.asic)
        && !(lower.ecmp.known() && upper.ecmp.known() && !(lower.ecmp.value == upper.ecmp.value))
        && lower.roce_payload.value_or(false) == upper.roce_payload.value_or(false);
}

void report(FabricContext& context, const Fault& fault, const Sighting& seen)
{
    const Device& lower = context.fabric.devices[seen.lower];
    const Device& upper = context.fabric.devices[seen.upper];
    const OriginId at = lower.load_balancing.ecmp_seed.origin;
    Diagnosis diagnosis{.at = lower.place(at),
        .message = fmt::format(
            "{}, of the {}, and {}, of the {}, use ECMP hash seed {} ({} and {} devices): if they hash alike, which "
            "is assumed of equal platforms, the upper ones use only a part of their paths for what each lower one "
            "sends them",
            lower.name,
            tier_in_words(fault.tier),
            upper.name,
            tier_in_words(fault.tier + 1),
            fault.seed,
            seen.lowers.size(),
            seen.uppers.size()),
        .related = {{upper.place(upper.load_balancing.ecmp_seed.origin),
            fmt::format("{} has the same seed", upper.name)}},
        .fix = "Give each tier a seed of its own."};
    for (const std::uint32_t device : seen.lowers) {
        diagnosis.blame({device, Port::no_index}, Property::hashing, 2);
        if (device != seen.lower)
            diagnosis.also_on.push_back({device, Port::no_index});
    }
    context.report(std::move(diagnosis));
}

void check(FabricContext& context)
{
    const Tiers& tiers = context.facts().tiers();
    std::unordered_map<std::string_view, Upper> by_name;
    for (const SwitchCables& cables : tiers.switches())
        by_name.emplace(context.fabric.devices[cables.device].name, Upper{&cables, chooses(cables)});
    std::map<Fault, Sighting> faults;
    for (const SwitchCables& lower : tiers.switches()) {
        const Device& device = context.fabric.devices[lower.device];
        if (!device.load_balancing.ecmp_seed.known() || lower.count(Side::up) < 2)
            continue;
        for (const Cable& cable : lower.cables) {
            if (cable.side != Side::up)
                continue;
            const auto found = by_name.find(cable.neighbour);
            if (found == by_name.end() || !found->second.chooses)
                continue;
            const std::uint32_t upper = found->second.cables->device;
            if (!may_hash_alike(device, context.fabric.devices[upper]))
                continue;
            Sighting& seen = faults[{lower.tier, device.load_balancing.ecmp_seed.value}];
            if (seen.lowers.empty()) {
                seen.lower = lower.device;
                seen.upper = upper;
            }
            seen.lowers.insert(lower.device);
            seen.uppers.insert(upper);
        }
    }
    for (const auto& [fault, seen] : faults)
        report(context, fault, seen);
}

}

extern const Rule rule = {
    .code = "LB002",
    .name = "same-hash-seed",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "Switches of two adjacent tiers choose paths with the same hash seed.",
    .why
    = "A spine gets from one leaf only flows that the leaf's hash put there. If the spine computes the "
      "same hash again, all of these flows give it the same answer, and it sends them all on by the same "
      "few of its paths (hash polarisation). A different seed on each tier makes the choices independent.",
    .source
    = "Zhang et al., Hashing Linearity Enables Relative Path Control in Data Centers, USENIX ATC 2021, section 2 "
      "(polarisation); that equal platforms hash alike is assumed",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Give each tier a seed of its own. Which numbers a site uses for which tier is its own "
           "choice.",
    .check_fabric = check,
};

}
