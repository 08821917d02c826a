// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/report_data.h"

#include <string>

namespace rocelint::cli {

/// The report as SARIF 2.1.0, for code-scanning services. Columns are UTF-16 code units.
[[nodiscard]] std::string sarif_report(const ReportData& data);

}
