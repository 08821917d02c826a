// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/data/report_data.h"

#include <span>
#include <string>

namespace rocelint::cli {

/// The report as a single page that opens from disk: it contains its styles, scripts and data, a
/// Content-Security-Policy allows only these scripts, and it requests nothing from the network.
[[nodiscard]] std::string html_report(std::span<const ReportData> fabrics);

}
