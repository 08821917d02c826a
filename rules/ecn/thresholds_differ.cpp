// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "models/text/sentence.h"
#include "rules/ecn/bound_profiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace rocelint::rules::ecn007 {
namespace {

constexpr Example examples[] = {
    {.title = "One of three leaves marks much later than the others",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic", "leaf2", ""},
            {"sonic",
                "leaf3",
                R"({"WRED_PROFILE": {"AZURE_LOSSLESS": {"green_min_threshold": "400000"}}})"}}},
        .flagged = R"("green_min_threshold": "400000")",
        .flagged_device = "leaf3"},
    {.title = "Two leaves mark differently, without a majority",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic",
                "leaf2",
                R"({"WRED_PROFILE": {"AZURE_LOSSLESS": {"green_min_threshold": "400000"}}})"}}},
        .flagged = R"("green_min_threshold": "400000")",
        .flagged_device = "leaf2"},
    {.title = "All leaves mark alike",
        .files = {{{"sonic", "leaf1", ""}, {"sonic", "leaf2", ""}, {"sonic", "leaf3", ""}}}},
};

// Ports with equal keys have the same purpose on the same hardware.
struct Key {
    Role role;
    std::string_view platform;
    std::string_view asic;
    std::string_view model;
    DeviceKind facing;
    bool facing_known;
    std::uint64_t speed;
    Priority priority;
    /// The device index if the role is unknown, so that the device is only compared with itself.
    std::uint32_t own;
    friend auto operator<=>(const Key&, const Key&) = default;
};

using Thresholds = std::tuple<std::uint64_t, std::uint64_t, std::uint32_t>;

struct Use {
    PortId port;
    const EcnProfile* profile;
    const EcnCurve* curve;
    BoundProfile bound;
};

using Group = std::map<Thresholds, std::vector<Use>>;

Key key_of(const Fabric& fabric, PortId id, Priority priority)
{
    const Device& device = fabric.device(id);
    const Role role = device.role.value_or(Role::unknown);
    const std::optional<PortId> peer = fabric.peer(id);
    return {role,
        device.platform,
        device.asic,
        device.model,
        peer ? fabric.device(*peer).kind : DeviceKind::network_switch,
        peer.has_value(),
        fabric.port(id).speed.value.count,
        priority,
        role == Role::unknown ? id.device : 0};
}

// Adds one use per device, key and profile; the ports that share them are grouped.
void collect(FabricContext& context, std::uint32_t index, std::map<Key, Group>& groups)
{
    const Device& device = context.fabric.devices[index];
    for (const BoundProfile& bound : context.facts().device(index).bound_profiles()) {
        const auto green = std::ranges::find(bound.profile->curves, Colour::green, &EcnCurve::colour);
        if (green == bound.profile->curves.end() || !green->min_threshold.known()
            || !green->max_threshold.known())
            continue;
        const Thresholds thresholds{green->min_threshold.value.count,
            green->max_threshold.value.count,
            green->max_probability.value_or({}).hundredths};
        std::map<Key, std::vector<std::uint32_t>> split;
        for (const std::uint32_t port : bound.ports) {
            if (device.ports[port].speed.known())
                split[key_of(context.fabric, {index, port}, bound.priority)].push_back(port);
        }
        for (auto& [key, ports] : split) {
            const PortId first{index, ports.front()};
            groups[key][thresholds].push_back({first,
                bound.profile,
                &*green,
                {bound.profile, bound.priority, bound.queue, std::move(ports), bound.lossless}});
        }
    }
}

std::size_t ports_of(const std::vector<Use>& uses)
{
    std::size_t count = 0;
    for (const Use& use : uses)
        count += use.bound.ports.size();
    return count;
}

std::string in_words(const EcnCurve& curve)
{
    return fmt::format("{} to {}", in_bytes(curve.min_threshold.value), in_bytes(curve.max_threshold.value));
}

void report(FabricContext& context, const Use& odd, const Use& usual, bool same_hardware)
{
    const Device& device = context.fabric.device(odd.port);
    const bool lower_differs = odd.curve->min_threshold.value != usual.curve->min_threshold.value;
    const bool upper_differs = odd.curve->max_threshold.value != usual.curve->max_threshold.value;
    const OriginId at = lower_differs ? odd.curve->min_threshold.origin
        : upper_differs               ? odd.curve->max_threshold.origin
                                      : odd.curve->max_probability.origin;
    Diagnosis diagnosis{.severity = same_hardware ? Severity::warning : Severity::info,
        .at = place_in_profile(device, *odd.profile, at),
        .message
        = fmt::format("{} marks {} from {} with {} %, but most ports of its role and speed, such as {}, "
                      "from {} with {} %: flows through it are slowed down at a different load",
            context.port_label(odd.port),
            context.classes.of_priority(odd.bound.priority)->label(),
            in_words(*odd.curve),
            odd.curve->max_probability.value_or({}).value(),
            context.port_label(usual.port),
            in_words(*usual.curve),
            usual.curve->max_probability.value_or({}).value()),
        .related
        = {{place_in_profile(
                context.fabric.device(usual.port), *usual.profile, usual.curve->min_threshold.origin),
            fmt::format("{} marks like most", context.port_label(usual.port))}},
        .fix = "Use one profile for ports of the same role and speed."};
    blame_ports(diagnosis, odd.port.device, odd.bound, Property::ecn_thresholds);
    if (usual.curve->max_probability.known()) {
        for (const std::uint32_t port : odd.bound.ports)
            diagnosis.changes.push_back({.port = {odd.port.device, port},
                .property = Property::ecn_thresholds,
                .number = odd.bound.queue,
                .value = EcnTarget{usual.curve->min_threshold.value,
                    usual.curve->max_threshold.value,
                    usual.curve->max_probability.value}});
    }
    context.report(std::move(diagnosis));
}

// Without a majority no port is the outlier, but the ports still differ.
void report_tie(FabricContext& context, const std::vector<const std::vector<Use>*>& equal, bool same_hardware)
{
    const Use& last = equal.back()->front();
    std::string text;
    for (const std::vector<Use>* uses : equal)
        add_item(text,
            fmt::format("{} from {} with {} %",
                context.port_label(uses->front().port),
                in_words(*uses->front().curve),
                uses->front().curve->max_probability.value_or({}).value()));
    const std::size_t ports = ports_of(*equal.back());
    Diagnosis diagnosis{.severity = same_hardware ? Severity::warning : Severity::info,
        .at
        = place_in_profile(context.fabric.device(last.port), *last.profile, last.curve->min_threshold.origin),
        .message = fmt::format(
            "ports of one role and speed mark {} differently, {} each: {}; flows are slowed down at a "
            "different load on each of them",
            context.classes.of_priority(last.bound.priority)->label(),
            counted(ports, "port"),
            text),
        .fix = "Decide which of them is right, and use one profile.",
        .fix_class = FixClass::manual};
    for (const Use& use : *equal.back())
        blame_ports(diagnosis, use.port.device, use.bound, Property::ecn_thresholds);
    for (const std::vector<Use>* uses : equal) {
        for (const Use& use : *uses) {
            if (uses != equal.back())
                diagnosis.blame(use.port, Property::ecn_thresholds, use.bound.priority);
        }
        const Use& other = uses->front();
        if (uses != equal.back())
            diagnosis.show(
                place_in_profile(
                    context.fabric.device(other.port), *other.profile, other.curve->min_threshold.origin),
                fmt::format("{} marks otherwise", context.port_label(other.port)));
    }
    context.report(std::move(diagnosis));
}

void check(FabricContext& context)
{
    std::map<Key, Group> groups;
    // Hosts do not mark, and there are many more hosts than switches, so no facts are computed for them.
    for (std::uint32_t index = 0; index < context.fabric.devices.size(); ++index) {
        if (context.fabric.devices[index].kind == DeviceKind::network_switch)
            collect(context, index, groups);
    }
    for (const auto& [key, group] : groups) {
        if (group.size() < 2)
            continue;
        const auto most = std::ranges::max_element(
            group, {}, [](const Group::value_type& entry) { return ports_of(entry.second); });
        // Ports of one switch belong to one chip, even if the chip is unknown.
        const std::uint32_t device = most->second.front().port.device;
        const bool one_device = std::ranges::all_of(group, [device](const Group::value_type& entry) {
            return std::ranges::all_of(
                entry.second, [device](const Use& use) { return use.port.device == device; });
        });
        const bool same_hardware
            = !key.asic.empty() || !key.model.empty() || (one_device && key.facing_known);
        std::vector<const std::vector<Use>*> equal;
        for (const auto& [thresholds, uses] : group) {
            if (ports_of(uses) == ports_of(most->second)) {
                equal.push_back(&uses);
                continue;
            }
            for (const Use& odd : uses)
                report(context, odd, most->second.front(), same_hardware);
        }
        // Two ports of one device may have different purposes if nothing shows where they lead.
        const bool comparable
            = key.facing_known || std::ranges::any_of(equal, [&equal](const std::vector<Use>* uses) {
                  return uses->front().port.device != equal.front()->front().port.device;
              });
        if (equal.size() > 1 && comparable)
            report_tie(context, equal, same_hardware);
    }
}

}

extern const Rule rule = {
    .code = "ECN007",
    .name = "ecn-thresholds-differ",
    .severity = Severity::warning,
    .other_severities = {{{Severity::info, "where the ports have different hardware"}}},
    .scope = Scope::fabric,
    .summary = "Ports of the same role, speed and hardware mark RDMA traffic at different queue lengths.",
    .why = "Flows that share a sender are steered by whichever switch marks first. A switch that marks "
           "later than its peers keeps longer queues and pauses more; one that marks earlier takes "
           "bandwidth from the flows that cross it.",
    .source = "Li et al., HPCC: High Precision Congestion Control, SIGCOMM 2019, section 5 (thresholds "
              "scale with the link rate alone); Huawei EDOC1100155250, static ECN (one row per port speed)",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Give ports of the same role, speed and hardware the thresholds that most of them have.",
    .check_fabric = check,
};

}
