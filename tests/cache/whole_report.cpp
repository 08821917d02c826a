// SPDX-License-Identifier: Apache-2.0
#include "tests/cache/whole_report.h"

#include "cli/report/json.h"
#include "cli/report/text.h"
#include "models/fabric/dump.h"
#include "rules/engine.h"

#include <fmt/format.h>

namespace rocelint::testing {

std::string whole_report(const workspace::Outcome& outcome)
{
    cli::Places places(outcome.fabric.sources);
    const std::vector<cli::ReportData> data{{.outcome = outcome, .places = places, .strict_coverage = true}};
    std::string out = cli::json_report(data) + cli::text_report(data);
    for (const Finding& finding : outcome.report.findings) {
        out += fmt::format("{} {} {}:", finding.rule->code, static_cast<int>(finding.fix_class), finding.fix);
        for (const auto& subject : finding.subjects)
            out += fmt::format(" {}.{}.{}.{}.{}.{}",
                subject.port.device,
                subject.port.port,
                static_cast<int>(subject.property),
                static_cast<int>(subject.part.kind),
                subject.part.value,
                subject.part.name);
        for (const PortId port : finding.also_on)
            out += fmt::format(" also {}.{}", port.device, port.port);
        for (const Change& change : finding.changes)
            out += fmt::format("\n  {}.{} {} {} {} {} {}",
                change.port.device,
                change.port.port,
                static_cast<int>(change.property),
                change.number,
                change.shared,
                static_cast<int>(change.fix_class),
                describe(change));
        out += '\n';
    }
    for (const NotChecked& row : outcome.report.not_checked)
        out += fmt::format(
            "{} {}.{} {} {}\n", row.rule->code, row.port.device, row.port.port, row.ports, row.reason);
    for (const Device& device : outcome.fabric.devices)
        out += dump(device, outcome.fabric.sources);
    return out;
}

}
