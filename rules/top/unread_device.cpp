// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

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
    {.title = "Both leaves were collected",
        .files = {{{"sonic", "leaf1", ""}, {"sonic", "leaf2", ""}}},
        .topology = two_leaves,
        .all_collected = true},
};

void check(FabricContext& context)
{
    for (const UnreadDevice& device : context.fabric.unread_devices) {
        if (device.left_out)
            continue;
        const std::string_view path = context.fabric.topology.path;
        const std::string_view file = path.substr(path.rfind('/') + 1);
        Finding& finding = context.report(
            device.at, fmt::format("{} is in {} but nothing of it was read", device.name, file));
        if (!device.reason.empty())
            finding.related.push_back({{}, device.reason, {}});
        finding.fix = "Collect its configuration, or remove it from the topology.";
    }
}

}

extern const Rule rule = {
    .code = "TOP010",
    .name = "unread-device",
    .severity = Severity::error,
    .scope = Scope::fabric,
    .summary = "A device that the topology names was not read at all.",
    .why
    = "A rule can only judge what was read. A switch whose file is missing, empty, compressed or of a platform that "
      "is not known makes the report shorter, not better: its ports, and the far ends of all its cables, are not "
      "checked. One such switch is enough to lose frames.",
    .source = "docs/architecture.md: what is not read is unread, and never an \"ok\"",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Collect the device's configuration into the checked folder, or remove it from the topology. Where a part of a "
      "fabric is not yours to collect, set this rule to `warning` or `off` in rocelint.yaml.",
    .check_fabric = check,
};

}
