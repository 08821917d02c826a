// SPDX-License-Identifier: Apache-2.0
// What each file was read as and why, which lines of it were not understood, and which files were not read.
#include "cli/report/show/show_part.h"
#include "cli/terminal/table.h"
#include "models/text/redact.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::cli {
namespace {

using workspace::FileReport;

constexpr std::size_t most_lines = 20; // that were not understood, in the text

// One of our own files that is in force: the policy, what it extends, the topology.
struct OwnFile {
    std::string_view path;
    std::string_view kind;
    std::string_view reason;
};

std::vector<OwnFile> own_files(const ShownFabric& shown)
{
    std::vector<OwnFile> files;
    for (const PolicyFile& file : shown.policy.files) {
        if (file.shipped)
            continue;
        if (file.holds_rules)
            files.push_back({file.name, "rules", "the policy names it"});
        else if (file.name == shown.policy.path)
            files.push_back({file.name, "policy", "it is in force here"});
        else
            files.push_back({file.name, "policy", "the policy extends it"});
    }
    if (shown.fabric.topology.given())
        files.push_back({shown.fabric.topology.path, "topology", "it is in force here"});
    return files;
}

std::uint32_t unread_lines(const Coverage& coverage)
{
    return coverage.count(CoverageState::unsupported) + coverage.count(CoverageState::unrecognised);
}

std::string understood(const ShownFabric& shown, std::size_t width)
{
    constexpr std::array<Column, 7> columns{Column{"file"},
        Column{"read as"},
        Column{"device"},
        Column{"lines", true},
        Column{"read", true},
        Column{"unread", true},
        Column{"why"}};
    std::vector<TableRow> rows;
    for (const OwnFile& file : own_files(shown))
        rows.push_back(
            {std::string(file.path), std::string(file.kind), "", "", "", "", std::string(file.reason)});
    bool counts_values = false;
    for (const FileReport& file : shown.files) {
        if (file.platform.empty())
            continue;
        const Coverage& coverage = file.coverage;
        const bool by_value = coverage.unit == Coverage::Unit::leaf;
        counts_values = counts_values || by_value;
        rows.push_back({file.path,
            std::string(file.platform),
            file.device,
            fmt::format("{}{}", coverage.total, by_value ? "*" : ""),
            std::to_string(coverage.count(CoverageState::read)),
            std::to_string(unread_lines(coverage)),
            file.conversion.empty() ? file.reason : fmt::format("{}; {}", file.reason, file.conversion)});
    }
    if (rows.empty())
        return {};
    std::string out = table(columns, rows, width);
    if (counts_values)
        out += "* a file without line breaks: its values are counted instead of its lines\n";
    return out;
}

std::string not_recognised(const ShownFabric& shown, std::size_t width)
{
    constexpr std::array<Column, 3> columns{Column{"not recognised"}, Column{"lines", true}, Column{"why"}};
    std::vector<TableRow> rows;
    for (const FileReport& file : shown.files) {
        if (file.platform.empty())
            rows.push_back({file.path, std::to_string(file.coverage.total), file.reason});
    }
    if (rows.empty())
        return {};
    return table(columns, rows, width)
        + folded("A file that is a configuration all the same: name its platform with --platform.", width);
}

std::string_view why_unread(CoverageState state)
{
    return state == CoverageState::unsupported ? "not modelled yet" : "not understood";
}

std::string lines_not_understood(const ShownFabric& shown, std::size_t width)
{
    constexpr std::array<Column, 3> columns{Column{"unread line"}, Column{"why"}, Column{"text"}};
    std::vector<TableRow> rows;
    std::size_t count = 0;
    for (const FileReport& file : shown.files) {
        if (file.platform.empty())
            continue;
        count += unread_lines(file.coverage);
        LineRedactor redactor;
        for (const Coverage::Detail& detail : file.coverage.details) {
            const std::string text = redactor.line(detail.text);
            if (rows.size() == most_lines)
                break;
            rows.push_back({fmt::format("{}:{}", file.path, detail.line),
                std::string(why_unread(detail.state)),
                text.substr(std::min(text.find_first_not_of(" \t"), text.size()))});
        }
    }
    if (rows.empty())
        return {};
    std::string out = table(columns, rows, width);
    if (count > rows.size())
        out += fmt::format("and {} more; --format json lists all\n", count - rows.size());
    return out;
}

std::string files_text(const ShownFabric& shown, std::size_t width)
{
    std::string out = understood(shown, width);
    for (const std::string& part : {not_recognised(shown, width), lines_not_understood(shown, width)}) {
        if (!part.empty())
            add_item(out, part, "\n");
    }
    return out;
}

void write_coverage_of(JsonWriter& out, const Coverage& coverage)
{
    out.text("unit", coverage.unit == Coverage::Unit::line ? "line" : "leaf");
    out.count("lines", coverage.total);
    for (const CoverageState state : {CoverageState::read,
             CoverageState::irrelevant,
             CoverageState::unsupported,
             CoverageState::unrecognised})
        out.count(name_of(state), coverage.count(state));
    LineRedactor redactor;
    out.key("details").begin_array();
    for (const Coverage::Detail& detail : coverage.details) {
        out.begin_object();
        out.count("line", detail.line);
        out.text("state", name_of(detail.state));
        out.text("text", redactor.line(detail.text));
        out.end();
    }
    out.end();
    out.count("details_left_out", coverage.details_left_out);
}

void files_rows(JsonWriter& out, const ShownFabric& shown, std::string_view /*array*/)
{
    for (const OwnFile& file : own_files(shown)) {
        begin_row(out, shown);
        out.text("file", file.path);
        out.text("read_as", file.kind);
        out.text("reason", file.reason);
        out.end();
    }
    for (const FileReport& file : shown.files) {
        begin_row(out, shown);
        out.text("file", file.path);
        out.text_or_null("read_as", file.platform);
        out.text("reason", file.reason);
        out.text_or_null("device", file.device);
        if (!file.conversion.empty())
            out.text("conversion", file.conversion);
        write_coverage_of(out, file.coverage);
        out.end();
    }
}

}

const ShowPart& files_part()
{
    static constexpr std::array<std::string_view, 1> arrays{"files"};
    static constexpr ShowPart part{ShowSubject::files, files_text, arrays, files_rows};
    return part;
}

}
