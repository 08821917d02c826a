// SPDX-License-Identifier: Apache-2.0
// Writes the page around the data. All content from input files is in the data, and the scripts insert it as
// text, never as markup.
#include "cli/report/html/html.h"

#include "cli/report/data/markup.h"
#include "cli/report/html/html_data.h"
#include "cli/report/html/page_text.h"
#include "cli/report/text/text.h"
#include "cli/terminal/visible.h"
#include "models/text/append.h"
#include "models/text/sentence.h"

#include <iterator>

namespace rocelint::cli {
namespace {

struct Part {
    std::string_view text;
    std::string_view sha256; ///< in base64
};

constexpr Part style{page::report_css, page::report_css_sha256};
constexpr Part scripts[] = {
    {page::model_js, page::model_js_sha256},
    {page::layout_js, page::layout_js_sha256},
    {page::graph_js, page::graph_js_sha256},
    {page::device_js, page::device_js_sha256},
    {page::views_js, page::views_js_sha256},
    {page::app_js, page::app_js_sha256},
};

// A "</script" in the JSON would end the script element, and "<!--" would change how it is parsed; '<' only
// occurs in strings, so escape it. Some script parsers treat the two line separators as line ends.
void append_data(std::string& out, std::string_view json)
{
    constexpr std::string_view separators = "\xe2\x80";
    std::size_t done = 0;
    for (std::size_t at = json.find_first_of("<\xe2"); at != std::string_view::npos;
         at = json.find_first_of("<\xe2", at + 1)) {
        const bool bracket = json[at] == '<';
        if (!bracket
            && (json.substr(at, 2) != separators || at + 2 >= json.size()
                || (json[at + 2] != '\xa8' && json[at + 2] != '\xa9')))
            continue;
        out += json.substr(done, at - done);
        out += bracket ? "\\u003c" : json[at + 2] == '\xa8' ? "\\u2028" : "\\u2029";
        done = at + (bracket ? 1 : 3);
    }
    out += json.substr(done);
}

// The title that a browser's tab and a bookmark show.
void append_title(std::string& out, const RunFacts* run)
{
    constexpr std::size_t digits_of_commit = 12;
    std::string about;
    if (run != nullptr) {
        for (const std::string_view fact : {std::string_view(run->site),
                 std::string_view(run->date),
                 std::string_view(run->commit).substr(0, digits_of_commit)}) {
            if (!fact.empty())
                add_item(about, visible(fact), " · ");
        }
    }
    out += "<title>";
    append_markup(out, about.empty() ? "rocelint report" : about + ": rocelint report");
    out += "</title>\n";
}

// CI servers block scripts in stored artifacts unless configured otherwise; this text keeps the findings
// readable.
void append_text(std::string& out, std::span<const ReportData> fabrics)
{
    constexpr std::size_t most = 256 * 1024;
    out += "<noscript><p>The browser or the server forbids the scripts with which this page shows the fabric. Save a copy "
           "and open it from disk, or read the same as text:</p>\n<pre>";
    append_markup(out, text_excerpt(fabrics, most));
    out += "</pre></noscript>\n";
}

}

std::string html_report(std::span<const ReportData> fabrics)
{
    std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                      "base-uri 'none'; form-action 'none'; script-src";
    for (const Part& script : scripts)
        append(out, " 'sha256-{}'", script.sha256);
    append(out, "; style-src 'sha256-{}'\">\n", style.sha256);
    out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
           "<meta name=\"color-scheme\" content=\"light dark\">\n";
    append_title(out, fabrics.front().run);
    append(out, "<style>{}</style>\n</head>\n<body>\n", style.text);
    append_text(out, fabrics);
    out += "<div id=\"app\"></div>\n<script type=\"application/json\" id=\"data\">";
    append_data(out, html_data(fabrics));
    out += "</script>\n";
    for (const Part& script : scripts)
        append(out, "<script>{}</script>\n", script.text);
    out += "</body>\n</html>\n";
    return out;
}

}
