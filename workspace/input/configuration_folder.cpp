// SPDX-License-Identifier: Apache-2.0
// Gives configurations of a repository the form that `collect` stores. They did not come from the devices, so
// there is no state that a push could compare.
#include "workspace/input/configuration_folder.h"

#include "drivers/driver.h"
#include "models/fabric/link/name_index.h"
#include "models/text/redact.h"
#include "workspace/find/find_files.h"
#include "workspace/input/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace rocelint::workspace {
namespace {

namespace fs = std::filesystem;

// If a device has a folder, the path below it. Otherwise a name as `collect` chooses them, so that no two
// devices share one.
std::string stored_name(const Driver& driver, const std::string& device, const std::string& path)
{
    const fs::path whole(path);
    if (!driver.folder_is_one_device) {
        const std::string name = whole.filename().string();
        return device_key(whole.stem().string()) == device_key(device) ? name : device + '.' + name;
    }
    fs::path own;
    bool within = false;
    for (const fs::path& part : whole) {
        if (within)
            own /= part;
        else
            within = device_key(part.string()) == device_key(device);
    }
    return own.empty() ? whole.filename().string() : own.string();
}

class FolderReader {
public:
    FolderReader(const std::string& folder, const push::Inventory& inventory)
        : folder_(folder), inventory_(inventory)
    {
        for (const push::InventoryDevice& device : inventory.devices)
            entries_[device_key(device.name)] = &device;
    }

    Result<ConfigurationFolder> run()
    {
        const FoundFiles found = find_files({folder_}, {});
        if (!found.unreadable.empty())
            return tl::unexpected(found.unreadable.front());
        const Loaded loaded = load_files(found.files, 0, {});
        if (!loaded.unreadable.empty())
            return tl::unexpected(loaded.unreadable.front());
        if (loaded.devices.empty())
            return fail(
                ErrorKind::unreadable, fmt::format("{}: no device was recognised in any file", folder_));
        for (const Device& device : loaded.devices) {
            if (auto taken = take(device, loaded.sources); !taken)
                return tl::unexpected(taken.error());
        }
        return std::move(result_);
    }

private:
    [[nodiscard]] const push::InventoryDevice* entry_of(const Device& device) const
    {
        const auto place = entries_.find(device_key(device.name));
        return place == entries_.end() ? nullptr : place->second;
    }

    Result<void> take(const Device& device, const SourceSet& sources)
    {
        const push::InventoryDevice* entry = entry_of(device);
        if (entry == nullptr) {
            // Files that start jobs belong to no device.
            if (device.kind != DeviceKind::job)
                result_.remarks.push_back(fmt::format("{}: {} is not in {}, so nothing is planned for it",
                    folder_,
                    device.name,
                    inventory_.path));
            return {};
        }
        if (device.platform != entry->platform)
            return fail(ErrorKind::invalid,
                fmt::format("{}: {} is of the platform {}, and {} says {}",
                    folder_,
                    entry->name,
                    device.platform,
                    inventory_.path,
                    entry->platform));
        const auto [place, fresh] = result_.devices.try_emplace(entry->name);
        const Source* first_file = device.files.empty() ? nullptr : sources.find(device.files.front());
        const std::string shown = first_file == nullptr ? folder_ : first_file->path();
        const auto [before, alone] = first_files_.try_emplace(entry->name, shown);
        if (!fresh)
            return fail(ErrorKind::invalid,
                fmt::format(
                    "{} and {} are both of {}: leave one of them", before->second, shown, entry->name));
        const Driver& driver = *find_driver(entry->platform);
        std::map<std::string, std::string> paths; // by stored name
        for (const SourceId file : device.files) {
            const Source& source = *sources.find(file);
            const std::string name = stored_name(driver, entry->name, source.path());
            const auto [other, first] = paths.try_emplace(name, source.path());
            if (!first)
                return fail(ErrorKind::invalid,
                    fmt::format("{} and {} are both of {}: leave one of them",
                        other->second,
                        source.path(),
                        entry->name));
            place->second.files.push_back({name, redact_lines(source.text())});
        }
        return {};
    }

    const std::string& folder_;
    const push::Inventory& inventory_;
    std::map<std::string, const push::InventoryDevice*> entries_; ///< by device_key()
    /// The devices taken so far, by their names in the inventory.
    std::map<std::string, std::string> first_files_;
    ConfigurationFolder result_;
};

}

bool is_configuration_folder(const std::string& folder)
{
    std::error_code ignored;
    return fs::is_directory(folder, ignored) && !fs::exists(fs::path(folder) / collected_states, ignored);
}

Result<ConfigurationFolder> read_configuration_folder(
    const std::string& folder, const push::Inventory& inventory)
{
    return FolderReader(folder, inventory).run();
}

}
