// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/locate.h"
#include "cli/terminal/exit_code.h"
#include "workspace/gaps.h"
#include "workspace/outcome.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::cli {

/// What every reporter gets of one fabric. Where there are several, each Outcome has a folder.
struct ReportData {
    const workspace::Outcome& outcome;
    Places& places;
    std::vector<workspace::Gap> gaps{}; ///< what the check could not take in
    std::size_t baselined = 0; ///< findings that the baseline took out
    std::size_t hidden = 0; ///< findings that stood before the change that --changed-since is about
    std::optional<Severity> fail_on = Severity::error; ///< what counts as a failure; nothing: no finding does
    bool strict_coverage = false; ///< lines that were not understood are listed and count as faults
    bool colour = false;
    bool quiet = false; ///< of text: remarks are counted, and where there is nothing to say there is nothing
    std::string_view
        rule_pages; ///< address of the folder with the rules' pages, which ends in '/'; empty: none is known
    ExitCode exit_code = ExitCode::good; ///< of the whole run
};

/// Coverage of all files of one platform.
struct PlatformTally {
    std::string_view platform;
    std::size_t files = 0;
    std::size_t devices = 0;
    std::array<std::uint64_t, 4> lines{}; ///< by CoverageState
    std::uint64_t unjudged = 0; ///< of those read: judged by no rule
};

/// The ports of one device without any evidence.
struct UnknownPorts {
    std::string_view device;
    std::vector<std::string_view> ports;
};

/// The numbers at the end of a report.
struct Summary {
    std::size_t errors = 0;
    std::size_t warnings = 0;
    std::size_t infos = 0;
    std::size_t waived = 0;
    std::size_t devices = 0;
    std::size_t ports = 0; ///< physical ones
    std::size_t unknown_ports = 0;
    std::size_t judged_ports = 0; ///< of the physical ones: RDMA is meant there, and what decides was read
    std::size_t links = 0;
    std::array<std::uint64_t, 4> lines{}; ///< of files of a known platform, by CoverageState
    std::uint64_t unjudged = 0; ///< of those read: judged by no rule
    std::vector<PlatformTally> platforms; ///< by name
};
[[nodiscard]] Summary summarise(const workspace::Outcome& outcome);
/// The sums over several fabrics, without the platforms.
[[nodiscard]] Summary summarise(std::span<const ReportData> fabrics);
/// Those that a baseline, or --changed-since, took out of several fabrics: the sum of `member`.
[[nodiscard]] std::size_t sum_of(std::span<const ReportData> fabrics, std::size_t ReportData::*member);
/// Whether anything of the fabrics was not taken in.
[[nodiscard]] bool has_gaps(std::span<const ReportData> fabrics);
/// How many ports were judged: "312 of 340 ports judged", or "0 ports" where there is none to judge.
[[nodiscard]] std::string judged_share(const Summary& summary);
/// How reports head a gap: "not read".
[[nodiscard]] std::string_view title_of(workspace::GapKind kind);
/// What a finding is about. A fault of the text itself has no subject, but its file belongs to a device.
[[nodiscard]] PortId port_of(const Finding& finding, const Fabric& fabric);
[[nodiscard]] std::size_t count_physical_ports(const Device& device);
[[nodiscard]] std::vector<UnknownPorts> find_unknown_ports(const workspace::Outcome& outcome);

}
