// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/manager.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

namespace rocelint::rules::sm054 {
namespace {

constexpr double most_nodes[] = {2048};
constexpr Parameter parameters[] = {
    {"nodes",
        most_nodes,
        "nodes",
        "most nodes of a subnet whose manager runs on a switch",
        "NVIDIA MLNX-OS User Manual v3.11.3006, Subnet Manager (fabrics up to 2048 nodes)"},
};

constexpr Example examples[] = {
    {.title = "A switch is master of a subnet whose files switch adaptive routing on",
        .files
        = {{{"ib-fabric",
                "fabric",
                R"(+sminfo: sm lid 11 sm guid 0x11, activity count 1822 priority 15 state 3 SMINFO_MASTER
)"},
            {"opensm", "sm1", R"(-routing_engine updn,no_fallback
+routing_engine ar_updn,no_fallback
)"}}},
        .flagged = "sminfo: sm lid 11"},
    {.title = "A switch is master of a subnet that is too large for it",
        .files = {{{"ib-fabric",
            "fabric",
            R"(+sminfo: sm lid 11 sm guid 0x11, activity count 1822 priority 15 state 3 SMINFO_MASTER
)"}}},
        .policy = "version: 1\nprofile: lossless\nrules:\n  SM054: {parameters: {nodes: 4}}\n",
        .flagged = "sminfo: sm lid 11"},
    {.title = "A switch is master of a small subnet",
        .files = {{{"ib-fabric",
            "fabric",
            R"(+sminfo: sm lid 11 sm guid 0x11, activity count 1822 priority 15 state 3 SMINFO_MASTER
)"}}}},
    {.title = "A host is master",
        .files
        = {{{"ib-fabric",
                "fabric",
                R"(+sminfo: sm lid 103 sm guid 0x106, activity count 1822 priority 14 state 3 SMINFO_MASTER
)"},
            {"opensm", "sm1", R"(-routing_engine updn,no_fallback
+routing_engine ar_updn,no_fallback
)"}}}},
};

// A setting of a manager's files that the manager of a switch does not support, or empty.
std::string_view wanted_feature(const SubnetManager& manager)
{
    constexpr std::uint8_t enabled = 2; // mlnx_congestion_control, sharp_enabled
    if (manager.adaptive_routing.is(true))
        return "adaptive routing";
    if (manager.sharp_enabled.is(enabled))
        return "SHARP";
    if (sm::option_number(manager, "shield_mode", 0) != 0)
        return "SHIELD";
    if (sm::option_number(manager, "mlnx_congestion_control", 0) == enabled)
        return "congestion control";
    return {};
}

void report(FabricContext& context,
    std::uint32_t index,
    const IbManager& master,
    std::string what,
    std::optional<Related> evidence)
{
    const Device& device = context.fabric.devices[index];
    const std::uint32_t port = device.subnet->port_of_guid(master.guid);
    Diagnosis diagnosis{.at = master.at,
        .message = fmt::format("the master subnet manager runs on the switch {}, {}",
            device.subnet->node_name(device.subnet->ports[port].node),
            what),
        .subjects = {{{index, port}, Property::manager}}};
    if (evidence)
        diagnosis.related.push_back(std::move(*evidence));
    context.report(std::move(diagnosis));
}

void check(FabricContext& context)
{
    for (const std::uint32_t index : context.fabric.subnets) {
        const Subnet& subnet = *context.fabric.devices[index].subnet;
        const auto master = std::ranges::find(subnet.managers, IbManagerState::master, &IbManager::state);
        if (master == subnet.managers.end())
            continue;
        const std::uint32_t port = subnet.port_of_guid(master->guid);
        if (port == Subnet::none || subnet.nodes[subnet.ports[port].node].kind != IbNodeKind::network_switch)
            continue;
        const auto nodes = std::ranges::count_if(
            subnet.nodes, [](const IbNode& node) { return node.ports > 0 && !node.aggregation_node; });
        if (static_cast<double>(nodes) > context.number("nodes")) {
            report(context,
                index,
                *master,
                fmt::format("and the subnet has {} nodes: a switch manages up to {:g}",
                    nodes,
                    context.number("nodes")),
                std::nullopt);
            continue;
        }
        for (const std::uint32_t manager : context.fabric.managers_of(index)) {
            const Device& device = context.fabric.devices[manager];
            const std::string_view wanted = wanted_feature(*device.manager);
            if (wanted.empty())
                continue;
            report(context,
                index,
                *master,
                fmt::format(
                    "which does not support {}, and the files of {} switch it on", wanted, device.name),
                Related{device.manager->conf, "the manager whose files enable it"});
            break;
        }
    }
}

}

extern const Rule rule = {
    .code = "SM054",
    .name = "manager-on-switch",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "The master subnet manager runs on a switch, and the subnet needs more than it supports.",
    .why
    = "The subnet manager in the software of a managed switch does not support adaptive routing, SHIELD, "
      "SHARP or congestion control, and manages up to 2048 nodes. Where it wins the election, by a "
      "priority left at its default, the features that the other managers' files switch on are off: "
      "routes are fixed, reductions go over the hosts, and a link that fails is routed around by a sweep "
      "alone.",
    .source
    = "NVIDIA MLNX-OS User Manual v3.11.3006, Subnet Manager (no adaptive routing, fault routing, congestion control, "
      "SHIELD or SHARP; up to 2048 nodes); IBA 1.5 14.4.1 (election by priority)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Disable the subnet manager of the switch (no ib smnode), or give a manager on a host the higher priority.",
    .check_fabric = check,
};

}
