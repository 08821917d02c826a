// SPDX-License-Identifier: Apache-2.0
// Publishes findings as diagnostics of the protocol. Waived findings are not shown: an editor is not the
// place to discuss a waiver.
#include "cli/lsp/diagnostics.h"

#include "cli/lsp/fault_diagnostic.h"
#include "models/text/append.h"
#include "models/text/page_address.h"
#include "models/text/sentence.h"
#include "rules/rule_table.h"
#include "workspace/check/gaps.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

using workspace::FileReport;
using workspace::OpenFabric;
using workspace::Outcome;

Level diagnostic_level(Severity severity)
{
    return severity == Severity::error  ? Level::error
        : severity == Severity::warning ? Level::warning
                                        : Level::information;
}

class Collector {
public:
    Collector(const OpenFabric& fabric, const ClientAbilities& client, const UriOf& uri_of)
        : fabric_(fabric), client_(client), uri_of_(uri_of)
    {
    }

    std::map<std::string, std::vector<Diagnostic>> run(
        const std::function<const std::string*(const std::string& path)>& open_text)
    {
        for (const auto& [path, error] : fabric_.faults)
            add_fault(path, error, open_text(path));
        if (fabric_.outcome == nullptr)
            return std::move(found_);
        const Outcome& outcome = *fabric_.outcome;
        Locator locator(outcome.fabric.sources, client_.encoding);
        for (std::uint32_t index = 0; index < outcome.report.findings.size(); ++index) {
            if (outcome.report.findings[index].waived.empty())
                add_finding(index, locator);
        }
        for (const FileReport& file : outcome.files) {
            if (open_text(file.path) != nullptr)
                add_lines(file, locator);
        }
        add_unchecked(locator, open_text);
        add_gaps(locator, open_text);
        return std::move(found_);
    }

private:
    // The place to show a finding without a place: a file of its device, otherwise the topology or the
    // policy.
    [[nodiscard]] Span place_of(const Finding& finding) const
    {
        const Fabric& fabric = fabric_.outcome->fabric;
        if (fabric.sources.find(finding.at.source) != nullptr)
            return finding.at;
        if (!finding.subjects.empty() && finding.subjects.front().port.device < fabric.devices.size()) {
            const Device& device = fabric.devices[finding.subjects.front().port.device];
            if (fabric.sources.find(device.identity.source) != nullptr)
                return device.identity;
            if (!device.files.empty())
                return {device.files.front(), 0, 0};
        }
        for (const SourceId own : {workspace::topology_id, workspace::policy_id}) {
            if (fabric.sources.find(own) != nullptr)
                return {own, 0, 0};
        }
        return fabric_.outcome->files.empty() ? Span{} : Span{fabric_.outcome->files.front().source, 0, 0};
    }

    void write_code(JsonWriter& out, std::string_view code) const
    {
        out.text("code", code);
        // A site's own rules have no page.
        if (!client_.code_description || client_.rule_pages.empty() || find_rule(code) == nullptr)
            return;
        out.key("codeDescription").begin_object();
        out.text("href", page_address(client_.rule_pages, code));
        out.end();
    }

    void write_related(JsonWriter& out, const Finding& finding, Locator& locator) const
    {
        out.key("relatedInformation").begin_array();
        for (const Related& related : finding.related) {
            const Source* source = locator.source(related.at);
            if (source == nullptr)
                continue;
            out.begin_object();
            out.key("location").begin_object();
            out.text("uri", uri_of_(source->path()));
            write_range(out, "range", locator.shown(related.at));
            out.end();
            out.text("message",
                related.code.empty() ? related.message
                                     : fmt::format("{}: {}", related.code, related.message));
            out.end();
        }
        out.end();
    }

    void add_finding(std::uint32_t index, Locator& locator)
    {
        const Finding& finding = fabric_.outcome->report.findings[index];
        const Span at = place_of(finding);
        const Source* source = locator.source(at);
        if (source == nullptr)
            return;
        JsonWriter out;
        const LspRange range = locator.shown(at);
        begin_diagnostic(out, range, diagnostic_level(finding.severity));
        write_code(out, finding.rule->code);
        std::string message = finding.message;
        if (!finding.also_on.empty())
            append(message, " (and {} more)", finding.also_on.size());
        if (!finding.fix.empty())
            append(message, "\n{}", finding.fix);
        out.text("message", message);
        if (client_.related_information && !finding.related.empty())
            write_related(out, finding, locator);
        out.end();
        found_[source->path()].push_back({range, index, out.take_value()});
    }

    // Adds one hint for each run of lines that were not understood.
    void add_lines(const FileReport& file, Locator& locator)
    {
        const Source* source = locator.source({file.source, 0, 0});
        if (source == nullptr || file.platform.empty())
            return;
        const std::vector<Coverage::Detail>& details = file.coverage.details;
        const LineIndex& lines = locator.index(*source);
        if (file.coverage.unit != Coverage::Unit::line) {
            const std::uint32_t lost = file.coverage.count(CoverageState::unsupported)
                + file.coverage.count(CoverageState::unrecognised);
            if (lost > 0)
                add_hint(*source,
                    lines.range(0, 0, client_.encoding),
                    fmt::format(
                        "no check takes {} of the {} in this file into account: they are not understood, or not "
                        "modelled yet",
                        lost,
                        counted(file.coverage.total, "value")));
            return;
        }
        if (file.coverage.details_left_out > 0 && !details.empty()
            && details.back().line <= lines.line_count()) {
            const std::size_t end = lines.line_end(details.back().line - 1);
            add_hint(*source,
                lines.range(end, end, client_.encoding),
                fmt::format("no check takes {} below into account either",
                    counted(file.coverage.details_left_out, "more line")));
        }
        for (std::size_t first = 0; first < details.size();) {
            std::size_t last = first;
            while (last + 1 < details.size() && details[last + 1].state == details[first].state
                && details[last + 1].line == details[last].line + 1)
                ++last;
            if (details[last].line <= lines.line_count()) {
                const std::size_t begin_at = lines.line_begin(details[first].line - 1);
                const std::size_t text = source->text().find_first_not_of(" \t", begin_at);
                add_hint(*source,
                    lines.range(std::min(text, lines.line_end(details[last].line - 1)),
                        lines.line_end(details[last].line - 1),
                        client_.encoding),
                    details[first].state == CoverageState::unsupported
                        ? "not judged: this touches RDMA traffic, but is not modelled yet"
                        : "not understood: no check takes this into account");
            }
            first = last + 1;
        }
    }

    void add_hint(const Source& source, const LspRange& range, std::string_view message)
    {
        JsonWriter out;
        begin_diagnostic(out, range, Level::hint);
        out.text("message", message);
        out.end();
        found_[source.path()].push_back({range, Diagnostic::none, out.take_value()});
    }

    // Adds one hint for each port or device, with everything that could not be checked there.
    void add_unchecked(
        Locator& locator, const std::function<const std::string*(const std::string& path)>& open_text)
    {
        const Fabric& fabric = fabric_.outcome->fabric;
        std::map<Span, std::string> rows;
        for (const NotChecked& row : fabric_.outcome->report.not_checked) {
            if (row.port.device >= fabric.devices.size())
                continue;
            const Device& device = fabric.devices[row.port.device];
            Span at = row.port.port < device.ports.size() ? device.ports[row.port.port].at : device.identity;
            if (fabric.sources.find(at.source) == nullptr && !device.files.empty())
                at = {device.files.front(), 0, 0};
            const Source* source = fabric.sources.find(at.source);
            if (source == nullptr || open_text(source->path()) == nullptr)
                continue;
            std::string& text = rows[at];
            append(text, "{}{}", text.empty() ? "not checked: " : "\n", row.rule->code);
            append(text, ", {}", row.reason);
            if (row.ports > 1)
                append(text, " ({} ports)", row.ports);
        }
        for (const auto& [at, text] : rows)
            add_hint(*fabric.sources.find(at.source), locator.shown(at), text);
    }

    // Adds the gaps of the check. Leaves out that there is no device at all, which is not worth reporting in
    // an editor.
    void add_gaps(
        Locator& locator, const std::function<const std::string*(const std::string& path)>& open_text)
    {
        for (const auto& [path, error] : fabric_.unreadable) {
            JsonWriter out;
            begin_diagnostic(out, {}, Level::hint);
            out.text("message", error.message);
            out.end();
            found_[path].push_back({{}, Diagnostic::none, out.take_value()});
        }
        for (const workspace::Gap& gap : workspace::find_gaps(*fabric_.outcome)) {
            if (gap.kind == workspace::GapKind::own_rule) {
                const std::string path = file_of_rule(gap.sentence);
                add_fault(path, {ErrorKind::invalid, gap.sentence, {}}, open_text(path));
                continue;
            }
            Finding nowhere;
            nowhere.at = gap.at;
            const Span at = place_of(nowhere);
            const Source* source = locator.source(at);
            if (source == nullptr || (gap.kind == workspace::GapKind::blind && !gap.at.somewhere()))
                continue;
            add_hint(*source, locator.shown(at), gap.sentence);
        }
    }

    // The file whose path begins the sentence about an own rule: the policy, or a file that its rules come
    // from.
    [[nodiscard]] std::string file_of_rule(std::string_view sentence) const
    {
        const OwnRules& own = *fabric_.outcome->report.own_rules;
        for (const Rule* rule : own.all()) {
            const std::string& path = own.says(*rule)->place.path;
            if (sentence.starts_with(path + ':'))
                return path;
        }
        return fabric_.policy;
    }

    void add_fault(const std::string& path, const Error& error, const std::string* text)
    {
        found_[path].push_back(fault_diagnostic(path, error, text, client_.encoding));
        for (const std::string& further : error.further)
            found_[path].push_back(
                fault_diagnostic(path, {.kind = error.kind, .message = further}, text, client_.encoding));
    }

    const OpenFabric& fabric_;
    const ClientAbilities& client_;
    const UriOf& uri_of_;
    std::map<std::string, std::vector<Diagnostic>> found_;
};

}

std::map<std::string, std::vector<Diagnostic>> diagnostics_of(const OpenFabric& fabric,
    const ClientAbilities& client,
    const UriOf& uri_of,
    const std::function<const std::string*(const std::string& path)>& open_text)
{
    return Collector(fabric, client, uri_of).run(open_text);
}

}
