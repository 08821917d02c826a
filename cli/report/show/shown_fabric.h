// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/analysis.h"
#include "workspace/input/load.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace rocelint::cli {

/// One fabric as its files were understood, before any rule runs. Must be on the heap, because the analysis
/// points into the fabric and the policy.
struct ShownFabric {
    std::string folder; ///< of one fabric among several; empty if it is the only one
    Policy policy;
    Fabric fabric;
    Analysis analysis;
    std::vector<workspace::FileReport> files;
};

using ShownFabrics = std::vector<std::unique_ptr<ShownFabric>>;

/// What `rocelint show` lists.
enum class ShowSubject : std::uint8_t { files, devices, links, classes };

}
