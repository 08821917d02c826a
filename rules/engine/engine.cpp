// SPDX-License-Identifier: Apache-2.0
// Rules run in parallel and independently; folding, waivers and sorting are applied to their findings
// afterwards, so the report is the same with any number of threads.
#include "rules/engine/engine.h"

#include "analysis/proof/proofs.h"
#include "models/catalog/push_hazards.h"
#include "models/parallel/parallel.h"
#include "models/text/nearest.h"
#include "rules/engine/binding_evidence.h"
#include "rules/engine/counter_evidence.h"
#include "rules/engine/unmatched_entries.h"
#include "rules/engine/waiver.h"
#include "rules/rule_table.h"
#include "rules/unread_rows.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iterator>
#include <unordered_map>

namespace rocelint {

bool names_rule(const std::vector<std::string>& codes, const Rule& rule)
{
    return std::ranges::any_of(codes, [&rule](std::string_view code) {
        return (code.size() <= rule.code.size()
                   && equal_ignoring_case(code, rule.code.substr(0, code.size())))
            || equal_ignoring_case(code, rule.name);
    });
}

// A rule that is off in general may be on for some devices.
bool is_asked(const Rule& rule, const Analysis& analysis, const Selection& selection)
{
    const auto is_on = [&rule](const Policy* policy) { return !policy->is_off(rule.code); };
    return (selection.select.empty() || names_rule(selection.select, rule))
        && !names_rule(selection.ignore, rule)
        && (is_on(analysis.policy) || std::ranges::any_of(analysis.policies, is_on));
}

namespace {

std::vector<const Rule*> selected_of(
    std::span<const Rule* const> all, const Analysis& analysis, const Selection& selection)
{
    std::vector<const Rule*> rules;
    for (const Rule* rule : all) {
        if (is_asked(*rule, analysis, selection))
            rules.push_back(rule);
    }
    return rules;
}

constexpr std::uint32_t no_device = 0xffffffffU;

bool is_judged(const Port& port) { return port.kind == PortKind::physical || port.kind == PortKind::lag; }

// The time that each rule takes, over all threads.
class Efforts {
public:
    Efforts(const std::vector<const Rule*>& rules, bool measure) : times_(measure ? rules.size() : 0) { }

    template <class Work>
    void measure(std::size_t rule, const Work& work)
    {
        if (times_.empty())
            return work();
        const auto begin = std::chrono::steady_clock::now();
        work();
        times_[rule] += std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
    }

    [[nodiscard]] std::vector<RuleEffort> list(
        const std::vector<const Rule*>& rules, const std::vector<RuleOutput>& outputs) const
    {
        std::vector<RuleEffort> efforts;
        std::unordered_map<const Rule*, std::size_t> place;
        for (std::size_t rule = 0; rule < times_.size(); ++rule) {
            place.emplace(rules[rule], rule);
            efforts.push_back({.rule = rules[rule], .time = std::chrono::nanoseconds(times_[rule].load())});
        }
        if (efforts.empty())
            return efforts;
        for (const RuleOutput& output : outputs) {
            for (const Finding& finding : output.findings)
                ++efforts[place.at(finding.rule)].findings;
            for (const NotChecked& row : output.not_checked)
                ++efforts[place.at(row.rule)].not_checked;
        }
        std::ranges::stable_sort(efforts, std::ranges::greater{}, &RuleEffort::time);
        return efforts;
    }

private:
    std::vector<std::atomic<std::int64_t>> times_; ///< by index of the rule in the run, in nanoseconds
};

// Data shared by all threads of a run.
struct Run {
    const Analysis& analysis;
    const std::vector<const Rule*>& rules;
    Efforts efforts;
    const SettingIndex settings{*analysis.fabric};
    std::shared_ptr<proof::Proofs> proofs = std::make_shared<proof::Proofs>(analysis);
    SharedFacts shared{analysis};
    WorkCount* progress = nullptr; ///< may be null

    template <class Context>
    [[nodiscard]] Context context(const Rule& rule, const Policy& policy, RuleOutput& output)
    {
        return Context(analysis, *proofs, shared, rule, policy.setting_of(rule.code), output);
    }
};

void check_ports(Run& run, const Rule& rule, std::uint32_t index, DeviceFacts& facts, RuleOutput& output)
{
    const Device& device = run.analysis.fabric->devices[index];
    auto context = run.context<PortContext>(rule, run.analysis.policy_of(index), output);
    context.device_pointer = &device;
    context.facts_pointer = &facts;
    UnreadRows unread(run.analysis, run.settings, rule, output);
    for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
        if (!is_judged(device.ports[port]))
            continue;
        context.id = {index, port};
        context.port_pointer = &device.ports[port];
        unread.begin();
        rule.check_port(context);
        unread.settle(context.id);
    }
}

void check_device(Run& run, std::uint32_t index, RuleOutput& output)
{
    DeviceFacts facts(run.analysis, index);
    const auto check = [&](const Rule* rule) {
        if (rule->check_port != nullptr) {
            check_ports(run, *rule, index, facts, output);
        } else {
            auto context = run.context<DeviceContext>(*rule, run.analysis.policy_of(index), output);
            context.index = index;
            context.device_pointer = &run.analysis.fabric->devices[index];
            context.facts_pointer = &facts;
            UnreadRows unread(run.analysis, run.settings, *rule, output);
            rule->check_device(context);
            unread.settle_each();
        }
    };
    for (std::size_t rule = 0; rule < run.rules.size(); ++rule) {
        const bool is_asked
            = run.rules[rule]->check_port != nullptr || run.rules[rule]->check_device != nullptr;
        if (is_asked && !run.analysis.policy_of(index).is_off(run.rules[rule]->code))
            run.efforts.measure(rule, [&] { check(run.rules[rule]); });
    }
}

void check_fabric(Run& run, RuleOutput& output)
{
    FabricFacts facts(run.analysis);
    const auto check = [&](const Rule* rule) {
        if (rule->check_link != nullptr) {
            auto context = run.context<LinkContext>(*rule, *run.analysis.policy, output);
            UnreadRows unread(run.analysis, run.settings, *rule, output);
            for (const Link& link : run.analysis.fabric->links) {
                context.link_pointer = &link;
                unread.begin();
                rule->check_link(context);
                unread.settle_each();
            }
        } else {
            auto context = run.context<FabricContext>(*rule, *run.analysis.policy, output);
            context.facts_pointer = &facts;
            UnreadRows unread(run.analysis, run.settings, *rule, output);
            rule->check_fabric(context);
            unread.settle_each();
        }
    };
    for (std::size_t rule = 0; rule < run.rules.size(); ++rule) {
        if (!is_of_fabric(*run.rules[rule]))
            continue;
        run.efforts.measure(rule, [&] { check(run.rules[rule]); });
        if (run.progress != nullptr)
            ++run.progress->done;
    }
}

void move_to(std::vector<Finding>& all, std::vector<Finding>&& some)
{
    all.insert(all.end(), std::make_move_iterator(some.begin()), std::make_move_iterator(some.end()));
}

// A rule for links or the whole fabric runs once, so the overrides of each device are applied to the findings
// and rows about that device.
void settle_overrides(
    const Analysis& analysis, std::vector<Finding>& findings, std::vector<NotChecked>& not_checked)
{
    if (analysis.policies.empty())
        return;
    std::erase_if(findings, [&](Finding& finding) {
        const Policy& policy
            = analysis.policy_of(finding.subjects.empty() ? no_device : finding.subjects.front().port.device);
        if (policy.is_off(finding.rule->code))
            return true;
        const RuleSetting* setting = policy.setting_of(finding.rule->code);
        if (setting != nullptr && setting->severity)
            finding.severity = *setting->severity;
        return false;
    });
    std::erase_if(not_checked,
        [&](const NotChecked& row) { return analysis.policy_of(row.port.device).is_off(row.rule->code); });
}

// A finding that proposes no change is fixed by hand, even if its rule usually proposes one, and a change to files
// that no driver edits is not proposed. A change that
// takes a port of this platform down is not hitless, even if it is on other platforms.
void settle_fix_classes(std::vector<Finding>& findings, const Fabric& fabric)
{
    for (Finding& finding : findings) {
        std::erase_if(finding.changes,
            [&](const Change& change) { return fabric.devices[change.port.device].only_by_hand; });
        for (Change& change : finding.changes) {
            if (change.fix_class != FixClass::hitless)
                continue;
            const catalog::Hazard hazard = catalog::find_hazard(fabric.devices[change.port.device], change);
            if (hazard.source.empty() || hazard.push_class != catalog::PushClass::disruptive)
                continue;
            change.fix_class = FixClass::disruptive;
            if (finding.fix_class == FixClass::hitless)
                finding.fix_class = FixClass::disruptive;
        }
        if (finding.changes.empty() && finding.fix_class != FixClass::none)
            finding.fix_class = FixClass::manual;
    }
}

bool before(const NotChecked& a, const NotChecked& b)
{
    return std::tie(a.port.device, a.rule->code, a.port.port, a.reason)
        < std::tie(b.port.device, b.rule->code, b.port.port, b.reason);
}

}

std::size_t Report::count(Severity severity) const
{
    return static_cast<std::size_t>(std::ranges::count_if(findings, [severity](const Finding& finding) {
        return finding.severity == severity && finding.waived.empty();
    }));
}

std::size_t Report::waived() const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(findings, [](const Finding& finding) { return !finding.waived.empty(); }));
}

bool is_of_fabric(const Rule& rule) { return rule.check_link != nullptr || rule.check_fabric != nullptr; }

Report check(
    const Analysis& analysis, const Selection& selection, std::vector<Finding> extra, std::string_view today)
{
    const std::vector<const Rule*> rules = selected_of(all_rules(), analysis, selection);
    const std::size_t devices = analysis.fabric->devices.size();
    Run run{analysis, rules, Efforts(rules, selection.measure)};
    run.progress = selection.progress;
    std::vector<RuleOutput> outputs(devices + 1);
    Report report;
    if (selection.progress != nullptr)
        selection.progress->begin("devices and rules of the fabric",
            devices + static_cast<std::size_t>(std::ranges::count_if(rules, [](const Rule* rule) {
                return is_of_fabric(*rule);
            })));
    run_beside([&] { check_fabric(run, outputs[devices]); },
        devices,
        [&](std::size_t index) {
            check_device(run, static_cast<std::uint32_t>(index), outputs[index]);
            if (selection.progress != nullptr)
                ++selection.progress->done;
        });
    if (selection.progress != nullptr)
        selection.progress->end();
    settle_overrides(analysis, outputs[devices].findings, outputs[devices].not_checked);
    report.own_rules = std::make_shared<const OwnRules>(analysis.policy->custom_rules);
    OwnOutput own = run_own_rules(*report.own_rules,
        selected_of(report.own_rules->all(), analysis, selection),
        analysis,
        thread_count());
    settle_overrides(analysis, own.findings, own.not_checked);
    std::erase_if(
        extra, [&](const Finding& finding) { return std::ranges::find(rules, finding.rule) == rules.end(); });
    for (Finding& finding : extra) {
        const RuleSetting* setting = analysis.policy->setting_of(finding.rule->code);
        if (setting != nullptr && setting->severity)
            finding.severity = *setting->severity;
    }
    std::vector<Finding> findings = std::move(extra);
    move_to(findings, std::move(own.findings));
    report.not_checked = std::move(own.not_checked);
    report.own_errors = std::move(own.errors);
    report.efforts = run.efforts.list(rules, outputs);
    for (RuleOutput& output : outputs) {
        move_to(findings, std::move(output.findings));
        std::ranges::move(output.not_checked, std::back_inserter(report.not_checked));
    }
    settle_fix_classes(findings, *analysis.fabric);
    report.findings = selection.fold ? fold(std::move(findings), *analysis.fabric) : std::move(findings);
    add_binding_evidence(report.findings, *analysis.fabric);
    weigh_counters(report.findings, *analysis.fabric);
    tell_unmatched_entries(report, analysis, selection);
    apply_waivers(report, analysis, selection, today);
    std::ranges::sort(report.not_checked, before);
    if (selection.keep_proofs)
        report.proofs = std::move(run.proofs);
    return report;
}

}
