// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm001 {
namespace {

constexpr Example examples[] = {
    sm::example("The engine is misspelt",
        R"(-routing_engine updn,no_fallback
+routing_engine updown,no_fallback
)",
        "routing_engine updown"),
    sm::example("NVIDIA's engine for a manager of a distribution",
        R"(-# Subnet manager sm1
+# opensm-flavour: upstream
-routing_engine updn,no_fallback
+routing_engine ar_updn,updn,no_fallback
)",
        "routing_engine ar_updn"),
    sm::example("Two engines, and no other when both fail", R"(-routing_engine updn,no_fallback
+routing_engine ftree,updn,no_fallback
)"),
};

bool is_known(const SubnetManager& manager, const SmEngine& engine)
{
    const bool of_nvidia = engine.engine >= RoutingEngine::ar_updn;
    return engine.engine != RoutingEngine::unknown && (!of_nvidia || manager.flavour == SmFlavour::nvidia);
}

void check(DeviceContext& context, const SubnetManager& manager)
{
    for (const SmEngine& engine : manager.engines) {
        if (is_known(manager, engine))
            continue;
        const SmEngine* next = &engine + 1;
        const bool last = next == manager.engines.data() + manager.engines.size();
        Diagnosis diagnosis{.at = engine.at,
            .message
            = fmt::format("{} has no routing engine \"{}\": it ignores it, and {} computes the routes",
                context.device().name,
                engine.name,
                last ? std::string_view("min-hop") : next->name),
            .subjects = {sm::subject(context.index, manager, "routing_engine")},
            .fix
            = "Name an engine that this subnet manager has: minhop, updn, dnup, file, ftree, lash, dor, torus-2QoS, nue, "
              "dfsssp or sssp."};
        if (const std::string engines = sm::mended_engines(manager); !engines.empty())
            diagnosis.changes.push_back(sm::change(context.index, "routing_engine", engines));
        context.report(std::move(diagnosis));
    }
}

}

extern const Rule rule = {
    .code = "SM001",
    .name = "unknown-routing-engine",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary = "The routing engine is a name that the subnet manager does not know.",
    .why = "An engine with an unknown name is ignored with one line in the log, and the next one in the "
           "list, or min-hop, computes the routes. Min-hop may close credit loops that the intended engine "
           "rules out. Engines of NVIDIA's subnet manager (ar_updn and others) are unknown to the one of "
           "Linux distributions.",
    .source = "opensm 3.3.23, opensm/osm_opensm.c: setup_routing_engines, static_routing_modules; NVIDIA "
              "MLNX_OFED Documentation v23.10, NVIDIA SM, Routing Algorithms",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix
    = "Name an engine that the subnet manager has. `fix` does so where the name is spelt like one of them.",
    .check_device = sm::check_manager<check>,
};

}
