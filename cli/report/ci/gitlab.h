// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/data/report_data.h"

#include <span>
#include <string>

namespace rocelint::cli {

/// The report as GitLab's code quality JSON. Fingerprints are unique within it, since GitLab shows only one
/// finding for each.
[[nodiscard]] std::string gitlab_report(std::span<const ReportData> fabrics);

}
