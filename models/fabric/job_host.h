// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/text/source.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace rocelint {

/// By device: the host that a job belongs to, because the job's file lies in the folder of that host's files or below
/// it. Nothing for devices that are no jobs, and for a job that lies elsewhere or in a folder of several hosts.
[[nodiscard]] std::vector<std::optional<std::uint32_t>> hosts_of_jobs(
    std::span<const Device> devices, const SourceSet& sources);

}
