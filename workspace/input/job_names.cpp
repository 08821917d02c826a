// SPDX-License-Identifier: Apache-2.0
// Names must be unique: reports, comparisons and command files identify a device by its name.
#include "workspace/input/job_names.h"

#include "models/fabric/link/job_host.h"
#include "workspace/files/path_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::workspace {
namespace {

std::string path_of(const Device& job, const SourceSet& sources)
{
    const Source* source = job.files.empty() ? nullptr : sources.find(job.files.front());
    return source == nullptr ? std::string() : std::string(source->path());
}

}

void name_jobs(std::vector<Device>& devices, const SourceSet& sources)
{
    const std::vector<std::optional<std::uint32_t>> hosts = hosts_of_jobs(devices, sources);
    std::map<std::string, std::uint32_t, std::less<>> times;
    for (const Device& device : devices)
        ++times[device.name];
    std::map<std::string, std::vector<std::uint32_t>> named;
    for (std::uint32_t index = 0; index < devices.size(); ++index) {
        Device& job = devices[index];
        if (job.kind != DeviceKind::job || job.name_is_configured)
            continue;
        if (const auto host = hosts[index])
            job.name = fmt::format("{}@{}", job.name, devices[*host].name);
        else if (times[job.name] > 1)
            job.name
                = fmt::format("{}@{}", job.name, last_name(absolute_path(folder_of(path_of(job, sources)))));
        named[job.name].push_back(index);
    }
    // Jobs with the same name in one folder differ in their file names.
    for (const auto& [name, jobs] : named) {
        for (const std::uint32_t index : jobs) {
            if (jobs.size() > 1)
                devices[index].name = fmt::format("{}{}",
                    last_name(path_of(devices[index], sources)),
                    name.substr(std::min(name.find('@'), name.size())));
        }
    }
}

}
