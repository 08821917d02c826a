// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::sm040 {
namespace {

constexpr Example examples[] = {
    sm::with_file("No member is full",
        "partitions.conf",
        R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
ai=0x8001: ALL_CAS;
)",
        "ai=0x8001"),
    sm::with_file("One is full", "partitions.conf", R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
ai=0x8001: ALL_CAS, 0x0002c90300a1b011=full;
)"),
};

void check(DeviceContext& context, const SubnetManager& manager)
{
    constexpr std::uint16_t default_partition = 0x7fff; // opensm's own port is a full member of it
    if (manager.partitions_dropped)
        return;
    for (const SmPartition& partition : manager.partitions) {
        const auto is_limited
            = [](const SmMember& member) { return member.membership == SmMembership::limited; };
        // Several rules may add members to one partition.
        const bool limited = std::ranges::all_of(manager.partitions, [&](const SmPartition& same) {
            return same.pkey != partition.pkey || std::ranges::all_of(same.members, is_limited);
        });
        if (!limited || partition.members.empty() || partition.pkey == default_partition)
            continue;
        context.report({.at = partition.at,
            .message = fmt::format("{} makes all members of partition {} limited: none of them can reach "
                                   "another",
                context.device().name,
                partition.name),
            .subjects = {context.subject(Property::partitions, Part::statement(partition.at))},
            .fix = "Write =full after those that the others talk to, or defmember=full."});
    }
}

}

extern const Rule rule = {
    .code = "SM040",
    .name = "all-members-limited",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary = "All members of a partition are limited, and none of them can reach another.",
    .why = "Two ports exchange packets of a partition only if at least one of them is a full member. "
           "Members are limited unless a word says otherwise.",
    .source
    = "InfiniBand Architecture Specification 10.9.3 (limited members do not accept packets from limited"
      " members); opensm(8) 3.3.23, PARTITION CONFIGURATION",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Make those full members that the others talk to. The files do not show which members those "
           "are.",
    .check_device = sm::check_manager<check>,
};

}
