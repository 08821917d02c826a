// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/data/report_data.h"

#include <span>
#include <string>

namespace rocelint::cli {

/// The report as workflow commands of GitHub Actions, which annotate the lines of a change, followed by the
/// line of totals.
[[nodiscard]] std::string github_report(std::span<const ReportData> fabrics);

}
