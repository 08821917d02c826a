// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::sm038 {
namespace {

constexpr Example examples[] = {
    sm::with_file("A partition of a tenant alone",
        "partitions.conf",
        R"(tenant1=0x8001: 0x0002c90300a1b011=full, 0x0002c90300a1b012=full;
)",
        "tenant1=0x8001"),
    sm::with_file("The manager's own port is limited",
        "partitions.conf",
        R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL_CAS=full, SELF=limited;
)",
        "Default=0x7fff"),
    sm::with_file("All are limited but the manager",
        "partitions.conf",
        R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=limited, SELF=full;
)"),
};

constexpr std::uint16_t default_partition = 0x7fff;

void check(DeviceContext& context, const SubnetManager& manager)
{
    if (!manager.has_partitions || manager.partitions_dropped || manager.partitions.empty())
        return;
    const auto found = std::ranges::find(manager.partitions, default_partition, &SmPartition::pkey);
    if (found == manager.partitions.end()) {
        const Span first = manager.partitions.front().at;
        context.report({.at = first,
            .message = fmt::format(
                "{} makes every port but its own a limited member of the default partition: the file has no rule for 0x7fff",
                context.device().name),
            .subjects = {context.subject(Property::partitions, Part::statement(first))},
            .fix
            = "Add a rule such as `Default=0x7fff, ipoib: ALL=full;`, or `ALL=limited, SELF=full;` where hosts are kept apart."});
        return;
    }
    const auto self = std::ranges::find(found->members, SmMember::Kind::self, &SmMember::kind);
    if (self == found->members.end() || self->membership != SmMembership::limited)
        return;
    Diagnosis diagnosis{.at = found->at,
        .message = fmt::format(
            "{} makes its own port a limited member of the default partition: limited members cannot ask it for paths",
            context.device().name),
        .subjects = {context.subject(Property::partitions, Part::statement(found->at))},
        .fix = "Write SELF=full."};
    if (!found->text.empty()) {
        std::string text(found->text);
        text.replace(self->at.offset - found->whole.offset, self->at.length, "SELF=full");
        diagnosis.changes.push_back(
            sm::change_of_text(context.index, Property::partitions, found->text, std::move(text)));
    }
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "SM038",
    .name = "no-default-partition",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary = "The partitions file has no rule for the default partition.",
    .why = "With a file but no rule for 0x7fff opensm makes every port but its own a limited member of "
           "the default partition. Limited members cannot reach each other: IP over InfiniBand and "
           "whatever uses the default P_Key stops between hosts. Without any file all are full members.",
    .source
    = "opensm 3.3.23, opensm/osm_prtn.c: prtn_make_default, osm_prtn_make_partitions; opensm(8) 3.3.23,"
      " PARTITION CONFIGURATION",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Add a rule for 0x7fff. `fix` makes the manager's own port a full member; no file shows whether "
           "hosts should be full members of a partition that does not exist yet.",
    .check_device = sm::check_manager<check>,
};

}
