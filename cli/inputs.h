// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy.h"
#include "cli/load.h"
#include "cli/terminal.h"
#include "models/fabric/topology.h"

#include <chrono>
#include <string>
#include <vector>

namespace rocelint::cli {

/// Which files a command works on.
struct InputOptions {
    std::vector<std::string> paths; ///< files, folders, or "-" for standard input
    std::string policy; ///< empty: the nearest rocelint.yaml upward from the first path
    std::string topology; ///< empty: topology.yaml in or beside the folder of the first path
    std::string platform; ///< empty: by content
    std::vector<std::string> not_inputs; ///< files of ours that may lie among the inputs (baseline, report)
};

/// The files of one run, read.
struct Inputs {
    Policy policy;
    Topology topology;
    Loaded loaded; ///< its sources hold the policy and the topology too
    std::chrono::steady_clock::duration find_time{};
    std::chrono::steady_clock::duration read_time{};
};

/// Finds and reads policy, topology and inputs. Fails for wrong usage and for an invalid policy or topology; what
/// could not be read of the inputs is in `loaded.unreadable`.
[[nodiscard]] Result<Inputs> read_inputs(const InputOptions& options, Progress& progress);

/// The name of a known platform, or an Error that proposes the nearest. Empty stays empty.
[[nodiscard]] Result<void> check_platform_name(const std::string& name);

/// An error message on standard error: "path:line:column: ..." as it is, everything else behind the program's name.
void print_failure(const Error& error);

}
