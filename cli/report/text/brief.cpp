// SPDX-License-Identifier: Apache-2.0
// One screen for a fabric of ten devices. Notes and further places are in the report of --verbose.
#include "cli/report/text/brief.h"

#include "cli/report/data/port_list.h"
#include "cli/report/text/brief_frame.h"
#include "cli/report/text/finding_groups.h"
#include "cli/report/text/snippet.h"
#include "cli/report/text/statistics_text.h"
#include "cli/report/text/text_colours.h"
#include "cli/report/text/text_notes.h"
#include "cli/report/text/unchecked.h"
#include "cli/terminal/folded_line.h"
#include "cli/terminal/visible.h"
#include "models/text/append.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

class GroupWriter {
public:
    GroupWriter(const ReportData& data, std::string& out)
        : data_(data), out_(out), colours_(text_colours(data.colour))
    {
    }

    void write(const FindingGroup& group)
    {
        const Finding& finding = group.first();
        const Place place = data_.places.find(finding.at);
        constexpr std::size_t indent = 4;
        FoldedLine head(out_, data_.width, 0, indent);
        head.add_whole(place_of(finding, place), colours_.bold, colours_.end);
        head.gap(2);
        head.add(name_of(finding.severity), colours_.of(finding.severity));
        head.add(finding.rule->code, {}, colours_.end);
        head.gap(2);
        head.add(sentence_of(group));
        head.finish();
        if (place.source != nullptr)
            quote(place, finding.at);
        advise(group);
    }

private:
    [[nodiscard]] std::string place_of(const Finding& finding, const Place& place) const
    {
        if (place.source != nullptr)
            return fmt::format(
                "{}:{}:{}", visible(place.source->path()), place.begin.line, place.begin.column);
        const workspace::Named named = workspace::name_subject(finding, data_.outcome);
        return named.device.empty() ? "fabric" : visible(named.device);
    }

    // The rule's sentence, which mostly names the port, with the number of further ports behind that name.
    [[nodiscard]] std::string sentence_of(const FindingGroup& group) const
    {
        const Finding& finding = group.first();
        const workspace::Named named = workspace::name_subject(finding, data_.outcome);
        const std::string device = visible(named.device);
        const std::string label = named.port.empty() ? device : device + ' ' + visible(named.port);
        std::string text = visible(finding.message);
        if (!finding.subjects.empty() && !device.empty() && text.find(device) == std::string::npos)
            text = fmt::format("{}: {}", label, text);
        const std::string more = count_more(group, data_.outcome.fabric);
        if (more.empty())
            return text;
        const std::size_t at = find_name(text, label);
        return at == std::string_view::npos ? fmt::format("{} {}", text, more)
                                            : text.insert(at + label.size(), ' ' + more);
    }

    void quote(const Place& place, Span span)
    {
        const Snippet snippet = make_snippet(place, span);
        const std::size_t first = snippet.text.find_first_not_of(' ');
        if (first == std::string::npos)
            return;
        const std::string gutter = fmt::format("  {} | ", place.begin.line);
        const std::size_t room = data_.width > gutter.size() ? data_.width - gutter.size() : 0;
        append(out_,
            "{}{}{}{}\n",
            colours_.gutter,
            gutter,
            colours_.end,
            shortened(std::string_view(snippet.text).substr(first), room));
    }

    void advise(const FindingGroup& group)
    {
        const Finding& finding = group.first();
        const std::string codes = listed_codes(group);
        const std::vector<std::string> places = list_places(group);
        const std::string_view evidence = evidence_words(finding);
        if (finding.fix.empty() && codes.empty() && places.empty() && evidence.empty())
            return;
        constexpr std::size_t between = 3;
        constexpr std::size_t indent = 4;
        FoldedLine line(out_, data_.width, 2, indent);
        if (!finding.fix.empty()) {
            const bool plain = finding.fix_class == FixClass::none || finding.fix_class == FixClass::hitless;
            line.add(plain ? std::string("fix:") : fmt::format("fix ({}):", name_of(finding.fix_class)));
            line.add(visible(finding.fix));
            line.gap(between);
        }
        if (!evidence.empty()) {
            line.add(std::string(evidence));
            line.gap(between);
        }
        if (!codes.empty()) {
            line.add("also " + codes);
            line.gap(between);
        }
        if (!places.empty())
            line.add("see also");
        for (const std::string& place : places)
            line.add_whole(place);
        line.finish();
    }

    // The codes of the findings that were folded under those of the group.
    static std::string listed_codes(const FindingGroup& group)
    {
        std::vector<std::string_view> codes;
        for (const Finding* finding : group.findings) {
            for (const Related& related : finding->related) {
                if (!related.code.empty() && std::ranges::find(codes, related.code) == codes.end())
                    codes.push_back(related.code);
            }
        }
        return listed_at_most(codes, codes.size());
    }

    // With a comma behind each but the last `tail` + 1.
    static std::vector<std::string> separated(std::vector<std::string> places, std::size_t tail)
    {
        for (std::size_t index = 0; index + tail + 1 < places.size(); ++index)
            places[index] += ',';
        return places;
    }

    // The lines of the other findings of the group, then the evidence of the first.
    std::vector<std::string> list_places(const FindingGroup& group)
    {
        constexpr std::size_t most_findings = 12;
        constexpr std::size_t most_evidence = 3;
        std::vector<std::string> places;
        std::vector<std::string> known{line_of(group.first().at)};
        const auto add = [&](Span at) {
            std::string line = line_of(at);
            if (line.empty() || std::ranges::find(known, line) != known.end())
                return;
            known.push_back(line);
            places.push_back(std::move(line));
        };
        for (const Finding* finding : group.findings) {
            if (places.size() <= most_findings)
                add(finding->at);
        }
        if (places.size() > most_findings) {
            places.back() = "and more (--format concise lists all)";
            return separated(std::move(places), 1);
        }
        const std::size_t most = places.size() + most_evidence;
        for (const Related& related : group.first().related) {
            if (places.size() < most)
                add(related.at);
        }
        return separated(std::move(places), 0);
    }

    [[nodiscard]] std::string line_of(Span at) const
    {
        const Place place = data_.places.find(at);
        return place.source == nullptr
            ? std::string()
            : fmt::format("{}:{}", visible(place.source->path()), place.begin.line);
    }

    const ReportData& data_;
    std::string& out_;
    TextColours colours_;
};

}

void write_brief(const ReportData& data, std::string& out)
{
    const std::vector<FindingGroup> groups = group_findings(data.outcome);
    if (!data.quiet)
        write_frame_head(data, !groups.empty(), out);
    if (data.statistics)
        write_statistics(data, out);
    else {
        GroupWriter writer(data, out);
        for (const FindingGroup& group : groups)
            writer.write(group);
    }
    if (data.quiet) {
        write_short_summary(data, out);
        return;
    }
    if (!groups.empty())
        out += '\n';
    write_brief_notes(data, out);
    write_frame_foot(data, groups, out);
}

}
