// SPDX-License-Identifier: Apache-2.0
// Decides which files form one device: those that the topology assigns to it, captures of one folder,
// numbered sets; any other file by itself.
#include "workspace/find/group_files.h"

#include "models/fabric/link/name_index.h"
#include "models/parallel/parallel.h"
#include "workspace/files/path_names.h"
#include "workspace/find/folder_names.h"
#include "workspace/find/host_trees.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace rocelint::workspace {
std::string planned_path(const Topology& topology, const TopologyDevice& device)
{
    if (device.file.empty())
        return {};
    return absolute_path((std::filesystem::path(folder_of(topology.path)) / device.file).string());
}

bool gives_to_device(const Topology& topology, const std::string& path)
{
    const std::string absolute = absolute_path(path);
    return std::ranges::any_of(topology.devices, [&](const TopologyDevice& device) {
        const std::string planned = planned_path(topology, device);
        return !planned.empty() && is_below(absolute, planned);
    });
}

std::string device_folder(std::string_view path)
{
    std::string root = host_root(path);
    return root.empty() ? folder_of(path) : root;
}

namespace {

class Grouper {
public:
    Grouper(const std::vector<InputFile>& files, const Topology* topology)
        : files_(files), topology_(topology), taken_(files.size(), false)
    {
    }

    std::vector<FileGroup> run()
    {
        if (topology_ != nullptr)
            take_topology();
        set_shared_aside();
        set_lists_aside();
        take_file_sets();
        take_folders();
        take_rest();
        for (const Shared& shared : shared_)
            give(shared);
        give_to_hosts();
        std::ranges::sort(groups_, {}, [](const FileGroup& group) { return group.files.front(); });
        return std::move(groups_);
    }

private:
    // A file of several devices.
    struct Shared {
        std::size_t file = 0;
        std::vector<std::string> names;
    };

    // Keeps files of several devices out of the groups, if their platform has devices with files of their own.
    void set_shared_aside()
    {
        std::set<const Driver*> with_devices;
        for (std::size_t index = 0; index < files_.size(); ++index) {
            const Driver* driver = files_[index].driver;
            if (driver == nullptr || driver->shared_by == nullptr)
                continue;
            auto names = driver->shared_by(*files_[index].source);
            if (!names)
                with_devices.insert(driver);
            else if (!taken_[index])
                shared_.push_back({index, *std::move(names)});
        }
        std::erase_if(shared_,
            [&](const Shared& shared) { return !with_devices.contains(files_[shared.file].driver); });
        for (const Shared& shared : shared_)
            taken_[shared.file] = true;
    }

    // Keeps files out of the groups that are not devices.
    void set_lists_aside()
    {
        for (std::size_t index = 0; index < files_.size(); ++index) {
            const Driver* driver = files_[index].driver;
            if (driver != nullptr && driver->only_selects != nullptr && !taken_[index])
                taken_[index] = driver->only_selects(*files_[index].source);
        }
    }

    // Adds files that also set up hosts of another platform behind the files that each such host has for itself.
    void give_to_hosts()
    {
        std::map<std::string_view, std::vector<FileGroup*>> hosts; // by platform
        for (FileGroup& group : groups_)
            hosts[files_[group.files.front()].driver->name].push_back(&group);
        for (std::size_t index = 0; index < files_.size(); ++index) {
            const Driver* driver = files_[index].driver;
            const auto found = driver == nullptr ? hosts.end() : hosts.find(driver->sets_up);
            if (found == hosts.end())
                continue;
            for (FileGroup* group : found->second)
                add_shared(*group, index);
        }
    }

    static void add_shared(FileGroup& group, std::size_t file)
    {
        group.files.push_back(file);
        group.shared.push_back(file);
    }

    // Adds a file of several devices behind the files that each device has for itself.
    void give(const Shared& shared)
    {
        const Driver* driver = files_[shared.file].driver;
        std::vector<FileGroup*> all;
        std::vector<FileGroup*> named;
        for (FileGroup& group : groups_) {
            if (files_[group.files.front()].driver != driver)
                continue;
            all.push_back(&group);
            if (has_name(group, shared.names))
                named.push_back(&group);
        }
        for (FileGroup* group : named.empty() ? all : named)
            add_shared(*group, shared.file);
    }

    [[nodiscard]] bool has_name(const FileGroup& group, const std::vector<std::string>& names) const
    {
        return std::ranges::any_of(names, [&](const std::string& name) {
            const std::string key = device_key(name);
            return device_key(group.name) == key || std::ranges::any_of(group.files, [&](std::size_t file) {
                return file < identities_.size() && device_key(identities_[file]) == key;
            });
        });
    }

    // Adds each remaining file as a device. Hosts with files of one name are called as their folders.
    void take_rest()
    {
        std::vector<std::size_t> hosts;
        std::vector<std::string> paths;
        for (std::size_t index = 0; index < files_.size(); ++index) {
            if (!taken_[index] && files_[index].block == 0 && is_one_named_device(files_[index].driver)) {
                hosts.push_back(index);
                paths.push_back(files_[index].source->path());
            }
        }
        const std::vector<std::string> folders = distinguishing_folders(paths);
        for (std::size_t at = 0; at < hosts.size(); ++at) {
            if (!folders[at].empty() && trees_.folder(paths[at]) == folder_of(paths[at]))
                add({hosts[at]}, folders[at], false);
        }
        for (std::size_t index = 0; index < files_.size(); ++index) {
            if (!taken_[index] && files_[index].driver != nullptr)
                add({index}, name_of_one(files_[index]), false);
        }
    }

    // Whether the files of a folder are one device of the platform, and such a device has a name.
    static bool is_one_named_device(const Driver* driver)
    {
        return driver != nullptr && driver->folder_is_one_device
            && driver->base_example.find("@NAME@") != std::string_view::npos;
    }

    // A device whose only file has the same name on every device of its platform, or that of a command, takes the name
    // of its folder.
    [[nodiscard]] std::string name_of_one(const InputFile& file) const
    {
        const std::string& path = file.source->path();
        if (file.block > 0)
            return fmt::format("{}#{}", stem(path), file.block);
        if (file.driver->folder_is_one_device) {
            if (const std::string root = trees_.folder(path); root != folder_of(path))
                return last_name(absolute_path(root));
        }
        const bool is_capture = file.driver->is_capture_name != nullptr && file.driver->is_capture_name(path);
        const bool usual = is_one_named_device(file.driver)
            && (is_capture || file.source->file_name() == file.driver->base_file_name);
        const std::string folder = usual ? last_name(absolute_path(folder_of(path))) : std::string();
        return folder.empty() ? stem(path) : folder;
    }

    void add(std::vector<std::size_t> members, std::string name, bool given)
    {
        for (const std::size_t member : members)
            taken_[member] = true;
        groups_.push_back({std::move(members), {}, std::move(name), given});
    }

    void take_topology()
    {
        std::map<std::string, std::size_t> by_path;
        for (std::size_t index = 0; index < files_.size(); ++index) {
            if (files_[index].driver != nullptr)
                by_path[absolute_path(files_[index].source->path())] = index;
        }
        for (const TopologyDevice& device : topology_->devices) {
            if (device.file.empty())
                continue;
            const std::string wanted = planned_path(*topology_, device);
            std::vector<std::size_t> members;
            // The file itself, or everything below the folder: both are consecutive in path order.
            for (auto at = by_path.lower_bound(wanted); at != by_path.end() && at->first.starts_with(wanted);
                 ++at) {
                const bool below = is_below(at->first, wanted);
                const bool same_platform
                    = members.empty() || files_[members.front()].driver == files_[at->second].driver;
                if (below && !taken_[at->second] && same_platform)
                    members.push_back(at->second);
            }
            std::ranges::sort(members);
            if (!members.empty())
                add(std::move(members), device.name, true);
        }
    }

    // Groups files of one folder whose names a driver recognizes as parts of one device.
    void take_file_sets()
    {
        std::map<std::pair<std::string, std::string_view>, std::vector<std::size_t>> sets;
        for (std::size_t index = 0; index < files_.size(); ++index) {
            const Driver* driver = files_[index].driver;
            if (taken_[index] || driver == nullptr || driver->file_set == nullptr)
                continue;
            const std::string_view set = driver->file_set(files_[index].source->file_name());
            if (!set.empty())
                sets[{folder_of(files_[index].source->path()), set}].push_back(index);
        }
        for (auto& [key, members] : sets) {
            if (members.size() > 1)
                add(std::move(members), last_name(absolute_path(key.first)), false);
        }
    }

    void take_folders()
    {
        // A folder may hold captures of several platforms: those of a subnet next to those of the host that
        // took them.
        std::map<std::pair<std::string, std::string_view>, std::vector<std::size_t>> folders;
        std::set<std::string> mixed;
        for (std::size_t index = 0; index < files_.size(); ++index) {
            if (!taken_[index] && files_[index].driver != nullptr
                && files_[index].driver->folder_is_one_device)
                trees_.add(files_[index].source->path());
        }
        for (std::size_t index = 0; index < files_.size(); ++index) {
            if (taken_[index] || files_[index].driver == nullptr)
                continue;
            const std::string& path = files_[index].source->path();
            if (files_[index].driver->folder_is_one_device)
                folders[{trees_.folder(path), files_[index].driver->name}].push_back(index);
            else if (!files_[index].driver->joins_folder)
                mixed.insert(folder_of(path));
        }
        std::erase_if(folders, [&mixed](const auto& folder) {
            return folder.second.size() < 2 || mixed.contains(folder.first.first);
        });
        find_identities(folders);
        for (const auto& [folder, members] : folders)
            split_by_identity(folder.first, members);
    }

    void find_identities(
        const std::map<std::pair<std::string, std::string_view>, std::vector<std::size_t>>& folders)
    {
        std::vector<std::size_t> asked;
        for (const auto& [folder, members] : folders)
            asked.insert(asked.end(), members.begin(), members.end());
        identities_.resize(asked.empty() ? 0 : files_.size());
        run_parallel(asked.size(), [&](std::size_t index) {
            const InputFile& file = files_[asked[index]];
            identities_[asked[index]] = std::string(file.driver->identity(file.driver->parse(*file.source)));
        });
    }

    void split_by_identity(const std::string& folder, const std::vector<std::size_t>& members)
    {
        // A prompt may show the short name and an output the full one.
        std::map<std::string, std::vector<std::size_t>> by_name;
        for (const std::size_t member : members)
            by_name[device_key(identities_[member])].push_back(member);
        const std::size_t named = by_name.size() - (by_name.contains("") ? 1 : 0);
        if (named <= 1) {
            add(members, last_name(absolute_path(folder)), false);
            return;
        }
        for (auto& [name, some] : by_name) {
            if (!name.empty())
                add(std::move(some), name, false);
        }
    }

    const std::vector<InputFile>& files_;
    const Topology* topology_;
    std::vector<bool> taken_;
    HostTrees trees_;
    /// By file: the name that the file states, for files in folders that are one device.
    std::vector<std::string> identities_;
    std::vector<Shared> shared_;
    std::vector<FileGroup> groups_;
};

}

std::vector<FileGroup> group_files(const std::vector<InputFile>& files, const Topology* topology)
{
    return Grouper(files, topology).run();
}

}
