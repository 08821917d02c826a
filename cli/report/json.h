// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/report_data.h"

#include <string>

namespace rocelint::cli {

/// The report for programs: schema version 1 (docs/schema/report.schema.json).
[[nodiscard]] std::string json_report(const ReportData& data);

}
