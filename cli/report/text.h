// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/report_data.h"

#include <string>

namespace rocelint::cli {

/// The report for people: each finding like a compiler's message, then what could not be checked, then one line of
/// sums. One line when all is well.
[[nodiscard]] std::string text_report(const ReportData& data);

}
