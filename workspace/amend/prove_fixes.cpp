// SPDX-License-Identifier: Apache-2.0
// A correction is verified by a complete check and not only against its own finding: a binding that gives a
// port its PFC may also give it the headroom for another cable. All changes are first tried together, since
// that usually works; only if something new is found are they tried in parts.
#include "workspace/amend/prove_fixes.h"

#include "models/change/change_document.h"
#include "workspace/amend/admit_changes.h"
#include "workspace/amend/check_corrected.h"
#include "workspace/amend/later_change.h"
#include "workspace/check/fault_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace rocelint::workspace {
namespace {

// The maximum number of rounds; each corrects what the previous one revealed.
constexpr unsigned most_rounds = 8;

struct Item {
    std::uint32_t device = 0;
    PlannedChange planned;
};

// Returns whether the change adds anything to the items.
bool add(std::vector<Item>& items, std::uint32_t device, const Change& change, std::uint32_t finding)
{
    for (Item& item : items) {
        if (item.device != device)
            continue;
        const Joined joined = join_later(item.planned.change, change);
        if (joined != Joined::unrelated)
            return joined == Joined::changed;
    }
    items.push_back({device, {change, {finding}}});
    return true;
}

FixPlan plan_of(const std::vector<Item>& items)
{
    FixPlan plan;
    for (const Item& item : items) {
        const auto found = std::ranges::find(plan.devices, item.device, &DeviceFixes::device);
        DeviceFixes& fixes = found != plan.devices.end() ? *found : plan.devices.emplace_back(item.device);
        fixes.changes.push_back(item.planned);
    }
    std::ranges::sort(plan.devices, {}, &DeviceFixes::device);
    return plan;
}

// The place in the current files of a line of the corrected ones; for a new line, the beginning of its file.
Span place_before(const Fabric& before, const Fabric& after, Span at)
{
    const Source* corrected = after.sources.find(at.source);
    const Source* original = before.sources.find(at.source);
    if (corrected == nullptr || original == nullptr || corrected->path() != original->path())
        return {};
    const std::string_view text = corrected->text();
    const std::size_t begin = text.substr(0, at.offset).rfind('\n') + 1;
    const std::string_view line = text.substr(begin, text.find('\n', at.offset) - begin);
    const std::size_t found = line.empty() ? std::string_view::npos : original->text().find(line);
    return found == std::string_view::npos
        ? Span{at.source, 0, 0}
        : Span{at.source, static_cast<std::uint32_t>(found), static_cast<std::uint32_t>(line.size())};
}

class Prover {
public:
    Prover(const Outcome& before, const FixPlan& plan, const ProofWish& wish)
        : before_(before), plan_(plan), wish_(wish), known_(before)
    {
        for (const DeviceFixes& fixes : plan.devices)
            for (const PlannedChange& planned : fixes.changes)
                asked_.push_back({fixes.device, planned});
    }

    ProvedCorrections run()
    {
        auto [best, left_out] = admit_changes<Item, Trial>(
            before_.fabric, asked_, [this](const std::vector<Item>& items) { return try_all(items); });
        ProvedCorrections proved;
        proved.plan = plan_of(best.items);
        proved.plan.by_hand = plan_.by_hand;
        for (const DeviceFixes& fixes : plan_.devices) {
            if (!fixes.conflicts.empty())
                entry(proved.plan.devices, fixes.device).conflicts = fixes.conflicts;
        }
        std::ranges::sort(proved.plan.devices, {}, &DeviceFixes::device);
        proved.corrections = correct(before_, proved.plan, wish_.correction);
        for (auto& [item, reason] : left_out)
            entry(proved.corrections, item.device)
                .not_made.push_back({item.planned.change, item.planned.findings, std::move(reason)});
        proved.later = std::move(best.later);
        return proved;
    }

private:
    struct Trial {
        std::vector<Item> items; ///< the requested changes, and those that followed from them
        std::vector<Finding> later;
        NewFaults faults;
    };

    template <class T>
    static T& entry(std::vector<T>& list, std::uint32_t device)
    {
        const auto found = std::ranges::find(list, device, &T::device);
        if (found != list.end())
            return *found;
        list.emplace_back().device = device;
        return list.back();
    }

    // Applies all of the changes, and those that they reveal, until nothing is left to correct.
    [[nodiscard]] Trial try_all(std::vector<Item> items) const
    {
        Trial trial{.items = std::move(items)};
        for (unsigned round = 0; round < most_rounds && !trial.items.empty(); ++round) {
            CorrectionWish wish = wish_.correction;
            wish.commands = false;
            const std::unique_ptr<Outcome> after
                = check_corrected(before_, correct(before_, plan_of(trial.items), wish));
            const std::vector<std::uint32_t> fresh = known_.new_in(*after);
            trial.faults = new_faults(before_, *after, fresh);
            const bool is_last = round + 1 == most_rounds;
            if (is_last && !trial.faults.sentence.empty())
                trial.faults.sentence
                    += fmt::format(", which {} rounds of further corrections do not remove", most_rounds);
            if (is_last || !follow(*after, fresh, trial))
                break;
        }
        return trial;
    }

    // Adds the changes for the findings of this round; returns whether there are any.
    bool follow(const Outcome& after, const std::vector<std::uint32_t>& fresh, Trial& trial) const
    {
        bool any = false;
        const std::set<std::uint32_t> is_fresh(fresh.begin(), fresh.end());
        for (const DeviceFixes& fixes : plan_fixes(after.report, wish_.selection).devices) {
            for (const PlannedChange& planned : fixes.changes) {
                const std::uint32_t number = planned.findings.front();
                const Finding& finding = after.report.findings[number];
                const bool wanted = std::ranges::any_of(
                    planned.findings, [&](std::uint32_t each) { return is_fresh.contains(each); });
                if (!wanted && !(wish_.to_the_end && is_selected(*finding.rule)))
                    continue;
                const auto change = before_change(after.fabric, planned.change);
                if (!change || (!wanted && was_asked(*change)))
                    continue;
                const auto later
                    = static_cast<std::uint32_t>(before_.report.findings.size() + trial.later.size());
                if (!add(trial.items, change->port.device, *change, later))
                    continue;
                any = true;
                Finding& shown = trial.later.emplace_back();
                shown.rule = finding.rule;
                shown.severity = finding.severity;
                shown.message = finding.message;
                shown.fix = finding.fix;
                shown.at = place_before(before_.fabric, after.fabric, finding.at);
            }
        }
        return any;
    }

    [[nodiscard]] bool is_selected(const Rule& rule) const
    {
        const Selection& selection = before_.asked.selection;
        return (selection.select.empty() || names_rule(selection.select, rule))
            && !names_rule(selection.ignore, rule);
    }

    // Such a change is already among the items of the trial, or was left out of it on purpose.
    [[nodiscard]] bool was_asked(const Change& change) const
    {
        return std::ranges::any_of(asked_, [&](const Item& item) { return item.planned.change == change; });
    }

    // The change, translated to the device as it was first read.
    [[nodiscard]] std::optional<Change> before_change(const Fabric& after, const Change& change) const
    {
        const auto index = device_before(before_.fabric, after, change.port.device);
        if (!index)
            return std::nullopt;
        return on_device(
            named(after.devices[change.port.device], change), before_.fabric.devices[*index], *index);
    }

    const Outcome& before_;
    const FixPlan& plan_;
    const ProofWish& wish_;
    FaultSet known_;
    std::vector<Item> asked_;
};

}

ProvedCorrections correct_and_prove(const Outcome& outcome, const FixPlan& plan, const ProofWish& wish)
{
    return Prover(outcome, plan, wish).run();
}

}
