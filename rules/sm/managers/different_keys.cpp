// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm006 {
namespace {

constexpr Example examples[] = {
    sm::with_second("The SM_Keys differ",
        R"(-guid 0x0000000000000106
+guid 0x0000000000000108
-sm_priority 14
+sm_priority 13
-sm_key 0x5e1f00d5a1ad0001
+sm_key 0x5e1f00d5a1ad0009
)",
        "sm_key"),
    sm::with_second("The M_Keys differ",
        R"(-guid 0x0000000000000106
+guid 0x0000000000000108
-sm_priority 14
+sm_priority 13
-m_key 0x5e1f00d5a1ad0003
+m_key 0x5e1f00d5a1ad0009
)",
        "m_key 0x"),
    sm::with_second("The keys are equal, one of them written in capitals", R"(-guid 0x0000000000000106
+guid 0x0000000000000108
-sm_priority 14
+sm_priority 13
-sm_key 0x5e1f00d5a1ad0001
+sm_key 0x5E1F00D5A1AD0001
)"),
};

void compare(FabricContext& context,
    const std::vector<std::uint32_t>& group,
    Setting<std::uint64_t> SubnetManager::*digest,
    std::string_view option,
    std::string_view follows)
{
    const Device& first = context.fabric.devices[group.front()];
    for (const std::uint32_t index : group) {
        const Device& other = context.fabric.devices[index];
        const Setting<std::uint64_t>& a = (*first.manager).*digest;
        const Setting<std::uint64_t>& b = (*other.manager).*digest;
        if (!a.known() || !b.known() || a.value == b.value)
            continue;
        context.report({.at = sm::place_of(other, b),
            .message = fmt::format(
                "{} and {} have different values of {}: {}", first.name, other.name, option, follows),
            .subjects = {sm::subject(index, *other.manager, option)},
            .related = {{sm::place_of(first, a), fmt::format("the other {}", option)}},
            .fix = fmt::format("Give all managers of the subnet the same {}.", option)});
    }
}

void check(FabricContext& context)
{
    for (const std::vector<std::uint32_t>& group : sm::managers_by_subnet(context)) {
        if (group.size() < 2)
            continue;
        compare(context,
            group,
            &SubnetManager::sm_key_digest,
            "sm_key",
            "they ignore each other, and both become master");
        compare(context,
            group,
            &SubnetManager::m_key_digest,
            "m_key",
            "the standby cannot write to the ports when it takes over");
    }
}

}

extern const Rule rule = {
    .code = "SM006",
    .name = "different-manager-keys",
    .severity = Severity::error,
    .scope = Scope::fabric,
    .summary = "Subnet managers of one subnet have different keys.",
    .why = "A manager takes another one seriously only where their SM_Keys are equal. Else both ignore each "
           "other, both become master, and both write LIDs and routes. With different M_Keys the standby "
           "cannot write to any port when it takes over.",
    .source
    = "opensm(8) 3.3.23, sm_key; opensm 3.3.23, opensm/osm_sminfo_rcv.c: smi_rcv_process_get_response; "
      "InfiniBand Architecture Specification 14.2.4 and 14.4",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Give all managers of a subnet the same keys. The files do not show which keys are right.",
    .check_fabric = check,
};

}
