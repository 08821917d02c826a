// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/data/report_data.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace rocelint::cli {

enum class ReportFormat : std::uint8_t { text, concise, json, sarif, junit, github, gitlab, markdown, html };

/// One format of the report of `check`.
struct ReportFormatRow {
    std::string_view word; ///< in --format and --report
    ReportFormat format = ReportFormat::text;
    std::string (*make)(std::span<const ReportData> fabrics) = nullptr;
};

/// All formats, in the order of the help.
[[nodiscard]] std::span<const ReportFormatRow> report_formats();
/// The format with this name, or null.
[[nodiscard]] const ReportFormatRow* find_report_format(std::string_view word);
/// The name of a format.
[[nodiscard]] std::string_view word_of(ReportFormat format);
[[nodiscard]] std::string make_report(std::span<const ReportData> fabrics, ReportFormat format);

}
