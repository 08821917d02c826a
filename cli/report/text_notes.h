// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/report_data.h"

#include <span>
#include <string>

namespace rocelint::cli {

/// The folder of one of several fabrics, and the files that are in force there.
void write_heading(const ReportData& data, std::string& out);
/// What was found, and how much of it is waived or in the baseline and therefore not shown.
void write_counts(const Summary& sum, std::size_t baselined, std::string& out);
/// The sums over several fabrics.
void write_sums(std::span<const ReportData> fabrics, std::string& out);
/// Without a policy: the classes that were inferred, and from what. Then what is taken for granted about routes.
void write_assumptions(const ReportData& data, std::string& out);
/// What the report cannot vouch for: checks not made, ports without evidence, files and lines not understood.
void write_notes(const ReportData& data, std::string& out);
/// For `--quiet`: one line of counts, or nothing where nothing was found, hidden, left unchecked or not understood.
void write_short_summary(const ReportData& data, std::string& out);
/// The sums, and the tally of each platform where there are several.
void write_summary(const ReportData& data, std::string& out);

}
