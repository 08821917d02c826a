// SPDX-License-Identifier: Apache-2.0
#include "cli/report/data/finding_corrections.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace rocelint::cli {

std::map<std::uint32_t, workspace::Correction> finding_corrections(
    const workspace::Outcome& outcome, std::span<const std::uint32_t> order, std::size_t most)
{
    FixPlan plan;
    std::vector<std::uint32_t> numbers;
    const std::vector<Finding>& findings = outcome.report.findings;
    for (const std::uint32_t index : order) {
        if (numbers.size() >= most)
            break;
        const Finding& finding = findings[index];
        if (finding.changes.empty() || !finding.waived.empty() || finding.fix_class == FixClass::manual)
            continue;
        const std::uint32_t device = finding.changes.front().port.device;
        if (!std::ranges::all_of(
                finding.changes, [&](const Change& change) { return change.port.device == device; }))
            continue;
        DeviceFixes fixes{device, {}, {}};
        for (const Change& change : finding.changes)
            fixes.changes.push_back({change, {index}});
        std::ranges::sort(fixes.changes, {}, [](const PlannedChange& planned) {
            return std::tuple(planned.change.port, planned.change.property, planned.change.number);
        });
        plan.devices.push_back(std::move(fixes));
        numbers.push_back(index);
    }
    std::map<std::uint32_t, workspace::Correction> found;
    std::vector<workspace::Correction> made = workspace::correct(outcome, plan, {});
    for (std::size_t index = 0; index < made.size() && index < numbers.size(); ++index) {
        if (made[index].not_made.empty())
            found.emplace(numbers[index], std::move(made[index]));
    }
    return found;
}

}
