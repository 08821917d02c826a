// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm005 {
namespace {

constexpr Example examples[] = {
    sm::with_second("Two managers of priority 14",
        R"(-guid 0x0000000000000106
+guid 0x0000000000000108
)",
        "sm_priority 14"),
    sm::with_second("A master and a standby", sm::standby),
};

void check(FabricContext& context)
{
    for (const std::vector<std::uint32_t>& group : sm::managers_by_subnet(context)) {
        std::map<std::uint8_t, std::vector<std::uint32_t>> by_priority;
        for (const std::uint32_t index : group) {
            const SubnetManager& manager = *context.fabric.devices[index].manager;
            if (manager.sm_priority.known() && !manager.sm_inactive.is(true))
                by_priority[manager.sm_priority.value].push_back(index);
        }
        for (const auto& [priority, equal] : by_priority) {
            if (equal.size() < 2)
                continue;
            const Device& last = context.fabric.devices[equal.back()];
            Diagnosis diagnosis{.at = sm::place_of(last, last.manager->sm_priority),
                .message = fmt::format(
                    "{} and {} have the same priority {}: the lower GUID decides which of them is master",
                    context.fabric.devices[equal.front()].name,
                    last.name,
                    priority),
                .fix = "Give the manager that should be master a higher sm_priority than all others."};
            for (const std::uint32_t index : equal)
                diagnosis.subjects.push_back(
                    sm::subject(index, *context.fabric.devices[index].manager, "sm_priority"));
            context.report(std::move(diagnosis));
        }
    }
}

}

extern const Rule rule = {
    .code = "SM005",
    .name = "equal-manager-priorities",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "Subnet managers of one subnet have the same priority.",
    .why = "The manager with the highest priority is the master; of equal ones it is the one with the lowest"
           " GUID, which is chance. When that one comes back after a failure it takes over again, and "
           "each handover is a heavy sweep.",
    .source
    = "opensm(8) 3.3.23, sm_priority; InfiniBand Architecture Specification 14.4 (SMInfo and handover)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Give each manager a priority of its own. The files do not show which manager should be "
           "master.",
    .check_fabric = check,
};

}
