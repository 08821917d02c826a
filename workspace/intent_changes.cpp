// SPDX-License-Identifier: Apache-2.0
// What would turn collected devices into those of a fabric.yaml, and what no change can say.
#include "workspace/intent_changes.h"

#include "models/change/changes_between.h"
#include "workspace/wanted_devices.h"

namespace rocelint::workspace {

namespace {

// The collected device of this name. A subnet manager shares its name with its host, so that its platform counts too.
std::optional<std::uint32_t> find_collected(const Fabric& fabric, const Device& wanted)
{
    if (wanted.kind != DeviceKind::subnet_manager)
        return fabric.find_device(wanted.name);
    for (std::uint32_t index = 0; index < fabric.devices.size(); ++index) {
        if (fabric.devices[index].kind == wanted.kind && fabric.devices[index].name == wanted.name)
            return index;
    }
    return std::nullopt;
}

}

Result<std::vector<IntentChanges>> changes_for_intent(const std::string& path, const Outcome& outcome)
{
    auto wanted = devices_of_intent(path);
    if (!wanted)
        return tl::unexpected(wanted.error());
    std::vector<IntentChanges> result;
    for (ReadDevice& device : *wanted) {
        const auto index = find_collected(outcome.fabric, device.device);
        if (!index || outcome.fabric.devices[*index].platform != device.device.platform)
            continue;
        // A role is of the fabric, not of the configuration.
        device.device.role = outcome.fabric.devices[*index].role;
        device.device.name = outcome.fabric.devices[*index].name;
        ChangesBetween between = changes_between(outcome.fabric.devices[*index], device.device, *index);
        IntentChanges changes{*index, std::move(between.changes), {}};
        for (LeftDifference& left : between.left) {
            // What an intent does not speak of is nobody's wish.
            if (!left.unasked)
                changes.left.push_back(std::move(left.sentence));
        }
        result.push_back(std::move(changes));
    }
    return result;
}

}
