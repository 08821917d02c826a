// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::sm049 {
namespace {

constexpr std::string_view sharp_am = R"(ib_port_guid 0x0
smx_enabled_protocols 6
smx_protocol 2
)";

constexpr Example examples[] = {
    sm::with_file("Routes are made by an engine whose trees SHARP does not take",
        "sharp_am.cfg",
        sharp_am,
        "routing_engine dfsssp,no_fallback",
        R"(-routing_engine updn,no_fallback
+routing_engine dfsssp,no_fallback
-lmc 0
+sharp_enabled 2
)"),
    {.title = "The aggregation manager runs on the host of the standby",
        .files = {{{"opensm", "sm1", R"(-lmc 0
+sharp_enabled 2
)"},
            {"opensm", "sm2", R"(-guid 0x0000000000000106
+guid 0x0000000000000108
-sm_priority 14
+sm_priority 13
-lmc 0
+sharp_enabled 2
)"},
            {"opensm", "sm2", sharp_am, "sharp_am.cfg"}}},
        .flagged = "ib_port_guid 0x0",
        .flagged_device = "sm2"},
    {.title = "The aggregation manager runs on the host of the master, and up/down makes the routes",
        .files = {{{"opensm", "sm1", R"(-routing_engine updn,no_fallback
+routing_engine ar_updn,no_fallback
-lmc 0
+sharp_enabled 2
)"},
            {"opensm", "sm1", sharp_am, "sharp_am.cfg"},
            {"opensm", "sm2", R"(-guid 0x0000000000000106
+guid 0x0000000000000108
-sm_priority 14
+sm_priority 13
-routing_engine updn,no_fallback
+routing_engine ar_updn,no_fallback
-lmc 0
+sharp_enabled 2
)"}}}},
    {.title = "Each manager has its aggregation manager",
        .files = {{{"opensm", "sm1", R"(-lmc 0
+sharp_enabled 2
)"},
            {"opensm", "sm1", sharp_am, "sharp_am.cfg"},
            {"opensm", "sm2", R"(-guid 0x0000000000000106
+guid 0x0000000000000108
-sm_priority 14
+sm_priority 13
-lmc 0
+sharp_enabled 2
)"},
            {"opensm", "sm2", sharp_am, "sharp_am.cfg"}}}},
};

bool aggregates(const SubnetManager& manager)
{
    return manager.sharp_manager.known() && manager.sharp_manager.value;
}

// The list of routing engines is from "Setting up NVIDIA SHARP Environment".
bool makes_sharp_trees(RoutingEngine engine)
{
    switch (engine) {
    case RoutingEngine::updn:
    case RoutingEngine::ar_updn:
    case RoutingEngine::ftree:
    case RoutingEngine::ar_ftree:
    case RoutingEngine::dfp:
    case RoutingEngine::dfp2:
    case RoutingEngine::dor:
    case RoutingEngine::ar_dor:
    case RoutingEngine::kdor_hc:
    // These names do not show which engine is used in the end.
    case RoutingEngine::chain:
    case RoutingEngine::auto_:
    case RoutingEngine::unknown:
        return true;
    default:
        return false;
    }
}

void judge_engine(FabricContext& context, std::uint32_t index)
{
    const Device& device = context.fabric.devices[index];
    const SubnetManager& manager = *device.manager;
    if (!aggregates(manager) || manager.engines.empty() || makes_sharp_trees(manager.engines.front().engine))
        return;
    context.report({.at = manager.engines_at.somewhere() ? manager.engines_at : manager.engines.front().at,
        .message = fmt::format("{} routes by {}, from which SHARP's aggregation manager makes no trees",
            device.name,
            manager.engines.front().name),
        .subjects = {sm::subject(index, manager, "routing_engine")},
        .related = {{sm::place_of(device, manager.sharp_manager), "the aggregation manager"}},
        .fix = "Route by updn, ftree, their adaptive kinds, dfp, or dor on a hypercube."});
}

// The manager that becomes master, if the priorities decide it.
const std::uint32_t* master_of(const Fabric& fabric, const std::vector<std::uint32_t>& group)
{
    const auto priority = [&](std::uint32_t index) -> const Setting<std::uint8_t>& {
        return fabric.devices[index].manager->sm_priority;
    };
    if (!std::ranges::all_of(group, [&](std::uint32_t index) { return priority(index).known(); }))
        return nullptr;
    const auto best
        = std::ranges::max_element(group, {}, [&](std::uint32_t index) { return priority(index).value; });
    const bool alone = std::ranges::count_if(group, [&](std::uint32_t index) {
        return priority(index).value == priority(*best).value;
    }) == 1;
    return alone ? &*best : nullptr;
}

void judge_place(FabricContext& context, const std::vector<std::uint32_t>& group)
{
    const std::uint32_t* master = master_of(context.fabric, group);
    if (master == nullptr || aggregates(*context.fabric.devices[*master].manager))
        return;
    for (const std::uint32_t index : group) {
        const Device& device = context.fabric.devices[index];
        if (!aggregates(*device.manager))
            continue;
        context.report({.at = sm::place_of(device, device.manager->sharp_manager),
            .message = fmt::format("{} runs SHARP's aggregation manager, and {} is the master subnet manager",
                device.name,
                context.fabric.devices[*master].name),
            .subjects = {{{index, Port::no_index}, Property::manager, Part::option("sharp_am")}},
            .related = {{sm::place_of(context.fabric.devices[*master],
                             context.fabric.devices[*master].manager->sm_priority),
                "the master's priority"}},
            .fix
            = "Run the aggregation manager on the host of the master, and on those that may become it."});
        return;
    }
}

void check(FabricContext& context)
{
    for (const std::vector<std::uint32_t>& group : sm::managers_by_subnet(context)) {
        for (const std::uint32_t index : group)
            judge_engine(context, index);
        if (group.size() > 1)
            judge_place(context, group);
    }
}

}

extern const Rule rule = {
    .code = "SM049",
    .name = "sharp-conditions",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary
    = "SHARP is set up, and the routing engine or the place of its aggregation manager keeps it from working.",
    .why
    = "The aggregation manager builds its reduction trees from the routes of the subnet manager, and "
      "accepts them only from engines whose trees it knows. It talks to the master on its own host: next "
      "to a standby it finds nothing to work with. Jobs then reduce over the hosts, at half the "
      "bandwidth or less, and say so at a debug level only.",
    .source
    = "NVIDIA SHARP Rev 3.3.0, Setting up NVIDIA SHARP Environment (routing engines; the aggregation manager "
      "runs on a server with a master subnet manager)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Route by an engine that SHARP supports, and run the aggregation manager on the host of the "
           "master.",
    .check_fabric = check,
};

}
