// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/check/fail_on.h"
#include "cli/report/report_format.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "rules/engine/engine.h"
#include "workspace/input/inputs.h"

#include <optional>
#include <string>
#include <vector>

namespace rocelint::cli {

/// A report in addition to the one that is printed.
struct ReportFile {
    ReportFormat format = ReportFormat::text;
    std::string path; ///< empty: standard output
};

/// Command-line options of `rocelint check`.
struct CheckOptions {
    workspace::InputOptions input;
    ReportFormat format = ReportFormat::text;
    std::string output; ///< file for the report; empty: standard output
    std::vector<ReportFile> reports; ///< additional reports
    Selection selection;
    FailOn fail_on;
    bool strict_coverage = false;
    bool fail_on_unchecked = false; ///< count every check that could not be made as a finding
    std::vector<std::string> unchecked_codes; ///< only checks of these rules; empty: all
    std::string baseline;
    std::string new_baseline; ///< file to write the findings' fingerprints to
    /// Git revision: report only what is new or changed since then; empty: everything.
    std::string changed_since;
    std::string rule_pages; ///< address of the rules' pages, for page_address(); empty: the policy's
    std::size_t jobs = 0; ///< 0: all cores
    bool stats = false;
    bool verbose = false; ///< text: every place of each finding, and the limits of the check in full
    bool show_unchecked = false; ///< list every check that could not be made
    bool statistics = false; ///< count the findings by rule and device
    bool quiet = false; ///< no progress; only results and failures as messages
    ColourMode colour = ColourMode::automatic;
    std::string answers; ///< file of answers for `advise`, for the page; empty: none
    std::string command; ///< the whole command line, which the page shows
};

/// Reads, checks and reports.
[[nodiscard]] ExitCode run_check(const CheckOptions& options);

}
