// SPDX-License-Identifier: Apache-2.0
// Several findings may propose the same change, or contradictory ones. Equal changes are made once. Of
// contradictory changes neither is made, since only a person can decide which finding has priority.
#include "rules/engine/fix.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace rocelint {
namespace {

auto order_of(const PlannedChange& planned)
{
    const Change& change = planned.change;
    const auto* entry = std::get_if<MapEntry>(&change.value);
    return std::tuple(change.port.port,
        change.property,
        change.number,
        entry != nullptr ? static_cast<unsigned>(entry->kind) : 0U,
        entry != nullptr ? static_cast<unsigned>(entry->from) : 0U);
}

// Adds a change to the device's changes: reports a contradiction, or merges it into an equal change.
void add(DeviceFixes& fixes, const Change& change, std::uint32_t finding)
{
    for (PlannedChange& planned : fixes.changes) {
        if (contradict(planned.change, change)) {
            fixes.conflicts.push_back({planned.change, change, planned.findings.front(), finding});
            return;
        }
    }
    for (PlannedChange& planned : fixes.changes) {
        if (!merge_into(planned.change, change))
            continue;
        if (planned.findings.back() != finding)
            planned.findings.push_back(finding);
        return;
    }
    fixes.changes.push_back({change, {finding}});
}

void drop_conflicting(DeviceFixes& fixes)
{
    std::erase_if(fixes.changes, [&fixes](const PlannedChange& planned) {
        return std::ranges::any_of(fixes.conflicts,
            [&planned](const Conflict& conflict) { return contradict(planned.change, conflict.other); });
    });
}

}

FixPlan plan_fixes(const Report& report, const FixSelection& selection)
{
    FixPlan plan;
    std::map<std::uint32_t, DeviceFixes> devices;
    for (std::uint32_t index = 0; index < report.findings.size(); ++index) {
        const Finding& finding = report.findings[index];
        if (!finding.waived.empty())
            continue;
        bool wanted = false;
        for (const Change& change : finding.changes) {
            if (change.fix_class == FixClass::manual
                || (change.fix_class == FixClass::disruptive && !selection.disruptive))
                continue;
            DeviceFixes& fixes = devices[change.port.device];
            fixes.device = change.port.device;
            add(fixes, change, index);
            wanted = true;
        }
        if (!wanted)
            plan.by_hand.push_back(index);
    }
    for (auto& [device, fixes] : devices) {
        drop_conflicting(fixes);
        std::ranges::stable_sort(fixes.changes,
            [](const PlannedChange& a, const PlannedChange& b) { return order_of(a) < order_of(b); });
        plan.devices.push_back(std::move(fixes));
    }
    return plan;
}

}
