// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "models/fabric/topology.h"
#include "models/parallel/work_count.h"
#include "models/stored/store.h"
#include "models/syntax/coverage.h"
#include "rules/finding.h"
#include "rules/kept_findings.h"
#include "workspace/misspelt.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::workspace {

/// The ids of the files that are ours, and from which on those of devices are given out.
inline constexpr SourceId policy_id = 0;
inline constexpr SourceId topology_id = 1;
/// Of the files that the policy extends or takes rules from.
inline constexpr SourceId first_extended_id = 2;
inline constexpr SourceId first_input_id = 18;

/// What became of one input file.
struct FileReport {
    std::string path;
    SourceId source = no_source;
    std::string_view platform; ///< empty: no known platform
    std::string reason; ///< why, for a file of no platform; else how it was recognised
    std::string conversion; ///< how its bytes were converted, or empty
    std::string device; ///< the device that it is part of
    Coverage coverage;
    /// Lines among those read that no rule judges, ascending; of a file with one line, that line (see unjudged_lines()).
    std::vector<std::uint32_t> unjudged;
};

/// Which devices of the topology the inputs must hold.
struct PlanReach {
    bool known
        = false; ///< false: what was not read is not asked for (files in memory, plans of some devices)
    bool whole = false; ///< all of them
    std::vector<std::string> paths; ///< absolute; else those whose files lie below one of these
    std::vector<std::string> elsewhere; ///< devices that were read as parts of other fabrics
};

/// Everything that was read from the inputs, before it is linked.
struct Loaded {
    SourceSet sources;
    std::vector<Device> devices;
    std::vector<DeviceKey> keys; ///< by device; empty where nothing is kept
    std::vector<FileReport> files; ///< in path order
    std::vector<Finding> syntax; ///< SYN001
    std::vector<MisspeltLine> misspelt;
    std::vector<Error> unreadable;
    PlanReach reach;
    std::string platform; ///< that was forced for every file, or empty
    std::uint64_t bytes = 0;
    std::uint64_t lines = 0;
};

/// How to load.
struct LoadOptions {
    std::string_view platform; ///< forced for every file; empty: by content
    const Topology* topology = nullptr;
    stored::Store* store = nullptr; ///< what earlier runs have read; none: everything is read anew
    bool documents = false; ///< whether what documents quote is read, each block as a file of its own
    std::span<const Digest>
        contents{}; ///< of sources in memory, where they are known; else they are worked out
    const std::vector<std::string>* large
        = nullptr; ///< the paths that are looked into before they are read, sorted
    WorkCount* progress = nullptr; ///< counts the files that were read; may be null
    bool trust_states
        = true; ///< whether a file in a known state needs no second look (workspace/known_files.h)
};

/// Reads sources (from files, where "-" is standard input, or already in memory) and makes devices of them:
/// recognises each file's platform, groups files into devices, parses and reads in parallel. One bad file never hides a good one.
[[nodiscard]] Loaded load_files(
    const std::vector<std::string>& paths, SourceId first_id, const LoadOptions& options);
[[nodiscard]] Loaded load_sources(std::vector<std::unique_ptr<Source>> sources, const LoadOptions& options);

}
