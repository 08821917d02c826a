// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/data/report_data.h"

#include <span>
#include <string>

namespace rocelint::cli {

/// The report as a comment for a merge request: findings by rule, errors first, within the maximum length of
/// such a comment. What does not fit is only counted.
[[nodiscard]] std::string markdown_report(std::span<const ReportData> fabrics);

}
