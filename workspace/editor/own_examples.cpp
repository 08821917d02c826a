// SPDX-License-Identifier: Apache-2.0
// An example is checked like files in a folder: recognized by content, joined by its topology, with the whole
// policy. Only the findings of its own rule count.
#include "workspace/editor/own_examples.h"

#include "workspace/editor/session.h"
#include "workspace/input/inputs.h"
#include "workspace/input/policy_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace rocelint::workspace {
namespace {

class ExampleRun {
public:
    ExampleRun(
        const Source& source, const Policy& policy, const CustomRule& rule, const CustomExample& example)
        : source_(source), policy_(policy), rule_(rule), example_(example)
    {
        turn_on(policy_.rules);
        for (PolicyOverride& one : policy_.overrides)
            turn_on(one.rules);
    }

    std::string fault(std::string_view today)
    {
        // Shipped rules do not run, since their findings are not needed.
        Session session({.select = {rule_.code}});
        session.set_policy(source_, policy_);
        if (!example_.topology.empty())
            session.set_topology("topology.yaml", example_.topology);
        for (const CustomExampleFile& file : example_.files) {
            if (const auto known = check_platform_name(file.platform); !known)
                return known.error().message;
            session.put(file.device, file.text);
        }
        const auto outcome = session.check(today);
        if (!outcome)
            return fmt::format("cannot be checked: {}", outcome.error().message);
        if (std::string fault = platform_fault(**outcome); !fault.empty())
            return fault;
        const Report& report = (*outcome)->report;
        if (!report.own_errors.empty())
            return report.own_errors.front().message;
        return verdict(**outcome);
    }

private:
    // An example tests the rule even if the policy turns the rule off.
    void turn_on(std::map<std::string, RuleSetting, std::less<>>& rules) const
    {
        const auto setting = rules.find(rule_.code);
        if (setting != rules.end())
            setting->second.off = false;
    }

    [[nodiscard]] std::string platform_fault(const Outcome& outcome) const
    {
        for (const CustomExampleFile& file : example_.files) {
            const auto read = std::ranges::find_if(
                outcome.files, [&file](const FileReport& report) { return report.path == file.device; });
            const std::string_view platform
                = read == outcome.files.end() ? std::string_view{} : std::string_view(read->platform);
            if (platform.empty())
                return fmt::format("the configuration of {} is of no known platform", file.device);
            if (!file.platform.empty() && platform != file.platform)
                return fmt::format(
                    "the configuration of {} reads as {}, not as {}", file.device, platform, file.platform);
        }
        return {};
    }

    [[nodiscard]] std::string verdict(const Outcome& outcome) const
    {
        std::vector<const Finding*> found;
        for (const Finding& finding : outcome.report.findings) {
            if (finding.rule->code == rule_.code)
                found.push_back(&finding);
        }
        const auto row = std::ranges::find_if(outcome.report.not_checked,
            [this](const NotChecked& entry) { return entry.rule->code == rule_.code && !entry.met_nothing; });
        const bool unchecked = row != outcome.report.not_checked.end();
        const auto expect = example_.expect;
        if (!found.empty() && expect != CustomExample::Expect::flagged)
            return fmt::format(
                "is expected to be {} but is flagged: {}", name_of(expect), found.front()->message);
        if (unchecked && expect != CustomExample::Expect::not_checked)
            return fmt::format("is expected to be {} but is not checked: {}", name_of(expect), row->reason);
        if (!unchecked && expect == CustomExample::Expect::not_checked)
            return "is expected to be unchecked, but is clean";
        if (found.empty() && expect == CustomExample::Expect::flagged)
            return "is expected to be flagged, but is clean";
        return line_fault(found, outcome);
    }

    [[nodiscard]] std::string line_fault(
        const std::vector<const Finding*>& found, const Outcome& outcome) const
    {
        if (example_.line.empty())
            return {};
        std::string seen;
        for (const Finding* finding : found) {
            const Source* source = outcome.fabric.sources.find(finding->at.source);
            if (source == nullptr)
                continue;
            const LineTable lines(source->text());
            seen = lines.line(lines.position(finding->at.offset).line);
            if (seen.find(example_.line) != std::string::npos)
                return {};
        }
        return fmt::format(
            "should be flagged at a line with '{}', but is flagged at '{}'", example_.line, seen);
    }

    const Source& source_;
    Policy policy_; ///< with the rule turned on
    const CustomRule& rule_;
    const CustomExample& example_;
};

}

Result<std::vector<ExampleOutcome>> try_own_examples(const Source& policy, std::string_view today)
{
    PolicyFiles files;
    const auto read = files.read(policy);
    if (!read)
        return tl::unexpected(read.error());
    std::vector<ExampleOutcome> outcomes;
    for (const auto& rule : read->custom_rules) {
        for (const CustomExample& example : rule->examples)
            outcomes.push_back({rule->code,
                example.title.text,
                example.title.place(),
                ExampleRun(policy, *read, *rule, example).fault(today)});
    }
    return outcomes;
}

}
