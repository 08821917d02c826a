// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/data/report_data.h"

#include <string>

namespace rocelint::cli {

/// Writes the number of findings per rule and per device; writes nothing if nothing was found.
void write_statistics(const ReportData& data, std::string& out);

}
