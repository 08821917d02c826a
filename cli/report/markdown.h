// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/report_data.h"

#include <span>
#include <string>

namespace rocelint::cli {

/// The report as a comment for a merge request: findings by rule, errors first, no longer than such a comment may be. What does
/// not fit is counted.
[[nodiscard]] std::string markdown_report(std::span<const ReportData> fabrics);

}
