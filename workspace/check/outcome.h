// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"
#include "rules/engine/engine.h"
#include "workspace/input/load.h"

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::workspace {

/// The parameters of a check, kept so that it can be repeated on changed files.
struct Asked {
    std::string platform; ///< forced for every file, or empty
    Topology topology;
    PlanReach reach;
    Selection selection;
    std::string today;
};

/// One complete check: what was read, the linked fabric, and what the rules found. Must be on the heap,
/// because the analysis points into its fabric and policy.
struct Outcome {
    std::string folder; ///< of one fabric among several; empty if it is the only one
    std::string root; ///< absolute: the folder of its policy or topology, otherwise the given path
    /// The files around other fabrics: no error if they contain no device.
    bool may_be_empty = false;
    bool of_a_part = false; ///< only a part of the fabric was read; the rest may exist elsewhere
    Asked asked;
    Policy policy;
    Fabric fabric;
    Analysis analysis;
    Report report;
    std::vector<std::string> assumed_routes; ///< what the rules about paths assume, as sentences
    std::vector<FileReport> files;
    std::vector<Error> unreadable;
    std::uint64_t bytes = 0;
    std::uint64_t lines = 0;
    std::chrono::steady_clock::duration link_time{};
    std::chrono::steady_clock::duration check_time{};
};

/// Whether devices were expected and none was found.
[[nodiscard]] bool is_missing_devices(const Outcome& outcome);

/// Links, analyses and checks the loaded inputs.
[[nodiscard]] std::unique_ptr<Outcome> check_loaded(
    Loaded loaded, Topology topology, Policy policy, const Selection& selection, std::string_view today);

/// The current date as an ISO date (UTC), for waivers that expire.
[[nodiscard]] std::string today();

/// The device and port that a finding is about; empty if there is none.
struct Named {
    std::string_view device;
    std::string port; ///< or the port of a subnet, or the option of a subnet manager
};
[[nodiscard]] Named name_subject(const Finding& finding, const Outcome& outcome);
[[nodiscard]] Named name_port(PortId id, const Fabric& fabric);

}
