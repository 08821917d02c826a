// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/data/locate.h"
#include "cli/report/data/run_facts.h"
#include "cli/terminal/exit_code.h"
#include "workspace/check/gaps.h"
#include "workspace/check/outcome.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::cli {

struct Advice;

/// The input of every reporter for one fabric. If there are several fabrics, each Outcome has a folder.
struct ReportData {
    const workspace::Outcome& outcome;
    Places& places;
    std::vector<workspace::Gap> gaps{}; ///< what the check could not cover
    std::size_t baselined = 0; ///< number of findings that the baseline removed
    std::size_t hidden = 0; ///< number of findings from before the change that --changed-since is about
    /// The severity from which a run fails; no value: no finding fails it.
    std::optional<Severity> fail_on = Severity::error;
    bool strict_coverage = false; ///< list lines that were not understood, and count them as faults
    bool colour = false;
    /// Text only: count remarks instead of listing them, and print nothing if there is nothing to say.
    bool quiet = false;
    bool verbose
        = false; ///< Text only: each finding with all of its places, and the limits of the check in full
    bool show_unchecked = false; ///< list every check that could not be made
    bool statistics = false; ///< count the findings by rule and device (text: instead of listing them)
    /// Text only: the width of the terminal, at which lines are folded; 0: lines are not folded.
    std::size_t width = 0;
    /// The options and paths with which `rocelint fix` corrects what was checked, as words of a shell; empty: it
    /// cannot, since the text came from standard input.
    std::string_view fix_words;
    /// How many of the removed findings can be corrected (count_correctable): `rocelint fix` corrects them too.
    std::size_t removed_correctable = 0;
    /// Address of the rules' pages, for page_address(); empty: unknown.
    std::string_view rule_pages;
    ExitCode exit_code = ExitCode::good; ///< of the whole run
    const RunFacts* run = nullptr; ///< what the page says of the run; null: nothing
    const Advice* advice = nullptr; ///< what the page says of costs; null: nothing
};

/// Coverage of all files of one platform.
struct PlatformTally {
    std::string_view platform;
    std::size_t files = 0;
    std::size_t devices = 0;
    std::array<std::uint64_t, 4> lines{}; ///< indexed by CoverageState
    std::uint64_t unjudged = 0; ///< of the lines read: those that no rule judges
};

/// The ports of one device that have no evidence.
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
    std::size_t ports = 0; ///< physical ports only
    std::size_t unknown_ports = 0;
    /// Physical ports that are meant for RDMA and whose deciding settings were read.
    std::size_t judged_ports = 0;
    std::size_t links = 0;
    std::array<std::uint64_t, 4> lines{}; ///< of files of a known platform, indexed by CoverageState
    std::uint64_t unjudged = 0; ///< of the lines read: those that no rule judges
    std::vector<PlatformTally> platforms; ///< sorted by name
};
[[nodiscard]] Summary summarise(const workspace::Outcome& outcome);
/// The totals over several fabrics, without the platforms.
[[nodiscard]] Summary summarise(std::span<const ReportData> fabrics);
/// How many findings a baseline, or --changed-since, removed from several fabrics: the sum of `member`.
[[nodiscard]] std::size_t sum_of(std::span<const ReportData> fabrics, std::size_t ReportData::*member);
/// Whether the check of any fabric has gaps.
[[nodiscard]] bool has_gaps(std::span<const ReportData> fabrics);
/// How many ports were judged: "312 of 340 ports judged", or "0 ports" without any port.
[[nodiscard]] std::string judged_share(const Summary& summary);
/// The title of a gap in reports: "not read".
[[nodiscard]] std::string_view title_of(workspace::GapKind kind);
/// The port that a finding is about. A finding about the text itself has no subject, but its file belongs to
/// a device.
[[nodiscard]] PortId port_of(const Finding& finding, const Fabric& fabric);
/// "LNK001 not checked on leaf1 Ethernet0: FEC is unknown": a check that could not be made, and what would settle it.
[[nodiscard]] std::string unchecked_sentence(const NotChecked& row, const Fabric& fabric);
/// "confirmed by counters"; empty where they say nothing, or where there are none.
[[nodiscard]] std::string_view evidence_words(const Finding& finding);
[[nodiscard]] std::size_t count_physical_ports(const Device& device);
/// The findings for which rocelint proposes a correction; the driver may still refuse one for the device's text.
[[nodiscard]] std::size_t count_correctable(const Report& report);
[[nodiscard]] std::vector<UnknownPorts> find_unknown_ports(const workspace::Outcome& outcome);

}
