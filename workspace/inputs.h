// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy.h"
#include "models/fabric/topology.h"
#include "workspace/load.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// Which files a command works on.
struct InputOptions {
    std::vector<std::string> paths; ///< files, folders, or "-" for standard input
    std::string policy; ///< empty: the nearest rocelint.yaml upward
    std::string topology; ///< empty: the nearest topology.yaml upward
    std::string platform; ///< empty: by content
    bool follow = false; ///< follow links that lead out of the paths
    bool documents = false; ///< read the configuration that documents quote
    std::string cache; ///< folder that keeps results for later runs; empty: none
    WorkCount* progress = nullptr; ///< counts the files that were read; may be null
    bool read_all = false; ///< with a cache: look at the content of each file, in whatever state it is
    std::vector<std::string> not_inputs; ///< files of ours that may lie among the inputs (baseline, report)
};

/// The files of one fabric, read.
struct Inputs {
    std::string folder; ///< of its policy or topology; empty where it has neither
    bool holds_others = false; ///< it is what lies around other fabrics
    bool of_a_part = false; ///< the paths leave out files that lie beside or below its policy or topology
    bool has_topology = false; ///< one of its own, not of a folder above
    Policy policy;
    Topology topology;
    Loaded loaded; ///< its sources hold the policy and the topology too
    std::chrono::steady_clock::duration find_time{};
    std::chrono::steady_clock::duration read_time{};
};

/// Is told, in a literal, what the work is at.
using StageSink = std::function<void(const char* stage)>;

/// Finds and reads the inputs, one fabric for each folder below the paths that holds a policy or a topology, by folder, each
/// with the policy and topology that are nearest to it. At least one. Fails for wrong usage and for an invalid policy or
/// topology; what could not be read of the inputs is in `loaded.unreadable`.
[[nodiscard]] Result<std::vector<Inputs>> read_fabrics(
    const InputOptions& options, const StageSink& stage, stored::Store* store = nullptr);

/// The same for commands that work on one fabric: several are wrong usage.
[[nodiscard]] Result<Inputs> read_inputs(const InputOptions& options, const StageSink& stage);

/// As read_topology(), which knows nothing of the catalog: fails, too, where a chip is misspelt.
[[nodiscard]] Result<Topology> read_checked_topology(const Source& source);

/// The name of a known platform, or an Error that proposes the nearest. Empty stays empty.
[[nodiscard]] Result<void> check_platform_name(const std::string& name);

}
