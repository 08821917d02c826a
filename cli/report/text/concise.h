// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/data/report_data.h"

#include <span>
#include <string>

namespace rocelint::cli {

/// A line for each finding, "file:line:column: severity CODE device port: message", in the order of files, and one
/// with their number.
[[nodiscard]] std::string concise_report(std::span<const ReportData> fabrics);

}
