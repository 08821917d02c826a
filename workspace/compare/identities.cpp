// SPDX-License-Identifier: Apache-2.0
// With two addresses swapped in an inventory, each device would receive the other's changes.
#include "workspace/compare/identities.h"

#include "drivers/driver.h"
#include "models/text/ascii.h"
#include "push/reach/hardware.h"
#include "push/reach/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace rocelint::workspace {
namespace {

// Returns "leaf1" for "Leaf1.example.net".
std::string label_of(std::string_view name) { return ascii::lowered(name.substr(0, name.find('.'))); }

}

Identities compare_identities(const push::Inventory& inventory, const std::vector<FleetDevice>& fleet)
{
    Identities result;
    std::map<std::string, std::string_view> entries;
    for (const push::InventoryDevice& device : inventory.devices)
        entries.emplace(label_of(device.name), device.name);
    std::map<std::string_view, const FleetDevice*> by_state;
    for (const FleetDevice& device : fleet) {
        const auto twin = std::ranges::find_if(fleet, [&](const FleetDevice& other) {
            return &other == &device || !push::same_hardware(other.hardware, device.hardware).empty();
        });
        if (&*twin != &device) {
            result.wrong.push_back(fmt::format("{} and {} are one device: both show {}; correct {}",
                twin->name,
                device.name,
                push::same_hardware(twin->hardware, device.hardware),
                inventory.path));
            continue;
        }
        const ReadDevice read
            = push::read_collected(*find_driver(device.platform), device.name, device.files);
        if (!read.device.name_is_configured)
            continue;
        const std::string& stated
            = read.device.stated_name.empty() ? read.device.name : read.device.stated_name;
        const push::InventoryDevice* entry = inventory.find(device.name);
        const std::string where = entry == nullptr || entry->host == device.name
            ? std::string(device.name)
            : fmt::format("{} ({})", device.name, entry->host);
        const auto [first, fresh] = by_state.try_emplace(device.hash, &device);
        // Two devices with the same configuration may also have the same name.
        if (!fresh && !device.hash.empty()
            && push::other_hardware(first->second->hardware, device.hardware).empty()) {
            result.wrong.push_back(
                fmt::format("{} and {} are one device: both show the same configuration, of {}; correct {}",
                    first->second->name,
                    where,
                    stated,
                    inventory.path));
            continue;
        }
        if (label_of(stated) == label_of(device.name))
            continue;
        const auto other = entries.find(label_of(stated));
        if (other != entries.end())
            result.wrong.push_back(
                fmt::format("{} says that it is {}, which is another entry: correct the addresses in {}",
                    where,
                    other->second,
                    inventory.path));
        else
            result.unlike.push_back(
                fmt::format("{} calls itself {}, which no entry of {} does", where, stated, inventory.path));
    }
    return result;
}

}
