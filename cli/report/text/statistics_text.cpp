// SPDX-License-Identifier: Apache-2.0
#include "cli/report/text/statistics_text.h"

#include "cli/report/data/statistics.h"
#include "cli/terminal/table.h"

#include <limits>

namespace rocelint::cli {
namespace {

void put_counts(TableRow& row, const SeverityCounts& counts)
{
    for (const Severity severity : {Severity::error, Severity::warning, Severity::info}) {
        const std::size_t count = counts.of(severity);
        row.push_back(count == 0 ? "" : std::to_string(count));
    }
}

}

void write_statistics(const ReportData& data, std::string& out)
{
    const std::vector<RuleCount> rules = count_by_rule({&data, 1});
    if (rules.empty())
        return;
    const std::size_t width = data.width == 0 ? std::numeric_limits<std::size_t>::max() : data.width;
    std::vector<TableRow> rows;
    for (const RuleCount& count : rules) {
        TableRow& row = rows.emplace_back();
        put_counts(row, count);
        row.emplace_back(count.code);
        row.emplace_back(count.name);
    }
    constexpr std::array<Column, 5> rule_columns{Column{"errors", true},
        Column{"warnings", true},
        Column{"infos", true},
        Column{"rule"},
        Column{"name"}};
    out += table(rule_columns, rows, width);
    out += '\n';
    rows.clear();
    for (const DeviceCount& count : count_by_device({&data, 1})) {
        TableRow& row = rows.emplace_back();
        put_counts(row, count);
        row.emplace_back(count.device.empty() ? "(the fabric)" : count.device);
    }
    constexpr std::array<Column, 4> device_columns{
        Column{"errors", true}, Column{"warnings", true}, Column{"infos", true}, Column{"device"}};
    out += table(device_columns, rows, width);
}

}
