// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/boards.h"
#include "rules/blame.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::nic016 {
namespace {

constexpr Example examples[] = {
    {.title = "One host's NIC has different firmware from the others of its board",
        .files = {{{"linux-host", "host1", ""},
            {"linux-host", "host2", ""},
            {"linux-host", "host3", R"(-firmware-version: 28.43.1014 (MT_0000000834)
+firmware-version: 28.39.1002 (MT_0000000834)
)"}}},
        .flagged = "28.39.1002",
        .flagged_device = "host3"},
    {.title = "NICs of two boards have a firmware each",
        .files = {{{"linux-host", "host1", ""},
            {"linux-host", "host2", R"(-firmware-version: 28.43.1014 (MT_0000000834)
+firmware-version: 26.43.1014 (MT_0000000531)
)"}}}},
};

void check(FabricContext& context)
{
    for (const auto& [board, nics] : boards(context.analysis)) {
        std::vector<ComparedValue> versions;
        for (const BoardNic& at : nics) {
            if (!at.nic->firmware.known())
                continue;
            const Device& host = context.fabric.device(at.port);
            versions.push_back({at.port,
                std::string(at.nic->firmware.value),
                host.place(at.nic->firmware.origin, &context.fabric.port(at.port))});
        }
        for (const Outliers& group : outliers(versions)) {
            Diagnosis diagnosis{.at = group.odd.front().at,
                .message
                = fmt::format("{} runs firmware {}, but {}, {}: defaults and known faults may differ",
                    odd_ones(context, group),
                    group.odd.front().value,
                    usual_ones(context, group, board),
                    group.usual.value)};
            blame_odd_ones(group,
                Property::software,
                fmt::format("firmware {}", group.usual.value),
                "Bring all NICs of one board to one firmware.",
                diagnosis);
            context.report(std::move(diagnosis));
        }
    }
}

}

extern const Rule rule = {
    .code = "NIC016",
    .name = "firmware-differs",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "NICs of one board run different firmware.",
    .why
    = "The firmware implements DCQCN and retransmission, and sets the default of everything that is not "
      "configured. A job is as fast as its slowest NIC, and one that reacts differently under congestion "
      "shows neither in a ping nor in the configuration.",
    .source = "microsoft/Validate-DCB Tests/unit (equal driver and firmware versions); operational practice",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Run one firmware on all NICs of a board. Which one is a choice of the site.",
    .check_fabric = check,
};

}
