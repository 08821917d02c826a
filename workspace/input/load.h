// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "models/fabric/topology.h"
#include "models/parallel/work_count.h"
#include "models/syntax/coverage.h"
#include "rules/finding.h"
#include "workspace/find/misspelt.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::workspace {

/// The ids of our own files, and the first id of device files.
inline constexpr SourceId policy_id = 0;
inline constexpr SourceId topology_id = 1;
/// First id of the files that the policy extends or takes rules from.
inline constexpr SourceId first_extended_id = 2;
inline constexpr SourceId first_input_id = 18;

/// How one input file was handled.
struct FileReport {
    std::string path;
    SourceId source = no_source;
    std::string_view platform; ///< empty: no known platform
    std::string reason; ///< how the platform was recognized, or why it was not
    std::string conversion; ///< how the bytes were converted, or empty
    std::string device; ///< the device that the file belongs to
    Coverage coverage;
    /// The lines that were read but that no rule judges, ascending; in a file of one line, that line (see
    /// unjudged_lines()).
    std::vector<std::uint32_t> unjudged;
};

/// The devices of the topology that the inputs must contain.
struct PlanReach {
    /// If false, no device is missed, even if it was not read (files in memory, plans for some devices).
    bool known = false;
    bool whole = false; ///< all devices
    /// Absolute; if not `whole`, the devices whose files lie below one of these.
    std::vector<std::string> paths;
    std::vector<std::string> elsewhere; ///< devices that were read as part of other fabrics
};

/// Everything read from the inputs, before linking.
struct Loaded {
    SourceSet sources;
    std::vector<Device> devices;
    std::vector<FileReport> files; ///< in path order
    std::vector<Finding> syntax; ///< findings about the text: SYN001, SYN005, SYN006, NIC028
    std::vector<MisspeltLine> misspelt;
    std::vector<Error> unreadable;
    PlanReach reach;
    std::string platform; ///< forced for every file, or empty
    std::uint64_t bytes = 0;
    std::uint64_t lines = 0;
};

/// What a reader reports of a file, as a finding.
[[nodiscard]] Finding syntax_finding(const SyntaxProblem& problem);

class KnownDevices;

/// Options for loading.
struct LoadOptions {
    std::string_view platform; ///< forced for every file; empty: recognized by content
    const Topology* topology = nullptr;
    KnownDevices* known = nullptr; ///< what was read before, with the same options; null: everything is read
    bool documents = false; ///< also read configurations quoted in documents, each block as a file of its own
    /// The paths that are inspected before they are read whole, sorted.
    const std::vector<std::string>* large = nullptr;
    WorkCount* progress = nullptr; ///< counts the files read; may be null
};

/// Reads files ("-" is standard input) and turns them into devices: recognizes each file's platform, groups files into
/// devices, parses and reads in parallel. A bad file never hides a good one. Files that hold nothing but counters are devices
/// of their own (see adopt_captures()).
[[nodiscard]] Loaded load_files(
    const std::vector<std::string>& paths, SourceId first_id, const LoadOptions& options);
/// Does the same for all sources of a fabric, in memory, and gives counters to the devices that they are of.
[[nodiscard]] Loaded load_sources(
    std::vector<std::shared_ptr<const Source>> sources, const LoadOptions& options);

}
