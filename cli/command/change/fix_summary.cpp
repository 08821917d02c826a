// SPDX-License-Identifier: Apache-2.0
// Lists what `fix` did not do, and why, which is as important as the diff: every finding is either corrected
// or listed here.
#include "cli/command/change/fix_summary.h"

#include "cli/report/data/locate.h"
#include "cli/terminal/visible.h"
#include "models/text/sentence.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace rocelint::cli {
namespace {

// Joins lines that differ only in their place; the joined line has the place of the first.
class GroupedLines {
public:
    explicit GroupedLines(const workspace::Outcome& outcome)
        : outcome_(outcome), places_(outcome.fabric.sources)
    {
    }

    void add(std::uint32_t finding, std::string_view what, const std::string& key)
    {
        const auto [at, fresh] = index_.try_emplace(key, lines_.size());
        if (fresh)
            lines_.push_back({finding, std::string(what), 0});
        ++lines_[at->second].count;
    }

    [[nodiscard]] std::string text()
    {
        std::string all;
        for (const Line& line : lines_) {
            all += visible(fmt::format("{}: {}", place_of(line.finding), line.what));
            if (line.count > 1)
                all += fmt::format(" (and {})", counted(line.count - 1, "more place"));
            all += '\n';
        }
        return all;
    }
    [[nodiscard]] std::string place_of(std::uint32_t index)
    {
        const Place place = places_.find(outcome_.report.findings[index].at);
        return place.source == nullptr
            ? std::string("rocelint")
            : fmt::format("{}:{}:{}", place.source->path(), place.begin.line, place.begin.column);
    }

private:
    struct Line {
        std::uint32_t finding = 0;
        std::string what;
        std::size_t count = 0;
    };
    const workspace::Outcome& outcome_;
    Places places_;
    std::vector<Line> lines_;
    std::map<std::string, std::size_t> index_;
};

std::string conflict_text(const workspace::Outcome& outcome, const Conflict& conflict, GroupedLines& lines)
{
    return fmt::format("{} is not corrected: it asks for \"{}\", but {} at {} for \"{}\"; neither is made",
        outcome.report.findings[conflict.one_finding].rule->code,
        describe(conflict.one),
        outcome.report.findings[conflict.other_finding].rule->code,
        lines.place_of(conflict.other_finding),
        describe(conflict.other));
}

bool is_held_back(const Finding& finding, bool hitless)
{
    return hitless && std::ranges::any_of(finding.changes, [](const Change& change) {
        return change.fix_class == FixClass::disruptive;
    });
}

}

std::string corrected_text(const workspace::Outcome& outcome,
    const std::vector<workspace::Correction>& corrections,
    std::string_view before)
{
    GroupedLines lines(outcome);
    for (const workspace::Correction& correction : corrections) {
        for (const PlannedChange& planned : correction.made) {
            const Finding& finding = outcome.report.findings[planned.findings.front()];
            lines.add(planned.findings.front(),
                fmt::format("{}{} {}", before, finding.rule->code, describe(planned.change)),
                fmt::format("{}|{}", finding.rule->code, describe(planned.change)));
        }
    }
    std::string text = lines.text();
    for (const workspace::Correction& correction : corrections) {
        if (!correction.side_effects.empty())
            text += visible(fmt::format(
                        "{}: this also changes the {}, which {} not known to carry lossless traffic",
                        outcome.fabric.devices[correction.device].name,
                        fmt::join(correction.side_effects, ", the "),
                        one_or_many(correction.side_effects.size(), "is", "are")))
                + '\n';
    }
    return text;
}

std::string left_text(const workspace::Outcome& outcome,
    const FixPlan& plan,
    const std::vector<workspace::Correction>& corrections,
    bool hitless)
{
    GroupedLines lines(outcome);
    std::set<std::uint32_t> left; // a finding with several changes once
    const auto add = [&](std::uint32_t index, std::string_view reason, bool by_rule) {
        const Finding& finding = outcome.report.findings[index];
        const std::string what = fmt::format("{} is not corrected: {}", finding.rule->code, reason);
        // Instructions to a person name a specific port, so only the first is shown, not one for each port.
        lines.add(index, what, by_rule ? std::string(finding.rule->code) : what);
        left.insert(index);
    };
    for (const workspace::Correction& correction : corrections) {
        for (const workspace::NotMade& one : correction.not_made)
            add(one.findings.front(), one.reason, false);
    }
    for (const DeviceFixes& fixes : plan.devices) {
        for (const Conflict& conflict : fixes.conflicts) {
            const std::string text = conflict_text(outcome, conflict, lines);
            lines.add(conflict.one_finding, text, text);
            left.insert(conflict.one_finding);
        }
    }
    for (const std::uint32_t index : plan.by_hand) {
        const Finding& finding = outcome.report.findings[index];
        if (is_held_back(finding, hitless))
            add(index, "its correction is disruptive, which --hitless leaves out", false);
        else
            add(index, finding.fix.empty() ? finding.rule->fix : std::string_view(finding.fix), true);
    }
    std::string text = lines.text();
    if (!left.empty())
        text += fmt::format("{} {} left to do by hand\n",
            counted(left.size(), "finding"),
            one_or_many(left.size(), "is", "are"));
    return text;
}

std::string interruptions_text(
    const workspace::Outcome& outcome, const std::vector<workspace::Correction>& corrections)
{
    GroupedLines lines(outcome);
    std::string doubts;
    for (const workspace::Correction& correction : corrections) {
        for (const workspace::NotMade& one : correction.interruptions) {
            const std::string text = fmt::format("{} interrupts traffic: {}",
                outcome.report.findings[one.findings.front()].rule->code,
                one.reason);
            lines.add(one.findings.front(), text, text);
        }
        if (!correction.doubt.empty())
            doubts += visible(
                fmt::format("{}: {}\n", outcome.fabric.devices[correction.device].name, correction.doubt));
    }
    return lines.text() + doubts;
}

std::string without_commands_text(
    const workspace::Outcome& outcome, const std::vector<workspace::Correction>& corrections)
{
    GroupedLines lines(outcome);
    for (const workspace::Correction& correction : corrections) {
        for (const workspace::NotMade& one : correction.not_in_commands) {
            const std::string text = fmt::format("{} is not among the commands: {}",
                outcome.report.findings[one.findings.front()].rule->code,
                one.reason);
            lines.add(one.findings.front(), text, text);
        }
    }
    return lines.text();
}

}
