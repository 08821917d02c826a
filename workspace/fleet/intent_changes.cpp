// SPDX-License-Identifier: Apache-2.0
// Finds the changes that turn collected devices into those of a fabric.yaml, and the differences that no
// change can express.
#include "workspace/fleet/intent_changes.h"

#include "models/change/changes_between.h"
#include "models/fabric/link/name_index.h"
#include "workspace/fleet/wanted_devices.h"

namespace rocelint::workspace {

namespace {

// The collected device of this name. A subnet manager has the same name as its host, so the kind must match
// too.
std::optional<std::uint32_t> find_collected(
    const Fabric& fabric, const DeviceIndex& names, const Device& wanted)
{
    if (wanted.kind != DeviceKind::subnet_manager)
        return names.find(wanted.name);
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
    const DeviceIndex names(outcome.fabric.devices);
    for (ReadDevice& device : *wanted) {
        const auto index = find_collected(outcome.fabric, names, device.device);
        if (!index || outcome.fabric.devices[*index].platform != device.device.platform)
            continue;
        // A role belongs to the fabric, not to the configuration.
        device.device.role = outcome.fabric.devices[*index].role;
        device.device.name = outcome.fabric.devices[*index].name;
        ChangesBetween between = changes_between(outcome.fabric.devices[*index], device.device, *index);
        IntentChanges changes{*index, std::move(between.changes), {}};
        for (LeftDifference& left : between.left) {
            // Settings that the intent does not mention were not requested.
            if (!left.unasked)
                changes.left.push_back(std::move(left.sentence));
        }
        result.push_back(std::move(changes));
    }
    return result;
}

}
