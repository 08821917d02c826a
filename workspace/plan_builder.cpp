// SPDX-License-Identifier: Apache-2.0
// Checks the fleet, turns findings or an intent into steps, checks what comes out, and goes on until nothing new is found.
// What cannot be made, proved or undone is left out with the reason.
#include "workspace/plan_builder.h"

#include "analysis/analysis.h"
#include "models/fabric/name_index.h"
#include "models/parallel/parallel.h"
#include "workspace/cabled_names.h"
#include "workspace/hold_back.h"
#include "workspace/intent_changes.h"
#include "workspace/plan_assembly.h"
#include "workspace/step_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace rocelint::workspace {
namespace {

using Wanted = std::vector<std::vector<WantedChange>>; ///< by index of the fleet

class PlanBuilder {
public:
    explicit PlanBuilder(const PlanRequest& request) : request_(request) { }

    Result<BuiltPlan> run()
    {
        std::vector<const FleetDevice*> fleet;
        fleet.reserve(request_.fleet.size());
        for (const FleetDevice& device : request_.fleet)
            fleet.push_back(&device);
        before_ = check_fleet(fleet, request_.rules);
        Wanted wanted(fleet.size());
        left_out_.resize(fleet.size());
        held_back_.resize(fleet.size());
        blocked_.resize(fleet.size());
        if (request_.intent.empty()) {
            wanted_by_rules(*before_.outcome, wanted);
        } else if (auto read = wanted_by_intent(wanted); !read) {
            return tl::unexpected(read.error());
        }
        for (std::size_t index = 0; index < fleet.size(); ++index)
            leave_out_blocked(index, wanted[index]);
        std::vector<BuiltSteps> built = build_safely(fleet, wanted);
        // What was folded under another finding, or hidden by it, shows when that is gone.
        constexpr unsigned most_passes = 5;
        for (unsigned pass = 1; request_.intent.empty() && pass < most_passes; ++pass) {
            const CheckedFleet next = check_after(built);
            if (wanted_by_rules(*next.outcome, wanted) == 0)
                break;
            built = build_safely(fleet, wanted);
        }
        return assemble_plan(request_, before_, std::move(built), std::move(left_out_));
    }

private:
    [[nodiscard]] const Fabric& fabric() const { return before_.outcome->fabric; }

    std::vector<BuiltSteps> build_all(const std::vector<const FleetDevice*>& fleet, const Wanted& wanted)
    {
        std::vector<BuiltSteps> built(fleet.size());
        run_parallel(fleet.size(), [&](std::size_t index) {
            if (before_.device[index])
                built[index] = build_steps(*fleet[index],
                    fabric(),
                    *before_.device[index],
                    wanted[index],
                    {.allow_disruptive = may_disrupt(fleet[index]->name), .seed = request_.made});
            else
                built[index].after = fleet[index]->files;
        });
        return built;
    }

    // Without what would move traffic towards a receiver that is not made ready for it.
    std::vector<BuiltSteps> build_safely(const std::vector<const FleetDevice*>& fleet, Wanted& wanted)
    {
        while (true) {
            std::vector<BuiltSteps> built = build_all(fleet, wanted);
            if (!hold_back_senders(built, wanted))
                return built;
        }
    }

    // Whether anything had to be taken out of what is wanted.
    bool hold_back_senders(const std::vector<BuiltSteps>& built, Wanted& wanted)
    {
        std::vector<DeviceSteps> devices;
        std::vector<std::size_t> places;
        for (std::size_t index = 0; index < built.size(); ++index) {
            if (!before_.device[index])
                continue;
            DeviceSteps& device
                = devices.emplace_back(*before_.device[index], built[index].order, built[index].not_made);
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
            held = hold_back(places[sender.sender], reason, wanted) || held;
        }
        for (std::size_t index = 0; index < built.size(); ++index) {
            const std::string unread = unread_receiver(index, built[index]);
            if (!unread.empty())
                held = hold_back(index,
                           fmt::format("it may bring traffic to {}, which could not be read", unread),
                           wanted)
                    || held;
        }
        return held;
    }

    // A device at the other end of a cable of which nobody knows whether it is ready for traffic that this one brings.
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

    bool hold_back(std::size_t index, const std::string& reason, Wanted& wanted)
    {
        const Device& device = fabric().devices[*before_.device[index]];
        std::vector<Change> all;
        for (const WantedChange& want : wanted[index])
            all.push_back(want.change);
        std::vector<WantedChange> kept;
        for (WantedChange& want : wanted[index]) {
            if (!moves_traffic_in(device, want.change, all)) {
                kept.push_back(std::move(want));
                continue;
            }
            left_out_[index].push_back({named(device, want.change).port, describe(want.change), reason});
            held_back_[index].push_back(want.change);
        }
        const bool some = kept.size() != wanted[index].size();
        wanted[index] = std::move(kept);
        return some;
    }

    // The fleet as it is after all steps, checked.
    [[nodiscard]] CheckedFleet check_after(const std::vector<BuiltSteps>& built) const
    {
        std::vector<FleetDevice> after = request_.fleet;
        std::vector<const FleetDevice*> fleet;
        for (std::size_t index = 0; index < after.size(); ++index) {
            after[index].files = built[index].after;
            fleet.push_back(&after[index]);
        }
        return check_fleet(fleet, request_.rules);
    }

    [[nodiscard]] bool may_disrupt(std::string_view device) const
    {
        const push::InventoryDevice* entry = request_.inventory.find(device);
        return request_.allow_disruptive || (entry != nullptr && entry->maintenance);
    }

    void leave_out_blocked(std::size_t index, std::vector<WantedChange>& wanted)
    {
        const auto blocked = request_.blocked.find(request_.fleet[index].name);
        if (blocked == request_.blocked.end())
            return;
        for (const WantedChange& change : wanted) {
            const Device& device = fabric().devices[*before_.device[index]];
            left_out_[index].push_back(
                {named(device, change.change).port, describe(change.change), blocked->second});
            blocked_[index].push_back(change.change);
        }
        wanted.clear();
    }

    // How many changes the findings ask for that are not wanted already.
    std::size_t wanted_by_rules(const Outcome& outcome, Wanted& wanted)
    {
        std::size_t added = 0;
        const auto places = fleet_places(before_);
        for (const DeviceFixes& fixes : plan_fixes(outcome.report, {}).devices) {
            const auto place = places.find(fixes.device);
            const bool first = &outcome == before_.outcome.get();
            // Of a blocked device it is said once what is left out.
            if (place == places.end()
                || (!first && request_.blocked.contains(request_.fleet[place->second].name)))
                continue;
            std::vector<WantedChange>& list = wanted[place->second];
            for (const PlannedChange& planned : fixes.changes) {
                const bool known = std::ranges::any_of(list, [&](const WantedChange& other) {
                    return other.change == planned.change || contradict(other.change, planned.change);
                });
                const std::vector<Change>& held = held_back_[place->second];
                if (known || std::ranges::find(held, planned.change) != held.end())
                    continue;
                std::set<std::string> codes;
                for (const std::uint32_t finding : planned.findings)
                    codes.insert(std::string(outcome.report.findings[finding].rule->code));
                list.push_back({planned.change, {codes.begin(), codes.end()}});
                ++added;
            }
            if (!first)
                continue;
            for (const Conflict& conflict : fixes.conflicts)
                left_out_[place->second].push_back({{},
                    describe(conflict.one),
                    "another finding asks for the opposite: " + describe(conflict.other)});
        }
        return added;
    }

    Result<void> wanted_by_intent(Wanted& wanted)
    {
        auto changes = changes_for_intent(request_.intent, *before_.outcome);
        if (!changes)
            return tl::unexpected(changes.error());
        const auto places = fleet_places(before_);
        for (IntentChanges& device : *changes) {
            const auto place = places.find(device.device);
            if (place == places.end())
                continue;
            for (const Change& change : device.changes)
                wanted[place->second].push_back({change, {}});
            for (std::string& left : device.left)
                left_out_[place->second].push_back(
                    {{}, std::move(left), "no change expresses this: it has to be done by hand"});
        }
        return {};
    }

    const PlanRequest& request_;
    CheckedFleet before_;
    std::vector<std::vector<push::LeftOut>> left_out_;
    std::vector<std::vector<Change>>
        held_back_; ///< by index of the fleet, since their receivers are not ready
    std::vector<std::vector<Change>> blocked_; ///< by index of the fleet
};

}

Result<BuiltPlan> build_plan(const PlanRequest& request) { return PlanBuilder(request).run(); }

}
