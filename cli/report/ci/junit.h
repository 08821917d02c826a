// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/data/report_data.h"

#include <span>
#include <string>

namespace rocelint::cli {

/// The report as JUnit XML, which most CI systems show: a suite for each device, with a failed case for each
/// finding at or above --fail-on, a passed case that mentions each finding below it, a skipped case for each
/// check that could not be made or was waived, and an error for each input that could not be read.
[[nodiscard]] std::string junit_report(std::span<const ReportData> fabrics);

}
