// SPDX-License-Identifier: Apache-2.0
// Finds the host of a job environment by the folder of its file, because such a file names no host.
#include "models/fabric/link/job_host.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace rocelint {
namespace {

std::string_view folder_above(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
}

std::string_view folder_of(const SourceSet& sources, SourceId file)
{
    const Source* source = sources.find(file);
    return source == nullptr ? std::string_view{} : folder_above(source->path());
}

bool is_inside(std::string_view folder, std::string_view outer)
{
    return folder.starts_with(outer) && (folder.size() == outer.size() || folder[outer.size()] == '/');
}

// The deepest folder that contains all files of the device alone: captures of /sys may be far below the others.
std::string_view common_folder(const Device& device, const SourceSet& sources)
{
    if (device.files.empty())
        return {};
    std::string_view common = folder_of(sources, device.files.front());
    for (const SourceId file : device.files) {
        if (std::ranges::find(device.shared_files, file) != device.shared_files.end())
            continue;
        const std::string_view folder = folder_of(sources, file);
        while (!common.empty() && !is_inside(folder, common))
            common = folder_above(common);
    }
    return common;
}

}

std::vector<std::optional<std::uint32_t>> hosts_of_jobs(
    std::span<const Device> devices, const SourceSet& sources)
{
    std::vector<std::optional<std::uint32_t>> host_of(devices.size());
    if (std::ranges::find(devices, DeviceKind::job, &Device::kind) == devices.end())
        return host_of;
    // A folder of several hosts, or the folder that the program was started in, belongs to no host.
    std::unordered_map<std::string_view, std::optional<std::uint32_t>> host_in;
    for (std::uint32_t index = 0; index < devices.size(); ++index) {
        if (devices[index].kind != DeviceKind::host || devices[index].is_template)
            continue;
        const std::string_view folder = common_folder(devices[index], sources);
        if (folder.empty())
            continue;
        const auto [place, fresh] = host_in.try_emplace(folder, index);
        if (!fresh)
            place->second.reset();
    }
    for (std::uint32_t index = 0; index < devices.size(); ++index) {
        if (devices[index].kind != DeviceKind::job || devices[index].files.empty())
            continue;
        std::string_view folder = folder_of(sources, devices[index].files.front());
        while (!folder.empty() && !host_in.contains(folder))
            folder = folder_above(folder);
        if (const auto found = host_in.find(folder); found != host_in.end())
            host_of[index] = found->second;
    }
    return host_of;
}

}
