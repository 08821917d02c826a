// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/data/report_data.h"

#include <string>

namespace rocelint::cli {

/// Writes how many findings each rule and each device has; nothing if there are none.
void write_statistics(const ReportData& data, std::string& out);

}
