// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm007 {
namespace {

constexpr Example examples[] = {
    sm::with_second("The prefixes of master and standby differ",
        R"(-guid 0x0000000000000106
+guid 0x0000000000000108
-sm_priority 14
+sm_priority 13
-subnet_prefix 0xfe80000000000000
+subnet_prefix 0xfec0000000000001
)",
        "subnet_prefix 0xfec0000000000001"),
    {.title = "Two planes with one prefix",
        .files = {{{"opensm", "sm1", ""}, {"opensm", "sm2", R"(-guid 0x0000000000000106
+guid 0x0000000000000108
-sm_priority 14
+sm_priority 13
)"}}},
        .topology = R"(devices: {sm1: {role: management, plane: a}, sm2: {role: management, plane: b}}
links: []
)",
        .flagged = "subnet_prefix",
        .flagged_device = "sm2"},
    {.title = "Two planes with a prefix each",
        .files = {{{"opensm", "sm1", ""}, {"opensm", "sm2", R"(-guid 0x0000000000000106
+guid 0x0000000000000108
-sm_priority 14
+sm_priority 13
-subnet_prefix 0xfe80000000000000
+subnet_prefix 0xfec0000000000001
)"}}},
        .topology = R"(devices: {sm1: {role: management, plane: a}, sm2: {role: management, plane: b}}
links: []
)"},
};

struct Stated {
    std::uint32_t device = 0;
    const Setting<std::uint64_t>* prefix = nullptr;
};

void report(FabricContext& context, Severity severity, Stated first, Stated other, const std::string& message)
{
    const Device& device = context.fabric.devices[other.device];
    context.report({.severity = severity,
        .at = sm::place_of(device, *other.prefix),
        .message = message,
        .subjects = {sm::subject(other.device, *device.manager, "subnet_prefix")},
        .related = {{sm::place_of(context.fabric.devices[first.device], *first.prefix), "the other manager"}},
        .fix = severity == Severity::error ? "Give all managers of the subnet the same subnet_prefix."
                                           : "Give each subnet a subnet_prefix of its own."});
}

void check(FabricContext& context)
{
    std::vector<Stated> subnets;
    for (const std::vector<std::uint32_t>& group : sm::managers_by_subnet(context)) {
        std::vector<Stated> stated;
        for (const std::uint32_t index : group) {
            const Setting<std::uint64_t>& prefix = context.fabric.devices[index].manager->subnet_prefix;
            if (prefix.known())
                stated.push_back({index, &prefix});
        }
        for (const Stated& other : stated) {
            if (other.prefix->value != stated.front().prefix->value)
                report(context,
                    Severity::error,
                    stated.front(),
                    other,
                    fmt::format("{} has the subnet prefix 0x{:016x}, and {} of the same subnet 0x{:016x}",
                        context.fabric.devices[other.device].name,
                        other.prefix->value,
                        context.fabric.devices[stated.front().device].name,
                        stated.front().prefix->value));
        }
        if (stated.empty())
            continue;
        for (const Stated& earlier : subnets) {
            if (earlier.prefix->value == stated.front().prefix->value)
                report(context,
                    Severity::warning,
                    earlier,
                    stated.front(),
                    fmt::format(
                        "{} and {} are of different subnets and have the same prefix 0x{:016x}: a host on both cannot "
                        "distinguish them",
                        context.fabric.devices[earlier.device].name,
                        context.fabric.devices[stated.front().device].name,
                        earlier.prefix->value));
        }
        subnets.push_back(stated.front());
    }
}

}

extern const Rule rule = {
    .code = "SM007",
    .name = "subnet-prefixes",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning, "where two subnets have the same prefix"}}},
    .scope = Scope::fabric,
    .summary
    = "Subnet managers of one subnet have different prefixes, or those of different subnets the same.",
    .why = "The prefix is the upper half of every GID of the subnet. A standby with another prefix changes "
           "all addresses when it takes over, and every connection breaks. Two subnets with one prefix "
           "cannot be distinguished by routers, nor by a host that is on both.",
    .source
    = "opensm 3.3.23, opensm/osm_subnet.c (subnet_prefix); InfiniBand Architecture Specification 4.1.1 "
      "(GID prefixes)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "One prefix for each subnet, the same on all of its managers. The files do not show which one is "
           "right.",
    .check_fabric = check,
};

}
