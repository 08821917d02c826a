// SPDX-License-Identifier: Apache-2.0
#include "cli/report/data/statistics.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace rocelint::cli {

std::vector<RuleCount> count_by_rule(std::span<const ReportData> fabrics)
{
    std::map<std::string_view, RuleCount> counts;
    for (const ReportData& data : fabrics) {
        for (const Finding& finding : data.outcome.report.findings) {
            if (!finding.waived.empty())
                continue;
            RuleCount& count = counts[finding.rule->code];
            count.code = finding.rule->code;
            count.name = finding.rule->name;
            count.add(finding.severity);
        }
    }
    std::vector<RuleCount> sorted;
    sorted.reserve(counts.size());
    for (const auto& [code, count] : counts)
        sorted.push_back(count);
    std::ranges::stable_sort(sorted, std::greater{}, &RuleCount::sum);
    return sorted;
}

std::vector<DeviceCount> count_by_device(std::span<const ReportData> fabrics)
{
    std::map<std::pair<std::string_view, std::string_view>, DeviceCount> counts;
    for (const ReportData& data : fabrics) {
        for (const Finding& finding : data.outcome.report.findings) {
            if (!finding.waived.empty())
                continue;
            const std::string_view device = workspace::name_subject(finding, data.outcome).device;
            DeviceCount& count = counts[{data.outcome.folder, device}];
            count.fabric = data.outcome.folder;
            count.device = device;
            count.add(finding.severity);
        }
    }
    std::vector<DeviceCount> sorted;
    sorted.reserve(counts.size());
    for (const auto& [name, count] : counts)
        sorted.push_back(count);
    std::ranges::stable_sort(sorted, std::greater{}, &DeviceCount::sum);
    return sorted;
}

}
