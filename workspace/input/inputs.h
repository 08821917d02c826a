// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/policy.h"
#include "models/fabric/topology.h"
#include "workspace/input/load.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace rocelint::workspace {

/// The files that a command works on.
struct InputOptions {
    std::vector<std::string> paths; ///< files, folders, or "-" for standard input
    std::string policy; ///< empty: the nearest rocelint.yaml upward
    std::string topology; ///< empty: the nearest topology.yaml upward
    std::string platform; ///< empty: recognized by content
    std::string evidence; ///< folder with captures of counters, which are no configuration; empty: none
    bool follow = false; ///< follow links that lead out of the paths
    bool documents = false; ///< read configurations quoted in documents
    WorkCount* progress = nullptr; ///< counts the files read; may be null
    std::vector<std::string> not_inputs; ///< our own files that may lie among the inputs (baseline, report)
};

/// The files of one fabric, after reading.
struct Inputs {
    std::string folder; ///< folder of its policy or topology; empty if it has neither
    bool holds_others = false; ///< it consists of the files around other fabrics
    bool of_a_part = false; ///< the paths omit files next to or below its policy or topology
    bool has_topology = false; ///< of its own, not from a folder above
    Policy policy;
    Topology topology;
    Loaded loaded; ///< its sources include the policy and the topology
    std::chrono::steady_clock::duration find_time{};
    std::chrono::steady_clock::duration read_time{};
};

/// Receives the current stage of the work as a string literal.
using StageSink = std::function<void(const char* stage)>;

/// Finds and reads the inputs: one fabric for each folder below the paths that holds a policy or a topology,
/// sorted by folder, each with the nearest policy and topology. Returns at least one. Fails for wrong usage
/// and for an invalid policy or topology; `loaded.unreadable` lists inputs that could not be read.
[[nodiscard]] Result<std::vector<Inputs>> read_fabrics(const InputOptions& options, const StageSink& stage);

/// Like read_fabrics(), for commands that work on one fabric: several are wrong usage.
[[nodiscard]] Result<Inputs> read_inputs(const InputOptions& options, const StageSink& stage);

/// Like read_any_topology(), which does not know the catalog; also fails if a chip name is misspelled.
[[nodiscard]] Result<Topology> read_checked_topology(const Source& source);

/// Succeeds for the name of a known platform and for an empty name; otherwise returns an Error that proposes
/// the nearest name.
[[nodiscard]] Result<void> check_platform_name(const std::string& name);

}
