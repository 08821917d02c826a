// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/check/check.h"
#include "cli/report/data/report_data.h"

#include <memory>
#include <span>

namespace rocelint::cli {

/// Checks, before any report is written, that those that policies ask for stay below their folders and overwrite
/// nothing. Creates the folders that they lie in.
[[nodiscard]] Result<void> check_policy_reports(
    const CheckOptions& options, std::span<const std::unique_ptr<workspace::Outcome>> outcomes);

/// Writes the reports that policies ask for, each with the fabrics that its policy applies to. Returns whether all were
/// written, and prints why not.
[[nodiscard]] bool write_policy_reports(std::span<const ReportData> fabrics);

}
