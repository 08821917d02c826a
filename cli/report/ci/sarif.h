// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/data/report_data.h"

#include <span>
#include <string>

namespace rocelint::cli {

/// The report as SARIF 2.1.0, for code-scanning services. Columns are UTF-16 code units. Several fabrics
/// share one run, since services accept only one run of a tool at a time.
[[nodiscard]] std::string sarif_report(std::span<const ReportData> fabrics);

}
