// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/tiers.h"
#include "models/text/sentence.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace rocelint::rules::top002 {
namespace {

constexpr std::string_view more_uplinks = R"(@ ports:
+  p3: {description: uplink, speed: 100G, mtu: 9100, cable: 40m, pfc: [3], trust: dscp, watchdog: {poll: 100ms, detection: 200ms, restoration: 400ms, action: drop}, ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}}
+  p4: {description: uplink, speed: 100G, mtu: 9100, cable: 40m, pfc: [3], trust: dscp, watchdog: {poll: 100ms, detection: 200ms, restoration: 400ms, action: drop}, ecn: {queue: 3, min: 150000, max: 1500000, probability: 10}}
)";

constexpr Example examples[] = {
    {.title = "Two cables go to one spine and one to the other",
        .files = {{{"sample-nos", "leaf1", more_uplinks}}},
        .topology
        = R"(devices: {leaf1: {role: leaf}, spine1: {role: spine}, spine2: {role: spine}, host1: {role: host}}
links:
  - {a: "leaf1:p1", b: "host1:eth0"}
  - {a: "leaf1:p2", b: "spine1:p1"}
  - {a: "leaf1:p3", b: "spine1:p2"}
  - {a: "leaf1:p4", b: "spine2:p1"}
)",
        .flagged = "  p4: {"},
    {.title = "Two cables go to one spine and one to the other, and no host is known",
        .files = {{{"sample-nos", "leaf1", more_uplinks}}},
        .topology = R"(devices: {leaf1: {role: leaf}, spine1: {role: spine}, spine2: {role: spine}}
links:
  - {a: "leaf1:p2", b: "spine1:p1"}
  - {a: "leaf1:p3", b: "spine1:p2"}
  - {a: "leaf1:p4", b: "spine2:p1"}
)",
        .flagged = "  p4: {"},
    {.title = "One cable goes to each of three spines",
        .files = {{{"sample-nos", "leaf1", more_uplinks}}},
        .topology
        = R"(devices: {leaf1: {role: leaf}, spine1: {role: spine}, spine2: {role: spine}, spine3: {role: spine}, host1: {role: host}}
links:
  - {a: "leaf1:p1", b: "host1:eth0"}
  - {a: "leaf1:p2", b: "spine1:p1"}
  - {a: "leaf1:p3", b: "spine2:p1"}
  - {a: "leaf1:p4", b: "spine3:p1"}
)"},
};

/// The cables of one switch to one switch of the tier above.
struct Bundle {
    std::string_view neighbour;
    std::uint32_t count = 0;
    const Cable* first = nullptr;
};

using Bundles = std::vector<Bundle>;

// Spines of another plane are a separate network, so the numbers of cables are compared within each plane.
std::map<std::string_view, Bundles> bundles_of(const SwitchCables& cables)
{
    std::map<std::string_view, Bundles> found;
    for (const Cable& cable : cables.cables) {
        if (cable.side != Side::up)
            continue;
        Bundles& bundles = found[cable.plane];
        auto bundle = std::ranges::find(bundles, cable.neighbour, &Bundle::neighbour);
        if (bundle == bundles.end())
            bundle = bundles.insert(bundles.end(), {cable.neighbour, 0, &cable});
        ++bundle->count;
    }
    for (auto& [plane, bundles] : found)
        std::ranges::sort(bundles, {}, &Bundle::neighbour);
    return found;
}

// The number of cables that most spines have; in a tie the larger one.
std::uint32_t usual_count(const Bundles& bundles)
{
    std::map<std::uint32_t, std::uint32_t> votes;
    for (const Bundle& bundle : bundles)
        ++votes[bundle.count];
    return std::ranges::max_element(votes, [](const auto& a, const auto& b) {
        return std::tuple(a.second, a.first) < std::tuple(b.second, b.first);
    })->first;
}

/// One kind of unevenness: some switches have `count` cables towards `neighbour` instead of `usual`.
struct Fault {
    std::uint32_t tier;
    std::string_view neighbour;
    std::uint32_t count;
    std::uint32_t usual;
    std::string_view other; ///< a neighbour with the usual number
    friend auto operator<=>(const Fault&, const Fault&) = default;
};

void report_counts(FabricContext& context, const Fault& fault, const std::vector<PortId>& ports)
{
    const PortId first = ports.front();
    const Device& device = context.fabric.device(first);
    const std::string who = ports.size() == 1
        ? device.name
        : fmt::format("each of {} {}, such as {},", ports.size(), tier_in_words(fault.tier), device.name);
    Diagnosis diagnosis{.at = device.place({}, &context.fabric.port(first)),
        .message = fmt::format(
            "{} has {} to {} but {} to {}: ECMP shares traffic out evenly, and the paths by {} have {} bandwidth "
            "than their share",
            who,
            counted(fault.count, "cable"),
            fault.neighbour,
            fault.usual,
            fault.other,
            fault.neighbour,
            fault.count < fault.usual ? "less" : "more"),
        .fix
        = fmt::format("Give {} as many cables to {} as it has to the others.", device.name, fault.neighbour)};
    for (const PortId port : ports) {
        diagnosis.blame(port, Property::cabling);
        if (port != first)
            diagnosis.also_on.push_back(port);
    }
    context.report(std::move(diagnosis));
}

using Neighbours = std::vector<std::string_view>;
/// Switches that could replace each other.
using Siblings = std::map<Neighbours, std::vector<const SwitchCables*>>;

void report_missing(FabricContext& context,
    const SwitchCables& odd,
    const Neighbours& missing,
    const std::vector<const SwitchCables*>& others)
{
    const Device& device = context.fabric.devices[odd.device];
    std::string names;
    for (const std::string_view name : missing)
        add_item(names, name);
    context.report({.at = device.place({}),
        .message = fmt::format(
            "{} has no cable in use to {}, but {} other {} with the same spines, such as {}, have: traffic "
            "by {} never reaches it, and the remaining paths to it carry more than those to its siblings",
            device.name,
            names,
            others.size(),
            tier_in_words(odd.tier),
            context.fabric.devices[others.front()->device].name,
            names),
        .subjects = {{{odd.device, Port::no_index}, Property::cabling}},
        .fix = fmt::format("Cable {} to {}, or bring the port up.", device.name, names)});
}

// Reports switches whose spines are a subset of those that many other switches share.
void check_siblings(FabricContext& context, const Siblings& siblings)
{
    constexpr std::size_t enough = 3;
    for (const auto& [few, odd] : siblings) {
        for (const auto& [all, others] : siblings) {
            if (all.size() <= few.size() || few.size() * 2 < all.size() || others.size() < enough * odd.size()
                || !std::ranges::includes(all, few))
                continue;
            Neighbours missing;
            std::ranges::set_difference(all, few, std::back_inserter(missing));
            for (const SwitchCables* cables : odd)
                report_missing(context, *cables, missing, others);
            break;
        }
    }
}

void check(FabricContext& context)
{
    const Tiers& tiers = context.facts().tiers();
    std::map<Fault, std::vector<PortId>> faults;
    std::map<std::tuple<std::uint32_t, std::string_view, std::string_view>, Siblings> families;
    for (const SwitchCables& cables : tiers.switches()) {
        const auto planes = bundles_of(cables);
        if (planes.empty() || !cables.has_rdma_uplinks())
            continue;
        if (const auto open = cables.open_port()) {
            context.not_checked(*open, "whether this cable leads up or down is not known");
            continue;
        }
        for (const auto& [plane, bundles] : planes) {
            const std::uint32_t usual = usual_count(bundles);
            const auto model = std::ranges::find(bundles, usual, &Bundle::count);
            Neighbours names;
            for (const Bundle& bundle : bundles) {
                names.push_back(bundle.neighbour);
                if (bundle.count != usual)
                    faults[{cables.tier, bundle.neighbour, bundle.count, usual, model->neighbour}].push_back(
                        bundle.first->port);
            }
            families[{cables.tier, cables.plane, plane}][names].push_back(&cables);
        }
    }
    for (const auto& [fault, ports] : faults)
        report_counts(context, fault, ports);
    for (const auto& [family, siblings] : families)
        check_siblings(context, siblings);
}

}

extern const Rule rule = {
    .code = "TOP002",
    .name = "uneven-uplinks",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "A switch does not have equally many cables to each switch of the tier above.",
    .why
    = "ECMP splits traffic evenly over next hops, and each end of a path sees only its own. A leaf with "
      "fewer cables to one spine receives over them all that the other leaves send it through that spine: "
      "the queue on the spine grows, and it pauses leaves that have nothing to do with it.",
    .source
    = "Zhou et al., WCMP: Weighted Cost Multipathing for Improved Fairness in Data Centers, EuroSys 2014, "
      "section 2 (striping imbalance); NVIDIA ibdiagnet, fat-tree validation (uplink count)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Give each switch of the tier above the same number of cables.",
    .check_fabric = check,
};

}
