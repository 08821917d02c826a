// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/data/report_data.h"

#include <string>

namespace rocelint::cli {

/// Writes the most important reasons why checks could not be made, with one of the ports.
void write_unchecked(const ReportData& data, std::string& out);

/// Writes the same as a list of things to do: what would settle the checks, then, for each set of devices, what
/// nothing is known to settle.
void write_unchecked_to_do(const ReportData& data, std::string& out);

/// Writes every reason with all of its devices.
void write_all_unchecked(const ReportData& data, std::string& out);

}
