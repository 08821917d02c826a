// SPDX-License-Identifier: Apache-2.0
#include "workspace/intent_changes.h"

#include "models/change/changes_between.h"
#include "workspace/wanted_devices.h"

namespace rocelint::workspace {

Result<std::vector<IntentChanges>> changes_for_intent(const std::string& path, const Outcome& outcome)
{
    auto wanted = devices_of_intent(path);
    if (!wanted)
        return tl::unexpected(wanted.error());
    std::vector<IntentChanges> result;
    for (ReadDevice& device : *wanted) {
        const auto index = outcome.fabric.find_device(device.device.name);
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
