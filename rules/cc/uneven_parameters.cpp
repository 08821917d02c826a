// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/boards.h"
#include "rules/blame.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <map>

namespace rocelint::rules::cc002 {
namespace {

constexpr Example examples[] = {
    {.title = "One host's NIC recovers its rate in different steps from the others",
        .files = {{{"linux-host", "host1", ""},
            {"linux-host", "host2", ""},
            {"linux-host",
                "host3",
                R"(-        RPG_AI_RATE_P1                              5                    5                    5
+        RPG_AI_RATE_P1                              5                    20                   20
)"}}},
        .flagged = "RPG_AI_RATE_P1",
        .flagged_device = "host3"},
    {.title = "All NICs of one board have one set of parameters",
        .files = {{{"linux-host", "host1", ""}, {"linux-host", "host2", ""}}}},
};

void check(FabricContext& context)
{
    if (!context.classes.sends_cnps())
        return;
    for (const auto& [board, nics] : boards(context.analysis)) {
        std::map<std::string_view, std::vector<ComparedValue>> parameters;
        for (const BoardNic& at : nics) {
            for (const DcqcnParameter& parameter : at.nic->dcqcn)
                parameters[parameter.name].push_back({at.port,
                    std::to_string(parameter.value),
                    context.fabric.device(at.port).place(parameter.at, &context.fabric.port(at.port))});
        }
        for (const auto& [name, values] : parameters) {
            for (const Outliers& group : outliers(values)) {
                Diagnosis diagnosis{.at = group.odd.front().at,
                    .message
                    = fmt::format("{} has {} at {}, but {}, at {}: they share congested links unevenly",
                        odd_ones(context, group),
                        name,
                        group.odd.front().value,
                        usual_ones(context, group, board),
                        group.usual.value)};
                blame_odd_ones(group,
                    Property::congestion_control,
                    fmt::format("{} here", group.usual.value),
                    fmt::format("Set {} alike on all NICs of one board with mlxconfig.", name),
                    diagnosis);
                context.report(std::move(diagnosis));
            }
        }
    }
}

}

extern const Rule rule = {
    .code = "CC002",
    .name = "dcqcn-parameters-differ",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary = "NICs of one board have different parameters of DCQCN.",
    .why
    = "DCQCN is fair among senders that slow down and recover alike. One that recovers in larger steps, or cuts "
      "less, takes the share of the others on every congested link, and the job waits for those.",
    .source
    = "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, sections 5 and 6 "
      "(fairness and convergence depend on the parameters); mlxconfig, ROCE_CC_ECN",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Give all NICs of one board the same parameters.",
    .check_fabric = check,
};

}
