// SPDX-License-Identifier: Apache-2.0
// The configurations next to a plan, before and after. `push` compares devices with them, to see whether they
// are still in the state that was planned for.
#include "workspace/fleet/plan_files.h"

#include "workspace/files/output_file.h"
#include "workspace/find/collected_folder.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

namespace rocelint::workspace {
namespace {

Result<void> write_fleet(
    const std::string& folder, const push::Inventory& inventory, const std::vector<FleetDevice>& fleet)
{
    std::vector<Snapshot> snapshots(fleet.size());
    std::vector<CollectedDevice> devices;
    for (std::size_t index = 0; index < fleet.size(); ++index) {
        snapshots[index] = {fleet[index].files, fleet[index].hash};
        devices.push_back({inventory.find(fleet[index].name), &snapshots[index], fleet[index].hardware});
    }
    if (auto made = make_private_folder(folder); !made)
        return made;
    return write_collected(folder, devices);
}

}

std::string plan_folder(const std::string& plan_path)
{
    std::filesystem::path path(plan_path);
    return path.replace_extension(".files").string();
}

Result<void> write_plan_files(const std::string& folder,
    const push::Inventory& inventory,
    const std::vector<FleetDevice>& before,
    const std::vector<FleetDevice>& after)
{
    for (const auto& [name, fleet] : {std::pair{"before", &before}, std::pair{"after", &after}}) {
        const std::string path = fmt::format("{}/{}", folder, name);
        std::error_code ignored;
        // Remove the folder only if it is ours: then it has the file that collect writes.
        if (std::filesystem::exists(fmt::format("{}/{}", path, collected_states)))
            std::filesystem::remove_all(path, ignored);
        if (auto written = write_fleet(path, inventory, *fleet); !written) {
            // Half of the files would be useless.
            std::filesystem::remove_all(folder, ignored);
            return written;
        }
    }
    return {};
}

Result<std::vector<FleetDevice>> read_plan_files(const std::string& plan_path,
    const push::Plan& plan,
    const push::Inventory& inventory,
    std::string_view state)
{
    const std::string folder = (std::filesystem::path(plan_path).parent_path() / plan.files / state).string();
    auto stored = read_collected_folder(folder);
    if (!stored)
        return tl::unexpected(stored.error());
    std::vector<FleetDevice> fleet;
    for (auto& [name, device] : *stored) {
        const push::InventoryDevice* entry = inventory.find(name);
        const push::PlanDevice* planned = plan.find(name);
        if (entry != nullptr || planned != nullptr)
            fleet.push_back({name,
                planned != nullptr ? planned->platform : entry->platform,
                device.hash,
                std::move(device.files),
                std::move(device.hardware)});
    }
    return fleet;
}

}
