// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

#include <string_view>

namespace rocelint::rules::lb004 {
namespace {

constexpr Example examples[] = {
    {.title = "Adaptive routing is set on a VLAN interface",
        .files = {{{"nvue", "leaf1", R"(+nv set interface vlan10 type svi
+nv set interface vlan10 router adaptive-routing enable on
)"}}},
        .flagged = "nv set interface vlan10 router adaptive-routing enable on"},
    {.title = "Adaptive routing is set on a subinterface",
        .files = {{{"nvue", "leaf1", R"(+nv set interface swp2.10 type sub
+nv set interface swp2.10 base-interface swp2
+nv set interface swp2.10 router adaptive-routing enable on
)"}}},
        .flagged = "nv set interface swp2.10 router adaptive-routing enable on"},
    {.title = "Adaptive routing is set on a routed port",
        .files = {{{"nvue", "leaf1", R"(+nv set router adaptive-routing enable on
+nv set interface swp2 router adaptive-routing enable on
)"}}}},
};

// The reason why the port does not take part; empty: it does.
std::string_view obstacle(const Port& port)
{
    switch (port.kind) {
    case PortKind::lag:
        return "a LAG";
    case PortKind::vlan:
        return "a VLAN interface";
    case PortKind::subinterface:
        return "a subinterface";
    case PortKind::physical:
        break;
    default:
        return {};
    }
    if (port.lag != Port::no_index)
        return "a member of a LAG";
    return port.routed.is(false) ? "a switched port" : std::string_view{};
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        const Port& port = device.ports[index];
        const Setting<bool>& adaptive = port.adaptive_routing;
        // An unreadable value is not unset: it has an origin.
        if (adaptive.origin == OriginId{} || (adaptive.peek_known() && !adaptive.value))
            continue;
        const std::string_view what = obstacle(port);
        // Interfaces of a VLAN do not count as RDMA ports, so the rule gives the reason itself.
        if (what.empty()
            || context.need(
                   {context.index, index}, adaptive, "whether the port takes part in adaptive routing")
                == nullptr)
            continue;
        context.report({.at = device.place(adaptive.origin, &port),
            .message = fmt::format(
                "adaptive routing is on at {}, {}, where the switch does not support it: packets that leave by it "
                "are hashed by flow, or the switch refuses the setting",
                context.port_label({context.index, index}),
                what),
            .subjects = {{{context.index, index}, Property::hashing, 3}},
            .fix = fmt::format("Switch adaptive routing on at routed ports only, not at {}.", port.name)});
    }
}

}

extern const Rule rule = {
    .code = "LB004",
    .name = "adaptive-routing-unsupported",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "Adaptive routing is set where the switch does not support it.",
    .why
    = "The switch weighs the queues of its physical ports. Behind a LAG, a VLAN interface or a subinterface it knows "
      "no single queue, so it goes on hashing flows there: elephant flows collide as before, while the configuration "
      "says that they cannot.",
    .source
    = "NVIDIA NVUE reference, Set and Unset Commands, Adaptive Routing (not on layer 3 subinterfaces, SVIs, bonds or "
      "bond members); NVIDIA Cumulus Linux User Guide, Equal Cost Multipath Load Sharing, Adaptive Routing (layer 3 "
      "interfaces)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Switch adaptive routing on at routed physical ports only.",
    .check_device = check,
};

}
