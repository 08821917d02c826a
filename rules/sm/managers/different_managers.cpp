// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::sm017 {
namespace {

constexpr Example examples[] = {
    sm::with_second("The standby has another engine",
        R"(-guid 0x0000000000000106
+guid 0x0000000000000108
-sm_priority 14
+sm_priority 13
-routing_engine updn,no_fallback
+routing_engine ftree,no_fallback
)",
        "routing_engine ftree"),
    sm::with_second("The standby has other arbitration",
        R"(-guid 0x0000000000000106
+guid 0x0000000000000108
-sm_priority 14
+sm_priority 13
-qos_high_limit 4
+qos_high_limit 8
)",
        "qos_high_limit 8"),
    {.title = "The standby has no partitions",
        .files = {{{"opensm", "sm1", ""},
            {"opensm",
                "sm1",
                R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
)",
                "partitions.conf"},
            {"opensm", "sm2", R"(-guid 0x0000000000000106
+guid 0x0000000000000108
-sm_priority 14
+sm_priority 13
)"},
            {"opensm",
                "sm2",
                R"(# nobody
0x0002c90300a1b009
)",
                "root_guid.conf"}}},
        .flagged = "Default=0x7fff",
        .flagged_device = "sm1"},
    {.title = "The standby has another partition",
        .files = {{{"opensm", "sm1", ""},
            {"opensm",
                "sm1",
                R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
)",
                "partitions.conf"},
            {"opensm", "sm2", R"(-guid 0x0000000000000106
+guid 0x0000000000000108
-sm_priority 14
+sm_priority 13
)"},
            {"opensm",
                "sm2",
                R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
ai=0x8001: ALL=full;
)",
                "partitions.conf"}}},
        .flagged = "ai=0x8001",
        .flagged_device = "sm2"},
    sm::with_second("Priority and port alone differ", sm::standby),
};

// Options that are specific to each manager.
constexpr std::array<std::string_view, 12> own{"guid",
    "sm_priority",
    "log_file",
    "log_flags",
    "log_prefix",
    "log_max_size",
    "dump_files_dir",
    "console",
    "console_port",
    "daemon",
    "sm_key",
    "m_key"};
// Options that other rules compare.
constexpr std::array<std::string_view, 3> compared{"lmc", "subnet_prefix", "sa_key"};
// Options that affect traffic: it is worth reporting if only one file states them.
constexpr std::array<std::string_view, 8> decisive{"routing_engine",
    "qos",
    "max_op_vls",
    "part_enforce",
    "no_partition_enforcement",
    "connect_roots",
    "max_reverse_hops",
    "sm_inactive"};

template <std::size_t Size>
bool has(const std::array<std::string_view, Size>& names, std::string_view name)
{
    return std::ranges::find(names, name) != names.end();
}

bool is_compared(const SmOption& option)
{
    if (!option.known || option.overridden || option.secret || has(own, option.name)
        || has(compared, option.name))
        return false;
    return has(decisive, option.name) || option.name.starts_with("qos_") || option.name.starts_with("ar_");
}

bool report_options(FabricContext& context, const Device& first, std::uint32_t index)
{
    const Device& other = context.fabric.devices[index];
    for (const SmOption& option : other.manager->options) {
        if (!is_compared(option) || option.name.ends_with("_file"))
            continue;
        const SmOption* of_first = first.manager->option(option.name);
        if (of_first == nullptr || of_first->runs == option.runs)
            continue;
        context.report({.at = option.at,
            .message = fmt::format("{} would run the subnet with {} {}, and {} with {}",
                other.name,
                option.name,
                option.runs,
                first.name,
                of_first->runs),
            .subjects = {sm::subject(index, *other.manager, option)},
            .related = {{of_first->at, fmt::format("as {} states it", first.name)}},
            .fix = "Give all managers of the subnet the same options."});
        return true;
    }
    return false;
}

bool has_partition(const SubnetManager& manager, const SmPartition& wanted)
{
    return std::ranges::any_of(manager.partitions, [&wanted](const SmPartition& each) {
        const auto same = [](const SmMember& a, const SmMember& b) {
            return a.kind == b.kind && a.guid == b.guid && a.membership == b.membership;
        };
        return each.pkey == wanted.pkey && each.sl == wanted.sl && each.ipoib == wanted.ipoib
            && each.rate_code == wanted.rate_code && each.mtu_code == wanted.mtu_code
            && std::ranges::equal(each.members, wanted.members, same);
    });
}

bool report_partitions(FabricContext& context, std::uint32_t with, std::uint32_t without)
{
    const SubnetManager& has_it = *context.fabric.devices[with].manager;
    for (const SmPartition& partition : has_it.partitions) {
        if (has_partition(*context.fabric.devices[without].manager, partition))
            continue;
        context.report({.at = partition.at,
            .message = fmt::format("{} makes partition {} (0x{:04x}), and {} does not make the same",
                context.fabric.devices[with].name,
                partition.name,
                partition.pkey,
                context.fabric.devices[without].name),
            .subjects = {{{with, Port::no_index}, Property::partitions, Part::statement(partition.at)}},
            .fix = "Give all managers of the subnet the same partitions.conf."});
        return true;
    }
    return false;
}

void check(FabricContext& context)
{
    for (const std::vector<std::uint32_t>& group : sm::managers_by_subnet(context)) {
        for (const std::uint32_t index : group) {
            if (index == group.front())
                continue;
            report_options(context, context.fabric.devices[group.front()], index);
            if (!report_partitions(context, index, group.front()))
                report_partitions(context, group.front(), index);
        }
    }
}

}

extern const Rule rule = {
    .code = "SM017",
    .name = "managers-differ",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "Subnet managers of one subnet would run it differently.",
    .why = "The standby takes over with its own files. With another routing engine, other virtual lanes "
           "or other partitions the fabric works differently from that moment on, although nothing was "
           "changed.",
    .source
    = "NVIDIA UFM Enterprise User Manual v6.15, High Availability; opensm(8) 3.3.23, files of a subnet "
      "manager are local to its host",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Give all managers of a subnet the same files. The files do not show which of them are right.",
    .check_fabric = check,
};

}
