// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm012 {
namespace {

constexpr Example examples[] = {
    sm::with_second("The standby has LMC 1",
        R"(-guid 0x0000000000000106
+guid 0x0000000000000108
-sm_priority 14
+sm_priority 13
-lmc 0
+lmc 1
)",
        "lmc 1"),
    sm::with_second("Both have LMC 0", sm::standby),
};

void check(FabricContext& context)
{
    for (const std::vector<std::uint32_t>& group : sm::managers_by_subnet(context)) {
        const Device& first = context.fabric.devices[group.front()];
        for (const std::uint32_t index : group) {
            const Device& other = context.fabric.devices[index];
            if (group.size() < 2 || !first.manager->lmc.known() || !other.manager->lmc.known()
                || first.manager->lmc.value == other.manager->lmc.value)
                continue;
            context.report({.at = sm::place_of(other, other.manager->lmc),
                .message = fmt::format(
                    "{} has LMC {} and {} LMC {}: the subnet is renumbered when one takes over from the other",
                    other.name,
                    other.manager->lmc.value,
                    first.name,
                    first.manager->lmc.value),
                .subjects = {sm::subject(index, *other.manager, "lmc")},
                .related = {{sm::place_of(first, first.manager->lmc), "the other manager"}},
                .fix = "Give all managers of the subnet the same lmc."});
        }
    }
}

}

extern const Rule rule = {
    .code = "SM012",
    .name = "different-lmc",
    .severity = Severity::error,
    .scope = Scope::fabric,
    .summary = "Subnet managers of one subnet give ports different numbers of LIDs.",
    .why = "LMC decides how many LIDs each port has. A standby with another LMC renumbers the whole subnet "
           "when it takes over, and every connection breaks.",
    .source = "opensm(8) 3.3.23, lmc; InfiniBand Architecture Specification 4.1.3 (LMC)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Give all managers of a subnet the same lmc. The files do not show which one is right.",
    .check_fabric = check,
};

}
