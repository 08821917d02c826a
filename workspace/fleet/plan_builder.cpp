// SPDX-License-Identifier: Apache-2.0
// Checks the fleet, turns findings or an intent into steps, checks the result, and repeats this until nothing
// new is found. Changes that cannot be made, proved or undone are left out with the reason.
#include "workspace/fleet/plan_builder.h"

#include "analysis/analysis.h"
#include "models/change/change_document.h"
#include "models/fabric/link/name_index.h"
#include "models/parallel/parallel.h"
#include "workspace/amend/admit_changes.h"
#include "workspace/amend/later_change.h"
#include "workspace/check/fault_set.h"
#include "workspace/fleet/hold_back.h"
#include "workspace/fleet/intent_changes.h"
#include "workspace/fleet/plan_assembly.h"
#include "workspace/fleet/step_builder.h"
#include "workspace/input/cabled_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace rocelint::workspace {
namespace {

using Wanted = std::vector<std::vector<WantedChange>>; ///< indexed like the fleet

// A change to make on a device.
struct Item {
    std::uint32_t device = 0; ///< in the fabric
    std::size_t place = 0; ///< in the fleet
    WantedChange wanted;
};

// Steps for some changes and for those that follow from them. The lists are indexed like the fleet.
struct Trial {
    Wanted wanted;
    std::vector<BuiltSteps> built;
    std::vector<std::vector<push::LeftOut>> left_out;
    std::vector<std::vector<Change>> held_back; ///< because their receivers are not ready
    NewFaults faults;
};

class PlanBuilder {
public:
    explicit PlanBuilder(const PlanRequest& request) : request_(request) { }

    Result<BuiltPlan> run()
    {
        for (const FleetDevice& device : request_.fleet)
            fleet_.push_back(&device);
        before_ = check_fleet(fleet_, request_.rules);
        known_.emplace(*before_.outcome);
        places_ = fleet_places(before_);
        left_out_.resize(fleet_.size());
        blocked_.resize(fleet_.size());
        if (request_.intent.empty()) {
            wanted_by_rules();
        } else if (auto read = wanted_by_intent(); !read) {
            return tl::unexpected(read.error());
        }
        auto [best, not_admitted] = admit_changes<Item, Trial>(
            fabric(), asked_, [this](const std::vector<Item>& items) { return try_all(items); });
        for (std::size_t index = 0; index < fleet_.size(); ++index)
            std::ranges::move(best.left_out[index], std::back_inserter(left_out_[index]));
        for (auto& [item, reason] : not_admitted)
            leave_out(left_out_, item.place, item.wanted.change, std::move(reason));
        return assemble_plan(request_, before_, std::move(best.built), std::move(left_out_));
    }

private:
    [[nodiscard]] const Fabric& fabric() const { return before_.outcome->fabric; }

    std::vector<BuiltSteps> build_all(const Wanted& wanted)
    {
        std::vector<BuiltSteps> built(fleet_.size());
        run_parallel(fleet_.size(), [&](std::size_t index) {
            if (before_.device[index])
                built[index] = build_steps(*fleet_[index],
                    fabric(),
                    *before_.device[index],
                    wanted[index],
                    {.allow_disruptive = may_disrupt(fleet_[index]->name), .seed = request_.made});
            else
                built[index].after = fleet_[index]->files;
        });
        return built;
    }

    // Makes steps for these changes and, when planning by rules, for the changes that the resulting findings
    // ask for.
    Trial try_all(const std::vector<Item>& items)
    {
        Trial trial;
        trial.wanted.resize(fleet_.size());
        trial.left_out.resize(fleet_.size());
        trial.held_back.resize(fleet_.size());
        for (const Item& item : items)
            trial.wanted[item.place].push_back(item.wanted);
        // A finding that was folded under another, or hidden by it, appears when the other is gone.
        constexpr unsigned most_passes = 5;
        for (unsigned pass = 0; pass < most_passes; ++pass) {
            build_safely(trial);
            if (is_empty(trial.built))
                break;
            const CheckedFleet after = check_after(trial.built);
            const std::vector<std::uint32_t> fresh = new_in(*after.outcome);
            trial.faults = new_faults(*before_.outcome, *after.outcome, fresh);
            if (!request_.intent.empty() || pass + 1 == most_passes || !follow(after, fresh, trial))
                break;
        }
        return trial;
    }

    static bool is_empty(const std::vector<BuiltSteps>& built)
    {
        return std::ranges::all_of(built, [](const BuiltSteps& device) { return device.steps.empty(); });
    }

    // A change requested by an intent is deliberate, even if it is not optimal: only changes that break RDMA
    // are left out.
    [[nodiscard]] std::vector<std::uint32_t> new_in(const Outcome& after) const
    {
        std::vector<std::uint32_t> fresh
            = known_->new_in(after, request_.intent.empty() ? Severity::warning : Severity::error);
        std::erase_if(fresh,
            [&](std::uint32_t index) { return is_of_files_alone(after.report.findings[index].rule->code); });
        return fresh;
    }

    // Builds the steps without those that would move traffic toward a receiver that is not ready for it.
    void build_safely(Trial& trial)
    {
        do {
            trial.built = build_all(trial.wanted);
        } while (hold_back_senders(trial));
    }

    // Returns whether any wanted change had to be removed.
    bool hold_back_senders(Trial& trial)
    {
        std::vector<DeviceSteps> devices;
        std::vector<std::size_t> places;
        for (std::size_t index = 0; index < trial.built.size(); ++index) {
            if (!before_.device[index])
                continue;
            const BuiltSteps& built = trial.built[index];
            DeviceSteps& device = devices.emplace_back(*before_.device[index], built.order, built.not_made);
            std::ranges::copy(blocked_[index], std::back_inserter(device.not_made));
            places.push_back(index);
        }
        bool held = false;
        for (const HeldBack& sender : senders_to_hold_back(fabric(), devices)) {
            const bool itself = sender.receiver == *before_.device[places[sender.sender]];
            const std::string reason = itself
                ? std::string("its own headroom or PFC for that traffic is left out")
                : fmt::format("it would bring traffic to {}, whose headroom or PFC for it is left out",
                    fabric().devices[sender.receiver].name);
            held = hold_back(places[sender.sender], reason, trial) || held;
        }
        for (std::size_t index = 0; index < trial.built.size(); ++index) {
            const std::string unread = unread_receiver(index, trial.built[index]);
            if (!unread.empty())
                held = hold_back(index,
                           fmt::format("it may bring traffic to {}, which could not be read", unread),
                           trial)
                    || held;
        }
        return held;
    }

    // A neighbor that could not be read, so that it is unknown whether it is ready for the traffic that this
    // device's steps bring.
    [[nodiscard]] std::string unread_receiver(std::size_t index, const BuiltSteps& built) const
    {
        const bool brings = std::ranges::any_of(
            built.order, [](const FabricStep& step) { return step.phase == Phase::map_in; });
        if (!brings || request_.unread.empty() || !before_.device[index])
            return {};
        const std::set<std::string> cabled = cabled_names(fabric(), *before_.device[index]);
        const auto unread = std::ranges::find_if(
            request_.unread, [&](const std::string& name) { return cabled.contains(device_key(name)); });
        return unread == request_.unread.end() ? std::string{} : *unread;
    }

    bool hold_back(std::size_t index, const std::string& reason, Trial& trial)
    {
        const Device& device = fabric().devices[*before_.device[index]];
        std::vector<WantedChange>& wanted = trial.wanted[index];
        std::vector<Change> all;
        for (const WantedChange& want : wanted)
            all.push_back(want.change);
        std::vector<WantedChange> kept;
        for (WantedChange& want : wanted) {
            if (!moves_traffic_in(device, want.change, all)) {
                kept.push_back(std::move(want));
                continue;
            }
            leave_out(trial.left_out, index, want.change, reason);
            trial.held_back[index].push_back(want.change);
        }
        const bool some = kept.size() != wanted.size();
        wanted = std::move(kept);
        return some;
    }

    void leave_out(std::vector<std::vector<push::LeftOut>>& list,
        std::size_t place,
        const Change& change,
        std::string reason) const
    {
        const Device& device = fabric().devices[*before_.device[place]];
        list[place].push_back({named(device, change).port, describe(change), std::move(reason)});
    }

    // The fleet after all steps, checked by all rules, whatever was selected.
    [[nodiscard]] CheckedFleet check_after(const std::vector<BuiltSteps>& built) const
    {
        std::vector<FleetDevice> after = request_.fleet;
        std::vector<const FleetDevice*> fleet;
        for (std::size_t index = 0; index < after.size(); ++index) {
            after[index].files = built[index].after;
            fleet.push_back(&after[index]);
        }
        FleetRules rules = request_.rules;
        rules.selection.select.clear();
        rules.selection.ignore.clear();
        return check_fleet(fleet, rules);
    }

    [[nodiscard]] bool may_disrupt(std::string_view device) const
    {
        const push::InventoryDevice* entry = request_.inventory.find(device);
        return request_.allow_disruptive || (entry != nullptr && entry->maintenance);
    }

    // Records a change that was requested initially. If the device is blocked, leaves it out.
    void want(std::size_t place, WantedChange wanted)
    {
        const auto blocked = request_.blocked.find(request_.fleet[place].name);
        if (blocked == request_.blocked.end()) {
            asked_.push_back({*before_.device[place], place, std::move(wanted)});
            return;
        }
        leave_out(left_out_, place, wanted.change, blocked->second);
        blocked_[place].push_back(wanted.change);
    }

    void wanted_by_rules()
    {
        const Report& report = before_.outcome->report;
        for (const DeviceFixes& fixes : plan_fixes(report, {}).devices) {
            const auto place = places_.find(fixes.device);
            if (place == places_.end())
                continue;
            for (const PlannedChange& planned : fixes.changes)
                want(place->second, {planned.change, codes_of(planned, report)});
            for (const Conflict& conflict : fixes.conflicts)
                left_out_[place->second].push_back({{},
                    describe(conflict.one),
                    "another finding asks for the opposite: " + describe(conflict.other)});
        }
    }

    static std::vector<std::string> codes_of(const PlannedChange& planned, const Report& report)
    {
        std::set<std::string> codes;
        for (const std::uint32_t finding : planned.findings)
            codes.insert(std::string(report.findings[finding].rule->code));
        return {codes.begin(), codes.end()};
    }

    // Adds the changes that findings after the steps ask for: new findings, and others of the selected rules.
    // Returns whether there are any.
    bool follow(const CheckedFleet& after, const std::vector<std::uint32_t>& fresh, Trial& trial) const
    {
        bool any = false;
        const Report& report = after.outcome->report;
        const auto places = fleet_places(after);
        const std::set<std::uint32_t> is_fresh(fresh.begin(), fresh.end());
        for (const DeviceFixes& fixes : plan_fixes(report, {}).devices) {
            const auto place = places.find(fixes.device);
            if (place == places.end() || !before_.device[place->second]
                || request_.blocked.contains(request_.fleet[place->second].name))
                continue;
            for (const PlannedChange& planned : fixes.changes) {
                const bool wanted = std::ranges::any_of(
                    planned.findings, [&](std::uint32_t finding) { return is_fresh.contains(finding); });
                if (!wanted && !is_selected(*report.findings[planned.findings.front()].rule))
                    continue;
                const auto change
                    = on_device(named(after.outcome->fabric.devices[fixes.device], planned.change),
                        fabric().devices[*before_.device[place->second]],
                        *before_.device[place->second]);
                if (change && (wanted || !was_asked(*change)))
                    any = add({*change, codes_of(planned, report)}, place->second, trial) || any;
            }
        }
        return any;
    }

    static bool add(WantedChange wanted, std::size_t place, Trial& trial)
    {
        const std::vector<Change>& held = trial.held_back[place];
        if (std::ranges::find(held, wanted.change) != held.end())
            return false;
        for (WantedChange& known : trial.wanted[place]) {
            const Joined joined = join_later(known.change, wanted.change);
            if (joined == Joined::unrelated)
                continue;
            std::set<std::string> codes(known.codes.begin(), known.codes.end());
            codes.insert(wanted.codes.begin(), wanted.codes.end());
            known.codes.assign(codes.begin(), codes.end());
            return joined == Joined::changed;
        }
        trial.wanted[place].push_back(std::move(wanted));
        return true;
    }

    [[nodiscard]] bool is_selected(const Rule& rule) const
    {
        const Selection& selection = request_.rules.selection;
        return (selection.select.empty() || names_rule(selection.select, rule))
            && !names_rule(selection.ignore, rule);
    }

    // The change is among those of the trial, or was left out of it on purpose.
    [[nodiscard]] bool was_asked(const Change& change) const
    {
        return std::ranges::any_of(asked_, [&](const Item& item) { return item.wanted.change == change; });
    }

    Result<void> wanted_by_intent()
    {
        auto changes = changes_for_intent(request_.intent, *before_.outcome);
        if (!changes)
            return tl::unexpected(changes.error());
        for (IntentChanges& device : *changes) {
            const auto place = places_.find(device.device);
            if (place == places_.end())
                continue;
            for (const Change& change : device.changes)
                want(place->second, {change, {}});
            for (std::string& left : device.left)
                left_out_[place->second].push_back(
                    {{}, std::move(left), "no change expresses this: it has to be done by hand"});
        }
        return {};
    }

    const PlanRequest& request_;
    std::vector<const FleetDevice*> fleet_;
    CheckedFleet before_;
    std::optional<FaultSet> known_;
    std::map<std::uint32_t, std::size_t> places_; ///< index in the fleet, by device of the fabric
    std::vector<Item> asked_;
    std::vector<std::vector<push::LeftOut>> left_out_; ///< indexed like the fleet
    std::vector<std::vector<Change>> blocked_; ///< indexed like the fleet
};

}

Result<BuiltPlan> build_plan(const PlanRequest& request) { return PlanBuilder(request).run(); }

}
