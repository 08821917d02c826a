// SPDX-License-Identifier: Apache-2.0
// The report for people, in short, or in full with findings in the format of compiler messages.
#include "cli/report/text/text.h"

#include "cli/report/data/port_list.h"
#include "cli/report/text/brief.h"
#include "cli/report/text/snippet.h"
#include "cli/report/text/text_colours.h"
#include "cli/report/text/text_notes.h"
#include "cli/terminal/visible.h"
#include "models/text/append.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

constexpr std::size_t most_related = 6;

class FindingWriter {
public:
    FindingWriter(const ReportData& data, std::string& out)
        : data_(data), out_(out), colours_(text_colours(data.colour))
    {
    }

    void write(const Finding& finding)
    {
        const Place place = data_.places.find(finding.at);
        const std::string_view colour = colours_.of(finding.severity);
        add("{}{}: {}{}[{}]{}{}: {}{}\n",
            colours_.bold,
            where(place, finding),
            colour,
            name_of(finding.severity),
            finding.rule->code,
            colours_.end,
            colours_.bold,
            visible(finding.message),
            colours_.end);
        gutter_ = gutter_width(finding, place);
        if (place.source != nullptr)
            quote(place, finding.at, colour, '^');
        related(finding);
        also_on(finding);
        if (const std::string_view evidence = evidence_words(finding); !evidence.empty())
            note("evidence", evidence);
        if (!finding.fix.empty())
            note(finding.fix_class == FixClass::none ? "help"
                                                     : fmt::format("help ({})", name_of(finding.fix_class)),
                visible(finding.fix));
        out_ += '\n';
    }

private:
    template <class... Args>
    void add(fmt::format_string<Args...> format, Args&&... args)
    {
        append(out_, format, std::forward<Args>(args)...);
    }

    [[nodiscard]] std::string where(const Place& place, const Finding& finding) const
    {
        if (place.source != nullptr)
            return fmt::format(
                "{}:{}:{}", visible(place.source->path()), place.begin.line, place.begin.column);
        const workspace::Named named = workspace::name_subject(finding, data_.outcome);
        return named.device.empty() ? "fabric" : visible(named.device);
    }

    [[nodiscard]] std::size_t gutter_width(const Finding& finding, const Place& place) const
    {
        std::uint32_t highest = place.begin.line;
        for (std::size_t index = 0; index < std::min(finding.related.size(), most_related); ++index)
            highest = std::max(highest, data_.places.find(finding.related[index].at).begin.line);
        return fmt::formatted_size("{}", highest);
    }

    void quote(const Place& place, Span span, std::string_view colour, char marker)
    {
        const Snippet snippet = make_snippet(place, span);
        add("{0}{1:{2}} |{3}\n", colours_.gutter, "", gutter_, colours_.end);
        add("{}{:>{}} |{} {}\n", colours_.gutter, place.begin.line, gutter_, colours_.end, snippet.text);
        add("{0}{1:{2}} |{3} {1:{4}}{5}{6}{3}\n",
            colours_.gutter,
            "",
            gutter_,
            colours_.end,
            snippet.marker_begin,
            colour,
            std::string(snippet.marker_width, marker));
    }

    void note(std::string_view word, std::string_view text)
    {
        add("{0}{1:{2}} = {3}{4}: {5}\n", colours_.gutter, "", gutter_, colours_.end, word, text);
    }

    void related(const Finding& finding)
    {
        for (std::size_t index = 0; index < std::min(finding.related.size(), most_related); ++index) {
            const Related& other = finding.related[index];
            const std::string also
                = other.code.empty() ? std::string{} : fmt::format("also {}: ", other.code);
            const Place place = data_.places.find(other.at);
            if (place.source == nullptr) {
                note("note", also + visible(other.message));
                continue;
            }
            add("{0}{1:{2}}::: {3}{4}:{5}:{6}: {7}{8}\n",
                colours_.gutter,
                "",
                gutter_,
                colours_.end,
                visible(place.source->path()),
                place.begin.line,
                place.begin.column,
                also,
                visible(other.message));
            if (other.at != finding.at)
                quote(place, other.at, colours_.gutter, '-');
        }
        if (finding.related.size() > most_related)
            note("note", "and " + counted(finding.related.size() - most_related, "more place"));
    }

    void also_on(const Finding& finding)
    {
        if (finding.also_on.empty())
            return;
        std::vector<std::string> owned;
        owned.reserve(finding.also_on.size()); // `names` holds views of these texts
        std::vector<std::string_view> names;
        names.reserve(finding.also_on.size());
        const std::uint32_t device = finding.subjects.front().port.device;
        bool devices = true;
        for (const PortId port : finding.also_on) {
            const workspace::Named named = workspace::name_port(port, data_.outcome.fabric);
            devices = devices && named.port.empty();
            owned.push_back(
                port.device == device && !named.port.empty() ? named.port : std::string(named.device));
            names.push_back(owned.back());
        }
        add("{0}{1:{2}} ={3} +{4}: {5}\n",
            colours_.gutter,
            "",
            gutter_,
            colours_.end,
            counted(names.size(), devices ? "more device" : "more port"),
            list_ports(names));
    }

    const ReportData& data_;
    std::string& out_;
    TextColours colours_;
    std::size_t gutter_ = 1;
};

}

namespace {

// The report in full. Leaves out and counts the findings after `most` bytes.
void write_fabric(const ReportData& data, std::string& out, std::size_t most)
{
    if (!data.quiet)
        write_assumptions(data, out);
    FindingWriter writer(data, out);
    std::size_t left_out = 0;
    for (const Finding& finding : data.outcome.report.findings) {
        if (!finding.waived.empty())
            continue;
        if (out.size() < most)
            writer.write(finding);
        else
            ++left_out;
    }
    if (left_out > 0)
        append(out,
            "{} not shown here; `rocelint check --verbose` prints all\n\n",
            counted(left_out, "more finding"));
    if (data.quiet) {
        write_short_summary(data, out);
        return;
    }
    write_notes(data, out);
    write_summary(data, out);
}

}

namespace {

// Writes the fabrics one after the other, under headings if there are several.
std::string write_each_fabric(std::span<const ReportData> fabrics, const auto& write)
{
    std::string out;
    if (fabrics.size() == 1) {
        write(fabrics.front(), out);
        return out;
    }
    for (const ReportData& data : fabrics) {
        const std::size_t before = out.size();
        write_heading(data, out);
        const std::size_t heading = out.size();
        write(data, out);
        if (out.size() == heading)
            out.resize(before);
        else
            out += '\n';
    }
    if (!out.empty())
        write_sums(fabrics, out);
    return out;
}

}

std::string text_report(std::span<const ReportData> fabrics)
{
    return write_each_fabric(fabrics, [](const ReportData& data, std::string& out) {
        if (data.verbose && !data.statistics)
            write_fabric(data, out, std::string::npos);
        else
            write_brief(data, out);
    });
}

std::string text_excerpt(std::span<const ReportData> fabrics, std::size_t most)
{
    return write_each_fabric(
        fabrics, [most](const ReportData& data, std::string& out) { write_fabric(data, out, most); });
}

}
