// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "models/stored/store.h"
#include "models/syntax/coverage.h"
#include "rules/kept_findings.h"
#include "workspace/group_files.h"
#include "workspace/misspelt.h"

#include <vector>

namespace rocelint::workspace {

/// What was read from the files of one device.
struct ReadGroup {
    Device device;
    std::vector<Coverage> coverage; ///< one entry for each file of the group
    std::vector<SyntaxProblem> problems;
    std::vector<MisspeltLine> misspelt;
};

/// A ReadGroup with its key in the store, if there is a store.
struct KeyedGroup : ReadGroup {
    DeviceKey key;
};

/// Parses and reads the files of one device, or takes the result of an earlier run on the same bytes from
/// `store`, which may be null.
[[nodiscard]] KeyedGroup read_group(
    const FileGroup& group, const std::vector<InputFile>& files, stored::Store* store);

}
