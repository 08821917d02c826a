// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/data/report_data.h"

#include <span>
#include <string>

namespace rocelint::cli {

/// The report for people: what was assumed, three lines for each cause, what could not be checked, the totals and
/// the next commands; a single line if all is well. With ReportData::verbose, each finding is written like a
/// compiler's message, with all of its places. Several fabrics follow one another, each under a heading that names
/// its policy and topology, with the overall totals at the end.
[[nodiscard]] std::string text_report(std::span<const ReportData> fabrics);

/// The report in full, in which the findings after `most` bytes are replaced by their number.
[[nodiscard]] std::string text_excerpt(std::span<const ReportData> fabrics, std::size_t most);

}
