// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/report_data.h"

#include <span>
#include <string>

namespace rocelint::cli {

/// The report as one page that opens from disk: its styles, scripts and data are in it, a Content-Security-Policy lets these
/// scripts run and nothing else, and it asks no network for anything.
[[nodiscard]] std::string html_report(std::span<const ReportData> fabrics);

}
