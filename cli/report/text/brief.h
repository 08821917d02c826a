// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/data/report_data.h"

#include <string>

namespace rocelint::cli {

/// The report of one fabric in short: what was assumed, three lines for each cause, what was not checked and what
/// would settle it, and the next commands.
void write_brief(const ReportData& data, std::string& out);

}
