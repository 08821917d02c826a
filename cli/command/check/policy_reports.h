// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/command/check/check.h"
#include "cli/report/data/report_data.h"

#include <memory>
#include <span>

namespace rocelint::cli {

/// Checks, before any report is written, that the reports that policies request lie below the policies' folders and
/// overwrite nothing. Creates missing folders for them.
[[nodiscard]] Result<void> check_policy_reports(
    const CheckOptions& options, std::span<const std::unique_ptr<workspace::Outcome>> outcomes);

/// Writes the reports that policies request, each about the fabrics that its policy applies to. Returns false, after
/// printing the reason, if one could not be written.
[[nodiscard]] bool write_policy_reports(std::span<const ReportData> fabrics);

}
