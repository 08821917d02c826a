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

/// What was read of the files of one device.
struct ReadGroup {
    Device device;
    std::vector<Coverage> coverage; ///< by file of the group
    std::vector<SyntaxProblem> problems;
    std::vector<MisspeltLine> misspelt;
};

/// The same with what it is known again by, where there is a store.
struct KeyedGroup : ReadGroup {
    DeviceKey key;
};

/// Parses and reads the files of one device, or takes from `store` what an earlier run has read of the same bytes. The store may
/// be null.
[[nodiscard]] KeyedGroup read_group(
    const FileGroup& group, const std::vector<InputFile>& files, stored::Store* store);

}
