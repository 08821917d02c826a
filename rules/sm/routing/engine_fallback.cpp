// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm003 {
namespace {

constexpr Example examples[] = {
    sm::example("Up/down may fall back to min-hop",
        R"(-routing_engine updn,no_fallback
+routing_engine updn
)",
        "routing_engine updn"),
    sm::example("NVIDIA's manager may fall back to min-hop",
        R"(-routing_engine updn,no_fallback
+routing_engine ar_updn
)",
        "routing_engine ar_updn"),
    sm::example("Min-hop is intended", R"(-routing_engine updn,no_fallback
+routing_engine minhop
)"),
    sm::example("The clean manager"),
};

void check(DeviceContext& context, const SubnetManager& manager)
{
    if (manager.engines.empty() || !sm::is_deadlock_free(manager.engines.front().engine)
        || !manager.no_fallback.known() || manager.no_fallback.value)
        return;
    const bool is_usual = manager.flavour == SmFlavour::nvidia;
    Diagnosis diagnosis{.severity = is_usual ? Severity::info : Severity::warning,
        .at = sm::place_of(context.device(), manager.no_fallback),
        .message = fmt::format("{} goes on with min-hop where {} fails, and min-hop may close credit loops",
            context.device().name,
            manager.engines.front().name),
        .subjects = {sm::subject(context, "routing_engine")},
        .fix = fmt::format("Add no_fallback: routing_engine {},no_fallback.", manager.engines.back().name)};
    if (const std::string engines = sm::mended_engines(manager); !engines.empty())
        diagnosis.changes.push_back(sm::change(context.index, "routing_engine", engines));
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "SM003",
    .name = "engine-may-fall-back",
    .severity = Severity::warning,
    .other_severities
    = {{{Severity::info, "for NVIDIA's subnet manager, whose own manuals leave the fallback"}}},
    .scope = Scope::device,
    .summary = "A routing engine without credit loops is configured, but min-hop takes over when it "
               "fails.",
    .why
    = "Up/down, fat-tree and the engines that spread paths over virtual lanes rule credit loops out. "
      "When they fail, for a cable in the wrong place or a root that is gone, opensm goes on with min-"
      "hop, which does not, and only the log says so. With no_fallback it sets no routes instead: a subnet "
      "that runs keeps those it has, and one that starts up has none until the fault is corrected.",
    .source = "opensm(8) 3.3.23, ROUTING, no_fallback; opensm 3.3.23, opensm/osm_ucast_mgr.c: "
              "osm_ucast_mgr_process; NVIDIA InfiniBand Cluster Bring-up Procedure v1.0, Adaptive Routing "
              "(routing_engine ar_updn)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix
    = "Add no_fallback to routing_engine, where no routes are better than routes that may block each other.",
    .check_device = sm::check_manager<check>,
};

}
