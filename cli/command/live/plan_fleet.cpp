// SPDX-License-Identifier: Apache-2.0
// A plan must know more devices than it changes: also those at the other ends of their cables.
#include "cli/command/live/plan_fleet.h"

#include "cli/command/live/collect.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "models/fabric/link/name_index.h"
#include "models/text/digest.h"
#include "push/inventory/name_pattern.h"
#include "workspace/find/collected_folder.h"
#include "workspace/input/cabled_names.h"
#include "workspace/input/configuration_folder.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

// Adds the inventory's data about devices that the topology does not name.
void add_inventory(Topology& topology, const std::vector<const push::InventoryDevice*>& devices)
{
    for (const push::InventoryDevice* device : devices) {
        const bool named = std::ranges::any_of(
            topology.devices, [&](const TopologyDevice& known) { return known.name == device->name; });
        if (named || (device->role == Role::unknown && !device->rail))
            continue;
        TopologyDevice added;
        added.name = device->name;
        added.role = device->role;
        added.rail = device->rail;
        topology.devices.push_back(std::move(added));
    }
}

class FleetReader {
public:
    FleetReader(const LiveOptions& options,
        const push::Inventory& inventory,
        const push::Access& access,
        std::size_t parallel,
        workspace::FleetRules& rules)
        : options_(options), inventory_(inventory), access_(access), parallel_(parallel), rules_(rules)
    {
    }

    Result<PlanFleet> run()
    {
        if (!options_.from.empty()) {
            if (auto stored = read_folder(); !stored)
                return tl::unexpected(stored.error());
        }
        if (auto done = read(asked_for()); !done)
            return tl::unexpected(done.error());
        fleet_.missing = fleet_.unread.size();
        if (options_.limit.empty())
            return std::move(fleet_);
        const auto others = at_other_ends();
        for (const push::InventoryDevice* device : others)
            fleet_.beyond[device->name] = "--limit leaves it out";
        if (auto done = read(others); !done)
            return tl::unexpected(done.error());
        return std::move(fleet_);
    }

private:
    using Entries = std::vector<const push::InventoryDevice*>;

    [[nodiscard]] bool is_asked_for(const push::InventoryDevice& device) const
    {
        return push::is_within(device.name, device.groups, options_.limit);
    }

    [[nodiscard]] Entries asked_for() const
    {
        Entries entries;
        for (const push::InventoryDevice& device : inventory_.devices) {
            if (is_asked_for(device))
                entries.push_back(&device);
        }
        return entries;
    }

    [[nodiscard]] Entries at_other_ends() const
    {
        std::vector<const workspace::FleetDevice*> fleet;
        for (const workspace::FleetDevice& device : fleet_.devices)
            fleet.push_back(&device);
        const workspace::CheckedFleet checked = workspace::check_fleet(fleet, rules_);
        std::set<std::string> names;
        for (const std::optional<std::uint32_t>& device : checked.device) {
            if (device)
                names.merge(workspace::cabled_names(checked.outcome->fabric, *device));
        }
        Entries entries;
        for (const push::InventoryDevice& device : inventory_.devices) {
            if (!is_asked_for(device) && names.contains(device_key(device.name)))
                entries.push_back(&device);
        }
        return entries;
    }

    Result<void> read_folder()
    {
        if (workspace::is_configuration_folder(options_.from)) {
            auto folder = workspace::read_configuration_folder(options_.from, inventory_);
            if (!folder)
                return tl::unexpected(folder.error());
            for (const std::string& remark : folder->remarks)
                print_error(fmt::format("rocelint: {}\n", visible(remark)));
            stored_ = std::move(folder->devices);
            fleet_.for_review = true;
            return {};
        }
        auto stored = workspace::read_collected_folder(options_.from);
        if (!stored)
            return tl::unexpected(stored.error());
        stored_ = *std::move(stored);
        return {};
    }

    Result<void> read(const Entries& entries)
    {
        add_inventory(rules_.topology, entries);
        return options_.from.empty() ? read_devices(entries) : read_stored(entries);
    }

    Result<void> read_devices(const Entries& entries)
    {
        push::Inventory some;
        some.path = inventory_.path;
        for (const push::InventoryDevice* entry : entries)
            some.devices.push_back(*entry);
        std::vector<Collected> collected = collect_devices(some, access_, parallel_);
        for (std::size_t index = 0; index < collected.size(); ++index) {
            const push::InventoryDevice& device = some.devices[index];
            if (collected[index].snapshot)
                fleet_.devices.push_back({device.name,
                    device.platform,
                    collected[index].snapshot->hash,
                    std::move(collected[index].snapshot->files),
                    std::move(collected[index].hardware)});
            else
                fleet_.unread.insert(device.name);
        }
        return {};
    }

    Result<void> read_stored(const Entries& entries)
    {
        for (const push::InventoryDevice* device : entries) {
            const auto place = stored_.find(device->name);
            if (place == stored_.end()) {
                fleet_.unread.insert(device->name);
                print_error(
                    fmt::format("rocelint: {}: not in {}\n", visible(device->name), visible(options_.from)));
                continue;
            }
            if (!fleet_.for_review && place->second.hash.size() != state_hash_length)
                return fail(ErrorKind::usage,
                    fmt::format(
                        "{}: the stored files of {} hold no state that push could compare: collect it "
                        "again",
                        options_.from,
                        device->name));
            fleet_.devices.push_back({device->name,
                device->platform,
                place->second.hash,
                place->second.files,
                place->second.hardware});
        }
        return {};
    }

    const LiveOptions& options_;
    const push::Inventory& inventory_;
    const push::Access& access_;
    std::size_t parallel_;
    workspace::FleetRules& rules_;
    std::map<std::string, workspace::StoredDevice> stored_;
    PlanFleet fleet_;
};

}

Result<PlanFleet> read_plan_fleet(const LiveOptions& options,
    const push::Inventory& inventory,
    const push::Access& access,
    std::size_t parallel,
    workspace::FleetRules& rules)
{
    return FleetReader(options, inventory, access, parallel, rules).run();
}

}
