// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm046 {
namespace {

constexpr Example examples[] = {
    sm::with_second("The file was copied",
        R"(-sm_priority 14
+sm_priority 13
)",
        "guid 0x0000000000000106"),
    sm::with_second("Each has its own port", sm::standby),
};

void check(FabricContext& context)
{
    const std::vector<std::uint32_t>& managers = context.fabric.managers;
    for (std::size_t later = 1; later < managers.size(); ++later) {
        const Device& device = context.fabric.devices[managers[later]];
        const Setting<std::uint64_t>& guid = device.manager->guid;
        if (!guid.known() || guid.value == 0)
            continue;
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
            const Device& other = context.fabric.devices[managers[earlier]];
            if (!other.manager->guid.known() || other.manager->guid.value != guid.value)
                continue;
            context.report({.at = sm::place_of(device, guid),
                .message = fmt::format(
                    "{} is bound to the port {}, as {} is", device.name, guid_text(guid.value), other.name),
                .subjects = {sm::subject(managers[later], *device.manager, "guid")},
                .related = {{sm::place_of(other, other.manager->guid), "the other manager"}},
                .fix = "State the GUID of a port of this host."});
            break;
        }
    }
}

}

extern const Rule rule = {
    .code = "SM046",
    .name = "same-manager-port",
    .severity = Severity::error,
    .scope = Scope::fabric,
    .summary = "Two subnet managers are bound to the same port.",
    .why = "guid is the port that a manager runs on. A file that was copied from the other host names a "
           "port that this host does not have: opensm does not start there, and the subnet has no "
           "standby.",
    .source = "opensm(8) 3.3.23, --guid",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "State the GUID of a port of the host itself. The GUIDs of the other host are not in its files.",
    .check_fabric = check,
};

}
