// SPDX-License-Identifier: Apache-2.0
// Lists every format of the report once: its name, and the function that writes it.
#include "cli/report/report_format.h"

#include "cli/report/ci/github.h"
#include "cli/report/ci/gitlab.h"
#include "cli/report/ci/junit.h"
#include "cli/report/ci/markdown.h"
#include "cli/report/ci/sarif.h"
#include "cli/report/html/html.h"
#include "cli/report/json/json.h"
#include "cli/report/text/concise.h"
#include "cli/report/text/text.h"

#include <algorithm>

namespace rocelint::cli {
namespace {

constexpr ReportFormatRow rows[] = {
    {"text", ReportFormat::text, text_report},
    {"concise", ReportFormat::concise, concise_report},
    {"json", ReportFormat::json, json_report},
    {"sarif", ReportFormat::sarif, sarif_report},
    {"junit", ReportFormat::junit, junit_report},
    {"github", ReportFormat::github, github_report},
    {"gitlab", ReportFormat::gitlab, gitlab_report},
    {"markdown", ReportFormat::markdown, markdown_report},
    {"html", ReportFormat::html, html_report},
};

}

std::span<const ReportFormatRow> report_formats() { return rows; }

const ReportFormatRow* find_report_format(std::string_view word)
{
    const auto found = std::ranges::find(rows, word, &ReportFormatRow::word);
    return found == std::end(rows) ? nullptr : found;
}

std::string_view word_of(ReportFormat format)
{
    return std::ranges::find(rows, format, &ReportFormatRow::format)->word;
}

std::string make_report(std::span<const ReportData> fabrics, ReportFormat format)
{
    return std::ranges::find(rows, format, &ReportFormatRow::format)->make(fabrics);
}

}
