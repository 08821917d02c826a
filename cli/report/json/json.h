// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/data/report_data.h"

#include <span>
#include <string>

namespace rocelint::cli {

/// The report for programs: schema version 1 (docs/schema/report.schema.json). With several fabrics, each row
/// names its fabric.
[[nodiscard]] std::string json_report(std::span<const ReportData> fabrics);

}
