// SPDX-License-Identifier: Apache-2.0
// Reports devices of the topology that were not collected: otherwise the report would only be shorter.
// Distinguishes devices outside the paths that the user gave from devices whose files are missing.
#include "workspace/input/planned_devices.h"

#include "drivers/driver.h"
#include "models/fabric/link/name_index.h"
#include "workspace/files/path_names.h"
#include "workspace/find/find_files.h"
#include "workspace/find/group_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace rocelint::workspace {
namespace {

bool is_folder(const std::string& path)
{
    std::error_code ignored;
    return std::filesystem::is_directory(path, ignored);
}

bool is_configuration(const std::string& path)
{
    const auto source = Source::read(no_source, path);
    return source && recognise(**source).driver != nullptr;
}

class PlanComparer {
public:
    PlanComparer(Fabric& fabric,
        const PlanReach& reach,
        const std::vector<FileReport>& files,
        const std::vector<Error>& unreadable)
        : fabric_(fabric), reach_(reach), files_(files), unreadable_(unreadable)
    {
        for (const TopologyDevice& device : fabric.topology.devices)
            planned_.try_emplace(device_key(device.name), &device);
        for (const Device& device : fabric.devices)
            read_.insert(device_key(device.name));
        for (const std::string& name : reach.elsewhere)
            read_.insert(device_key(name));
    }

    void run()
    {
        for (const TopologyDevice& device : fabric_.topology.devices)
            expect(device.name, device.file, planned_path(fabric_.topology, device), device.at);
        for (const TopologyLink& link : fabric_.topology.links) {
            expect(link.a_device, {}, {}, link.at);
            expect(link.b_device, {}, {}, link.at);
        }
        for (std::uint32_t index = 0; index < fabric_.devices.size(); ++index)
            compare_name(index);
        const bool usual = std::ranges::none_of(fabric_.devices, [this](const Device& device) {
            return device.name_is_configured && device.stated_name.empty()
                && planned_.contains(device_key(device.name));
        });
        for (NameConflict& conflict : fabric_.name_conflicts)
            conflict.usual = usual;
    }

private:
    void expect(const std::string& name, const std::string& file, const std::string& wanted, Span at)
    {
        // Only the first mention of a device that was not read is reported.
        if (!read_.insert(device_key(name)).second)
            return;
        const bool given = reach_.whole
            || (!wanted.empty() && std::ranges::any_of(reach_.paths, [&wanted](const std::string& path) {
                   return is_below(wanted, path);
               }));
        fabric_.unread_devices.push_back({.name = name,
            .at = at,
            .reason = given ? why_unread(name, file, wanted) : std::string{},
            .left_out = !given});
    }

    // The first file of a device: the one that is named after it, or that lies where the topology says.
    [[nodiscard]] const FileReport* find_file(const std::string& name, const std::string& wanted)
    {
        if (paths_.empty())
            list_paths();
        if (wanted.empty()) {
            const auto named = file_of_name_.find(device_key(name));
            return named == file_of_name_.end() ? nullptr : &files_[named->second];
        }
        const auto found = std::ranges::find_if(
            paths_, [&wanted](const std::string& path) { return is_below(path, wanted); });
        return found == paths_.end() ? nullptr : &files_[static_cast<std::size_t>(found - paths_.begin())];
    }

    // Once for all devices: a topology may name thousands that were not read.
    void list_paths()
    {
        for (const FileReport& file : files_) {
            const std::size_t index = paths_.size();
            const std::string& path = paths_.emplace_back(absolute_path(file.path));
            file_of_name_.try_emplace(device_key(stem(path)), index);
            file_of_name_.try_emplace(device_key(last_name(folder_of(path))), index);
        }
    }

    // The reason why the device's files were not read, in the words of the report's list of files.
    [[nodiscard]] std::string why_unread(
        const std::string& name, const std::string& written, const std::string& wanted)
    {
        if (const FileReport* file = find_file(name, wanted); file != nullptr)
            return file->platform.empty() ? fmt::format("{}: {}", file->path, file->reason)
                                          : fmt::format("{} is read as {}", file->path, file->device);
        // The message about a file that cannot be read begins with its path.
        for (const Error& error : unreadable_) {
            const std::string path = absolute_path(error.message.substr(0, error.message.find(": ")));
            if (wanted.empty() ? is_named(path, name) : is_below(path, wanted))
                return error.message;
        }
        return written.empty() ? std::string{} : fmt::format("{} is not there", written);
    }

    // Matches "leaf3.cfg.gz", and any file in a folder "leaf3".
    static bool is_named(const std::string& path, const std::string& name)
    {
        return device_key(stem(path)) == device_key(name)
            || device_key(last_name(folder_of(path))) == device_key(name);
    }

    void compare_name(std::uint32_t index)
    {
        const Device& device = fabric_.devices[index];
        if (!device.name_is_configured || device.kind == DeviceKind::job)
            return;
        if (!device.stated_name.empty()) {
            if (device_key(device.stated_name) == device_key(device.name))
                return;
            const auto planned = planned_.find(device_key(device.name));
            if (planned != planned_.end())
                add(index, device.name, device.stated_name, planned->second->at);
            return;
        }
        // The name in the file counts. But if the file is named after another device, the two were mixed up.
        const Source* first = device.files.empty() ? nullptr : fabric_.sources.find(device.files.front());
        if (first == nullptr || !planned_.contains(device_key(device.name)))
            return;
        const std::string called = stem(first->path());
        const auto planned = planned_.find(device_key(called));
        if (device.files.size() == 1 && planned != planned_.end() && planned->first != device_key(device.name)
            && planned->second->file.empty())
            add(index, called, device.name, planned->second->at);
    }

    void add(std::uint32_t index, std::string name, std::string stated, Span planned)
    {
        const Device& device = fabric_.devices[index];
        const bool is_other = planned_.contains(device_key(stated));
        fabric_.name_conflicts.push_back({.device = index,
            .at = device.identity,
            .planned = planned,
            .name = std::move(name),
            .stated = std::move(stated),
            .is_other_device = is_other});
    }

    Fabric& fabric_;
    const PlanReach& reach_;
    const std::vector<FileReport>& files_;
    const std::vector<Error>& unreadable_;
    std::unordered_map<std::string, const TopologyDevice*> planned_;
    std::unordered_set<std::string> read_;
    std::vector<std::string> paths_; // of the files, absolute, in their order
    std::unordered_map<std::string, std::size_t>
        file_of_name_; // by key of the name of the file, and of its folder
};

}

PlanReach find_reach(const Topology& topology,
    const std::vector<std::string>& paths,
    const std::vector<std::string>& files,
    const std::vector<std::string>& exclude)
{
    PlanReach reach{.known = true};
    const std::string top = absolute_path(folder_of(topology.path));
    bool above = false;
    bool any_folder = false;
    for (const std::string& path : paths) {
        reach.paths.push_back(absolute_path(path));
        const bool folder = is_folder(path);
        reach.whole = reach.whole || (folder && is_below(top, reach.paths.back()));
        above = above || is_below(reach.paths.back(), top);
        any_folder = any_folder || folder;
    }
    if (reach.whole)
        return reach;
    // The user named a topology that lies elsewhere for these paths.
    reach.whole = !above && any_folder;
    if (!above)
        return reach;
    std::unordered_set<std::string> given;
    for (const std::string& file : files)
        given.insert(absolute_path(file));
    const FoundFiles all = find_files({top}, exclude);
    reach.whole = std::ranges::none_of(all.files, [&given](const std::string& file) {
        return !given.contains(absolute_path(file)) && is_configuration(file);
    });
    return reach;
}

void compare_with_plan(Fabric& fabric,
    const PlanReach& reach,
    const std::vector<FileReport>& files,
    const std::vector<Error>& unreadable)
{
    if (reach.known && fabric.topology.given())
        PlanComparer(fabric, reach, files, unreadable).run();
}

}
