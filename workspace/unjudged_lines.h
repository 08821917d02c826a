// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/text/source.h"

#include <cstdint>
#include <map>
#include <vector>

namespace rocelint::workspace {

/// Lines of a device's files, from 1, ascending, that were read and state nothing but settings that no rule judges (the rows
/// marked unjudged() in fields.h). What is read is not yet checked.
[[nodiscard]] std::map<SourceId, std::vector<std::uint32_t>> unjudged_lines(
    const Device& device, const SourceSet& sources);

}
