// SPDX-License-Identifier: Apache-2.0
// Own rules run after the shipped ones in separate processes, so that their failures cannot affect the rest.
// Their results come back as bytes and become ordinary findings.
#include "rules/own/own_rules.h"

#include "models/jq/program.h"
#include "models/text/nearest.h"
#include "rules/own/own_batches.h"
#include "rules/own/own_event.h"
#include "rules/own/own_program.h"
#include "rules/own/own_worker.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace rocelint {
namespace {

Scope scope_of(CustomSubject subject)
{
    switch (subject) {
    case CustomSubject::port:
        return Scope::port;
    case CustomSubject::link:
        return Scope::link;
    case CustomSubject::host:
        return Scope::host;
    case CustomSubject::fabric:
        return Scope::fabric;
    case CustomSubject::device:
    case CustomSubject::job:
        break;
    }
    return Scope::device;
}

Error failure_of(const CustomRule& rule, const confined::Failure& failure, const confined::Limits& limits)
{
    constexpr double thousand = 1000;
    constexpr std::size_t mebibyte = std::size_t{1} << 20;
    using Why = confined::Failure::Why;
    const std::string what = failure.why == Why::step_time
        ? fmt::format("took more than {} s of CPU time for one {}",
            static_cast<double>(limits.step.count()) / thousand,
            name_of(rule.subject))
        : failure.why == Why::kind_time
        ? fmt::format("took more than {} s of CPU time", static_cast<double>(limits.kind.count()) / thousand)
        : failure.why == Why::aborted
        ? fmt::format(
            "made libjq give up: it asks for what libjq cannot work out, or for more than {} MiB at once",
            limits.memory / mebibyte)
        : fmt::format("needed more than {} MiB, or nested too deep", limits.memory / mebibyte);
    return {ErrorKind::invalid,
        fmt::format("{}: {} {} and was stopped, so that nothing was checked by it",
            rule.assertion.place(),
            rule.code,
            what),
        {}};
}

// Decodes what a worker returned for one batch.
class Unpacker {
public:
    Unpacker(const std::vector<const Rule*>& rules,
        const OwnRules& own,
        const Analysis& analysis,
        OwnOutput& output)
        : rules_(rules), own_(own), analysis_(analysis), output_(output)
    {
    }

    void take(std::string_view bytes)
    {
        for (const OwnEvent& event : read_own_events(bytes)) {
            const Rule& rule = *rules_[event.rule];
            const bool is_first = heard_[event.kind].insert(&rule).second;
            if (event.kind == OwnEvent::Kind::error && is_first)
                output_.errors.push_back({ErrorKind::invalid, event.text, {}});
            else if (event.kind == OwnEvent::Kind::error)
                continue; // the first is enough: others are usually the same
            else if (event.kind == OwnEvent::Kind::not_checked)
                output_.not_checked.push_back({&rule, event.port, event.text, event.ports});
            else if (event.kind == OwnEvent::Kind::finding)
                add_finding(rule, event);
        }
    }

    // A rule that applied to no subject also found nothing, which is reported.
    void tell_unmet()
    {
        for (const Rule* rule : rules_) {
            if (heard_[OwnEvent::Kind::met].contains(rule)
                || heard_[OwnEvent::Kind::not_checked].contains(rule)
                || heard_[OwnEvent::Kind::error].contains(rule))
                continue;
            const std::string_view subject = name_of(own_.says(*rule)->subject);
            output_.not_checked.push_back({rule,
                {},
                heard_[OwnEvent::Kind::asked].contains(rule)
                    ? fmt::format("its 'where' holds for no {}", subject)
                    : fmt::format("there is no {} to ask it of", subject),
                0,
                true});
        }
    }

private:
    void add_finding(const Rule& rule, const OwnEvent& event)
    {
        const RuleSetting* setting = analysis_.policy->setting_of(rule.code);
        Finding& finding = output_.findings.emplace_back();
        finding.rule = &rule;
        finding.severity = setting != nullptr && setting->severity ? *setting->severity : rule.severity;
        finding.at = event.at;
        finding.message = event.text;
        if (event.port.valid())
            finding.subjects.push_back({event.port, Property::site_rule, Part::site_rule(rule.code)});
    }

    const std::vector<const Rule*>& rules_;
    const OwnRules& own_;
    const Analysis& analysis_;
    OwnOutput& output_;
    std::map<OwnEvent::Kind, std::set<const Rule*>> heard_;
};

}

OwnRules::OwnRules(const CustomRules& rules)
{
    for (const auto& says : rules) {
        Entry& entry = entries_.emplace_back();
        entry.says = says;
        entry.rule.code = says->code;
        entry.rule.name = says->name;
        entry.rule.severity = says->severity;
        entry.rule.scope = scope_of(says->subject);
        entry.rule.summary = says->message.text;
        entry.why = says->why.empty() ? fmt::format("An own rule: {}", says->assertion.text) : says->why;
        entry.source = says->source.empty() ? says->place.place() : says->source;
        entry.rule.why = entry.why;
        entry.rule.source = entry.source;
        all_.push_back(&entry.rule);
    }
}

const Rule* OwnRules::find(std::string_view code_or_name) const
{
    const auto found = std::ranges::find_if(all_, [&](const Rule* rule) {
        return equal_ignoring_case(rule->code, code_or_name) || equal_ignoring_case(rule->name, code_or_name);
    });
    return found == all_.end() ? nullptr : *found;
}

const CustomRule* OwnRules::says(const Rule& rule) const
{
    const auto found
        = std::ranges::find_if(entries_, [&rule](const Entry& entry) { return &entry.rule == &rule; });
    return found == entries_.end() ? nullptr : found->says.get();
}

OwnOutput run_own_rules(const OwnRules& own,
    const std::vector<const Rule*>& selected,
    const Analysis& analysis,
    std::size_t processes,
    const confined::Limits& limits)
{
    std::vector<const Rule*> rules = selected;
    OwnOutput output;
    std::map<const Rule*, Error> stopped;
    if (!rules.empty())
        jq::prepare();
    while (!rules.empty()) {
        std::vector<const CustomRule*> says;
        for (const Rule* rule : rules)
            says.push_back(own.says(*rule));
        const OwnBatches batches(*analysis.fabric, says);
        const confined::Outcome outcome = confined::run(processes,
            batches.count(),
            static_cast<std::uint32_t>(rules.size()),
            limits,
            [&](confined::Worker& worker) { evaluate_own_rules(says, analysis, batches, worker); });
        if (outcome.failure) {
            const std::uint32_t rule = outcome.failure->kind;
            stopped.emplace(rules[rule], failure_of(*says[rule], *outcome.failure, limits));
            rules.erase(rules.begin() + rule);
            continue;
        }
        Unpacker unpacker(rules, own, analysis, output);
        for (const std::string& bytes : outcome.batches)
            unpacker.take(bytes);
        unpacker.tell_unmet();
        break;
    }
    for (auto& [rule, error] : stopped)
        output.errors.push_back(std::move(error));
    std::ranges::sort(output.errors, {}, &Error::message);
    return output;
}

}
