// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/data/report_data.h"

#include <span>
#include <string>

namespace rocelint::cli {

/// Writes the folder of one of several fabrics, and the policy and topology that apply there.
void write_heading(const ReportData& data, std::string& out);
/// Writes the number of findings, and how many more are waived or in the baseline and therefore not shown.
void write_counts(const Summary& sum, std::size_t baselined, std::string& out);
/// Writes the totals over several fabrics.
void write_sums(std::span<const ReportData> fabrics, std::string& out);
/// Without a policy, writes the inferred classes and their sources. Then writes what is assumed about routes.
void write_assumptions(const ReportData& data, std::string& out);
/// Writes the limits of the report: checks not made, ports without evidence, files and lines not understood.
void write_notes(const ReportData& data, std::string& out);
/// The notes of the short report: checks not made by what would settle them, and no list of ports without
/// evidence.
void write_brief_notes(const ReportData& data, std::string& out);
/// For `--quiet`: one line of counts, or nothing if nothing was found, hidden, left unchecked or not
/// understood.
void write_short_summary(const ReportData& data, std::string& out);
/// Writes the totals, and a tally for each platform if there are several.
void write_summary(const ReportData& data, std::string& out);
/// Writes the devices, files and lines of each platform.
void write_platforms(const Summary& sum, std::string& out);

}
