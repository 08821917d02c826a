// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <vector>

namespace rocelint::rules::top010 {
namespace {

constexpr std::string_view two_leaves = "devices:\n  leaf1: {role: leaf}\n  leaf2: {role: leaf}\n";

constexpr Example examples[] = {
    {.title = "The topology names two leaves, and one was collected",
        .files = {{{"sonic", "leaf1", ""}}},
        .topology = two_leaves,
        .flagged = "leaf2:",
        .flagged_device = "topology.yaml",
        .all_collected = true},
    {.title = "A link leads to a host that was not collected",
        .files = {{{"sonic", "leaf1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "host1",
        .flagged_device = "topology.yaml",
        .all_collected = true},
    {.title = "The topology names hosts for their cables alone, and none was collected",
        .files = {{{"sonic", "leaf1", ""}}},
        .topology
        = "devices:\n  t1: {role: host}\n  t2: {role: host}\nlinks:\n  - {a: \"leaf1:Ethernet0\", b: "
          "\"t1:ens1f0np0\"}\n  - {a: \"leaf1:Ethernet4\", b: \"t2:ens1f0np0\"}\n",
        .flagged = "t1:",
        .flagged_device = "topology.yaml",
        .all_collected = true},
    {.title = "Both leaves were collected",
        .files = {{{"sonic", "leaf1", ""}, {"sonic", "leaf2", ""}}},
        .topology = two_leaves,
        .all_collected = true},
};

std::string_view topology_file(const FabricContext& context)
{
    const std::string_view path = context.fabric.topology.path;
    return path.substr(path.rfind('/') + 1);
}

// Hosts that the topology names without a `file`.
std::unordered_set<std::string_view> bare_host_names(const Topology& topology)
{
    std::unordered_set<std::string_view> names;
    for (const TopologyDevice& device : topology.devices) {
        if (device.role == Role::host && device.file.empty())
            names.insert(device.name);
    }
    return names;
}

// If no host was read, the topology only names hosts to say what is connected to a port, so one finding
// covers all of them.
void report_bare_hosts(FabricContext& context, std::span<const UnreadDevice* const> hosts)
{
    const UnreadDevice& first = *hosts.front();
    context.report({.severity = Severity::info,
        .at = first.at,
        .message = hosts.size() == 1
            ? fmt::format("{} names the host {}, and no host was read: what its NICs send is not checked",
                topology_file(context),
                first.name)
            : fmt::format(
                "{} names {} hosts, such as {}, and no host was read: what their NICs send is not checked",
                topology_file(context),
                hosts.size(),
                first.name),
        .fix = "Collect the settings of the hosts' NICs too."});
}

// Neighbors that LLDP or a neighbor table names and the topology does not: part of the fabric was not
// collected.
void check_neighbours(FabricContext& context)
{
    const Topology& topology = context.fabric.topology;
    const auto is_planned = [&](Span at) {
        return (!topology.links.empty() && topology.links.front().at.source == at.source)
            || (!topology.devices.empty() && topology.devices.front().at.source == at.source);
    };
    for (const OpenEnd& end : context.fabric.open_ends) {
        if (!is_planned(end.at) && context.analysis.is_roce(end.port))
            context.not_checked(end.port, "nothing was read of the neighbour that it names");
    }
}

void check(FabricContext& context)
{
    check_neighbours(context);
    const bool host_was_read = std::ranges::any_of(context.fabric.devices,
        [](const Device& device) { return device.kind == DeviceKind::host && !device.is_template; });
    const std::unordered_set<std::string_view> bare_names
        = host_was_read ? std::unordered_set<std::string_view>{} : bare_host_names(context.fabric.topology);
    std::vector<const UnreadDevice*> bare_hosts;
    for (const UnreadDevice& device : context.fabric.unread_devices) {
        if (device.left_out)
            continue;
        if (device.reason.empty() && bare_names.contains(device.name)) {
            bare_hosts.push_back(&device);
            continue;
        }
        Diagnosis diagnosis{.at = device.at,
            .message
            = fmt::format("{} is in {} but nothing of it was read", device.name, topology_file(context)),
            .fix = "Collect its configuration, or remove it from the topology."};
        if (!device.reason.empty())
            diagnosis.show({}, device.reason);
        context.report(std::move(diagnosis));
    }
    if (!bare_hosts.empty())
        report_bare_hosts(context, bare_hosts);
}

}

extern const Rule rule = {
    .code = "TOP010",
    .name = "unread-device",
    .severity = Severity::error,
    .other_severities = {{{Severity::info, "for hosts, where no host was read"}}},
    .scope = Scope::fabric,
    .summary = "A device that the topology names was not read at all.",
    .why
    = "A rule can only judge what was read. A switch whose file is missing, empty, compressed or of a platform that "
      "is not known makes the report shorter, not better: its ports, and the far ends of all its cables, are not "
      "checked. One such switch is enough to lose frames. Where no host was read at all, the hosts that the topology "
      "names are reported in one info: it names them for their cables.",
    .source = "docs/architecture.md: what is not read is unread, and never an \"ok\"",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Collect the device's configuration into the checked folder, or remove it from the topology. Where a part of a "
      "fabric is not yours to collect, set this rule to `warning` or `off` in rocelint.yaml.",
    .check_fabric = check,
};

}
