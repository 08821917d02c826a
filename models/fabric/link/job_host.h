// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/text/source.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace rocelint {

/// By device: the host that a job belongs to, because the job's file lies in or below the folder of that
/// host's files. Empty for devices that are not jobs, and for jobs that lie elsewhere or in a folder shared
/// by several hosts.
[[nodiscard]] std::vector<std::optional<std::uint32_t>> hosts_of_jobs(
    std::span<const Device> devices, const SourceSet& sources);

}
