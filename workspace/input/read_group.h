// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "models/syntax/coverage.h"
#include "workspace/find/group_files.h"
#include "workspace/find/misspelt.h"

#include <vector>

namespace rocelint::workspace {

/// The result of reading the files of one device.
struct ReadGroup {
    Device device;
    std::vector<Coverage> coverage; ///< one entry for each file of the group
    std::vector<SyntaxProblem> problems;
    std::vector<MisspeltLine> misspelt;
};

class KnownDevices;

/// Parses and reads the files of one device, unless `known` has what was read from the same texts before;
/// `known` may be null.
[[nodiscard]] ReadGroup read_group(
    const FileGroup& group, const std::vector<InputFile>& files, KnownDevices* known);

}
