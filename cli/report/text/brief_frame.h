// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/data/report_data.h"
#include "cli/report/text/finding_groups.h"

#include <span>
#include <string>

namespace rocelint::cli {

/// Writes the policy that was assumed and, if there are findings, what was read. Without findings a stated policy
/// is not repeated.
void write_frame_head(const ReportData& data, bool has_findings, std::string& out);

/// Writes the totals, which devices have most findings, and the commands that correct and explain them.
void write_frame_foot(const ReportData& data, std::span<const FindingGroup> groups, std::string& out);

}
