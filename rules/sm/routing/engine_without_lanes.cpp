// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm025 {
namespace {

constexpr Example examples[] = {
    sm::example("Fat-tree with LMC 1",
        R"(-routing_engine updn,no_fallback
+routing_engine ftree,no_fallback
-lmc 0
+lmc 1
)",
        "lmc 1"),
    sm::example("torus-2QoS without qos",
        R"(-routing_engine updn,no_fallback
+routing_engine torus-2QoS,no_fallback
-qos TRUE
+qos FALSE
-qos_vlarb_high 1:64
-qos_vlarb_low 0:64,1:4,2:32,3:32
-qos_sl2vl 0,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0
-qos_high_limit 4
-qos_max_vls 4
)",
        "routing_engine torus-2QoS"),
    sm::example("lash with one lane",
        R"(-routing_engine updn,no_fallback
+routing_engine lash,no_fallback
-max_op_vls 3
+max_op_vls 1
-qos_vlarb_high 1:64
-qos_vlarb_low 0:64,1:4,2:32,3:32
-qos_sl2vl 0,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0
-qos_high_limit 4
-qos_max_vls 4
)",
        "max_op_vls 1"),
    sm::example("The clean manager"),
};

void check(DeviceContext& context, const SubnetManager& manager)
{
    for (const SmEngine& engine : manager.engines) {
        if (engine.engine == RoutingEngine::ftree && manager.lmc.known() && manager.lmc.value > 0) {
            context.report({.at = sm::place_of(context.device(), manager.lmc),
                .message
                = fmt::format("{} cannot route by ftree with lmc {}: it falls back to the next engine",
                    context.device().name,
                    manager.lmc.value),
                .subjects = {sm::subject(context, "lmc")},
                .fix = "Set lmc to 0, or choose another engine."});
        }
        if (!sm::assigns_levels(engine.engine))
            continue;
        if (manager.qos.known() && !manager.qos.value) {
            context.report({.at = engine.at,
                .message = fmt::format(
                    "{} routes by {} with qos FALSE: nobody puts its service levels on virtual lanes",
                    context.device().name,
                    engine.name),
                .subjects = {sm::subject(context.index, manager, "routing_engine")},
                .fix = "Set qos to TRUE.",
                .changes = {sm::change(context.index, "qos", "TRUE")}});
        } else if (manager.qos.known() && manager.max_op_vls.known() && manager.max_op_vls.value == 1) {
            context.report({.at = sm::place_of(context.device(), manager.max_op_vls),
                .message = fmt::format(
                    "{} routes by {} and leaves one virtual lane: there is nothing to keep its paths apart",
                    context.device().name,
                    engine.name),
                .subjects = {sm::subject(context, "max_op_vls")},
                .fix = "Raise max_op_vls."});
        }
    }
}

}

extern const Rule rule = {
    .code = "SM025",
    .name = "engine-without-its-conditions",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary
    = "The routing engine lacks what it needs, and another one takes its place or its proof does not "
      "hold.",
    .why = "ftree with LMC above 0 falls back, which one line of the log tells. lash, dfsssp, nue and "
           "torus-2QoS keep paths apart by service levels: without qos TRUE nobody writes the tables that "
           "put those on virtual lanes, and with one lane there is nothing to keep apart.",
    .source = "opensm(8) 3.3.23, ROUTING; opensm 3.3.23, opensm/osm_ucast_ftree.c, osm_torus.c, "
              "osm_ucast_dfsssp.c, osm_ucast_nue.c",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix
    = "Give the engine its conditions, or choose another one. `fix` sets qos to TRUE; which of engine, lmc and lanes is to give way, it cannot tell.",
    .check_device = sm::check_manager<check>,
};

}
