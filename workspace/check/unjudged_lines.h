// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/text/source.h"

#include <cstdint>
#include <map>
#include <vector>

namespace rocelint::workspace {

/// The lines of a device's files, counted from 1 and ascending, that were read but state only settings that
/// no rule judges (the rows marked unjudged() in fields.h). A line that was read is not necessarily checked.
[[nodiscard]] std::map<SourceId, std::vector<std::uint32_t>> unjudged_lines(
    const Device& device, const SourceSet& sources);

}
