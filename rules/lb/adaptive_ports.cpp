// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/tiers.h"
#include "models/text/sentence.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace rocelint::rules::lb012 {
namespace {

constexpr std::string_view two_spines
    = R"(devices: {leaf1: {role: leaf}, spine1: {role: spine}, spine2: {role: spine}}
links:
  - {a: "leaf1:swp1", b: "spine1:swp1"}
  - {a: "leaf1:swp2", b: "spine2:swp1"}
)";

constexpr Example examples[] = {
    {.title = "Adaptive routing is on at one of two uplinks",
        .files = {{{"nvue", "leaf1", R"(+nv set router adaptive-routing enable on
+nv set interface swp2 router adaptive-routing enable on
)"}}},
        .topology = two_spines,
        .flagged = "nv set interface swp1 description host"},
    {.title = "Adaptive routing is on at both uplinks",
        .files = {{{"nvue", "leaf1", R"(+nv set router adaptive-routing enable on
+nv set interface swp1-2 router adaptive-routing enable on
)"}}},
        .topology = two_spines},
    {.title = "Adaptive routing is on for the switch, and no port takes part",
        .files = {{{"nvue", "leaf1", R"(+nv set router adaptive-routing enable on
)"}}},
        .topology = two_spines,
        .flagged = "nv set router adaptive-routing enable on"},
    {.title = "Adaptive routing is off",
        .files = {{{"nvue", "leaf1", R"(+nv set router adaptive-routing enable off
)"}}},
        .topology = two_spines},
};

// On for the switch, but without effect.
void judge_idle(FabricContext& context, std::uint32_t index)
{
    const Device& device = context.fabric.devices[index];
    const Setting<bool>& per_packet = device.load_balancing.per_packet;
    if (!per_packet.known() || per_packet.value || per_packet.origin.kind() != OriginKind::derived)
        return;
    context.report({.at = device.place(per_packet.origin),
        .message = fmt::format("adaptive routing of {} has no effect: {}",
            device.name,
            device.origins.look_up(per_packet.origin).note),
        .subjects = {{{index, Port::no_index}, Property::hashing, 3}},
        .fix = fmt::format(
            "Switch adaptive routing on at all uplinks of {}, or off for the switch.", device.name)});
}

void judge_uplinks(FabricContext& context, const SwitchCables& cables)
{
    const Device& device = context.fabric.devices[cables.device];
    std::vector<PortId> on;
    std::vector<PortId> off;
    for (const Cable& cable : cables.cables) {
        const Setting<bool>& adaptive = context.fabric.port(cable.port).adaptive_routing;
        if (cable.side == Side::up && cable.rdma && adaptive.known())
            (adaptive.value ? on : off).push_back(cable.port);
    }
    if (on.empty() || off.empty())
        return;
    const Port& first = context.fabric.port(off.front());
    const Port& example = context.fabric.port(on.front());
    Diagnosis diagnosis{.at = device.place(first.adaptive_routing.origin, &first),
        .message = fmt::format(
            "{} routes packets adaptively by {} of its {} uplinks, such as {}, but not by {}: what goes there is "
            "hashed by flow, and the uplinks no longer share the load",
            device.name,
            on.size(),
            on.size() + off.size(),
            example.name,
            off.size() == 1 ? std::string(first.name)
                            : fmt::format("{}, such as {}", counted(off.size(), "other"), first.name)),
        .related = {{device.place(example.adaptive_routing.origin, &example), "this uplink takes part"}},
        .fix = fmt::format("Switch adaptive routing on at all uplinks of {}, or at none.", device.name)};
    for (const PortId port : off) {
        diagnosis.blame(port, Property::hashing, 3);
        if (port != off.front())
            diagnosis.also_on.push_back(port);
    }
    context.report(std::move(diagnosis));
}

// Adaptive routing is on, if only in name, or its state is unread.
bool matters(const Device& device)
{
    const Setting<bool>& per_packet = device.load_balancing.per_packet;
    return per_packet.peek_known() ? per_packet.value || per_packet.origin.kind() == OriginKind::derived
                                   : per_packet.origin != OriginId{};
}

void check(FabricContext& context)
{
    if (std::ranges::none_of(context.fabric.devices, matters))
        return;
    for (const SwitchCables& cables : context.facts().tiers().switches()) {
        const Setting<bool>& per_packet = context.fabric.devices[cables.device].load_balancing.per_packet;
        judge_idle(context, cables.device);
        if (per_packet.peek_known() && per_packet.value)
            judge_uplinks(context, cables);
    }
}

}

extern const Rule rule = {
    .code = "LB012",
    .name = "adaptive-routing-on-few-ports",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "Adaptive routing is on for a switch, but not on all of its uplinks.",
    .why
    = "Adaptive routing sends each packet by the least loaded of the ports that take part. An equal path "
      "whose port takes no part gets its packets by a hash of the flow instead: the two methods choose "
      "independently, so one uplink fills while another has room. Without any port, the switch hashes "
      "everything, whatever its global setting says.",
    .source
    = "NVIDIA Cumulus Linux User Guide, Equal Cost Multipath Load Sharing, Enable Adaptive Routing (on all ports of "
      "one ECMP route; unexpected hashing where routes leave by ports without it)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Switch adaptive routing on at every port that is part of the same equal-cost route.",
    .check_fabric = check,
};

}
