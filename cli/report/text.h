// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/report_data.h"

#include <span>
#include <string>

namespace rocelint::cli {

/// The report for people: each finding like a compiler's message, then what could not be checked, then one line of
/// sums. One line when all is well. Several fabrics stand one below the other, each under a heading that names its policy and
/// topology, with the sums of all at the end.
[[nodiscard]] std::string text_report(std::span<const ReportData> fabrics);

/// The same with no further findings from `most` bytes on: how many those are is said in their place.
[[nodiscard]] std::string text_excerpt(std::span<const ReportData> fabrics, std::size_t most);

}
