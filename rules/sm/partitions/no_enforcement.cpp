// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm020 {
namespace {

constexpr Example examples[] = {
    sm::example("Enforcement is off",
        R"(-part_enforce both
+part_enforce off
)",
        "part_enforce off"),
    sm::example("The old switch turns it off",
        R"(-part_enforce both
+no_partition_enforcement TRUE
)",
        "no_partition_enforcement TRUE"),
    sm::example("Enforced on the way out", R"(-part_enforce both
+part_enforce out
)"),
};

void check(DeviceContext& context, const SubnetManager& manager)
{
    if (!manager.part_enforce.known() || manager.part_enforce.value != "off")
        return;
    const SmOption* old = manager.option("no_partition_enforcement");
    const bool by_old = old != nullptr && old->runs == "TRUE";
    Diagnosis diagnosis{.at = by_old ? old->at : sm::place_of(context.device(), manager.part_enforce),
        .message = fmt::format("{} lets switches pass packets of every partition", context.device().name),
        .subjects
        = {sm::subject(context.index, manager, by_old ? "no_partition_enforcement" : "part_enforce")}};
    if (by_old)
        diagnosis.changes.push_back(sm::change(context.index, "no_partition_enforcement", "FALSE"));
    if (!by_old
        || (manager.option("part_enforce") != nullptr && manager.option("part_enforce")->given == "off"))
        diagnosis.changes.push_back(sm::change(context.index, "part_enforce", "both"));
    diagnosis.fix = by_old ? "Remove no_partition_enforcement, and state part_enforce both."
                           : "Set part_enforce to both.";
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "SM020",
    .name = "partitions-not-enforced",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "Switches do not enforce partitions.",
    .why = "Without enforcement at the edge only the receiving adapter looks at a packet's P_Key. Packets of"
           " other tenants cross the fabric and take its bandwidth, and what is addressed to a port that "
           "checks nothing arrives.",
    .source = "opensm 3.3.23, opensm/osm_subnet.c (part_enforce, no_partition_enforcement); InfiniBand "
              "Architecture Specification 10.9 (partition enforcement)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Set part_enforce to both.",
    .check_device = sm::check_manager<check>,
};

}
