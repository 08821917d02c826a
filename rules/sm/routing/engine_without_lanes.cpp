// SPDX-License-Identifier: Apache-2.0
#include "models/text/sentence.h"
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
    sm::example("lash with LMC 1",
        R"(-routing_engine updn,no_fallback
+routing_engine lash,no_fallback
-lmc 0
+lmc 1
)",
        "lmc 1"),
    sm::example("nue with four lanes and without qos",
        R"(-routing_engine updn,no_fallback
+routing_engine nue,no_fallback
+nue_max_num_vls 4
-qos TRUE
+qos FALSE
-qos_vlarb_high 1:64
-qos_vlarb_low 0:64,1:4,2:32,3:32
-qos_sl2vl 0,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0
-qos_high_limit 4
-qos_max_vls 4
)",
        "nue_max_num_vls 4"),
    sm::example("nue without qos has one lane, which it needs no service levels for",
        R"(-routing_engine updn,no_fallback
+routing_engine nue,no_fallback
-qos TRUE
+qos FALSE
-qos_vlarb_high 1:64
-qos_vlarb_low 0:64,1:4,2:32,3:32
-qos_sl2vl 0,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0
-qos_high_limit 4
-qos_max_vls 4
)"),
    sm::example("nue with one lane",
        R"(-routing_engine updn,no_fallback
+routing_engine nue,no_fallback
-max_op_vls 3
+max_op_vls 1
-qos_vlarb_high 1:64
-qos_vlarb_low 0:64,1:4,2:32,3:32
-qos_sl2vl 0,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0
-qos_high_limit 4
-qos_max_vls 4
)"),
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

// nue is free of deadlock with any number of lanes; without qos it takes one, whatever it may take.
void check_nue(DeviceContext& context, const SubnetManager& manager)
{
    const std::uint64_t lanes = sm::lanes_of_nue(manager);
    const SmOption* stated = manager.option("nue_max_num_vls");
    if (stated == nullptr || lanes == 1 || !manager.qos.known() || manager.qos.value)
        return;
    context.report({.severity = Severity::warning,
        .at = stated->at,
        .message = fmt::format("{} lets nue use {}, and with qos FALSE it uses one",
            context.device().name,
            lanes == 0 ? std::string("as many virtual lanes as the ports have")
                       : counted(lanes, "virtual lane")),
        .subjects = {sm::subject(context, "nue_max_num_vls")},
        .related = {{sm::place_of(context.device(), manager.qos), "qos is off"}},
        .fix = "Set qos to TRUE, or nue_max_num_vls to 1.",
        .changes = {sm::change(context.index, "qos", "TRUE")}});
}

void check(DeviceContext& context, const SubnetManager& manager)
{
    for (const SmEngine& engine : manager.engines) {
        const bool of_one_lid = engine.engine == RoutingEngine::ftree || engine.engine == RoutingEngine::lash;
        if (of_one_lid && manager.lmc.known() && manager.lmc.value > 0) {
            context.report({.at = sm::place_of(context.device(), manager.lmc),
                .message = fmt::format(
                    "{} has lmc {}, which {} does not support: the next engine or min-hop takes its place",
                    context.device().name,
                    manager.lmc.value,
                    engine.name),
                .subjects = {sm::subject(context, "lmc")},
                .fix = "Set lmc to 0, or choose another engine."});
        }
        if (engine.engine == RoutingEngine::nue) {
            check_nue(context, manager);
            continue;
        }
        if (!sm::assigns_levels(manager, engine.engine))
            continue;
        if (manager.qos.known() && !manager.qos.value) {
            context.report({.at = engine.at,
                .message = fmt::format(
                    "{} routes by {} with qos FALSE: nothing puts its service levels on virtual lanes",
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
    .other_severities = {{{Severity::warning, "for nue, which goes on with one virtual lane"}}},
    .scope = Scope::device,
    .summary
    = "The routing engine lacks what it needs, and another one takes its place or its proof does not "
      "hold.",
    .why
    = "ftree and lash do not support LMC above 0: another engine takes their place, and only the log "
      "says so. lash, dfsssp and torus-2QoS keep paths apart by service levels: without qos TRUE nothing "
      "writes the tables that put those on virtual lanes, and with one lane there is nothing to keep "
      "apart. nue is free of deadlock on one lane, its default; more lanes balance its paths better, and "
      "need qos TRUE.",
    .source
    = "opensm(8) 3.3.23, ROUTING (LMC > 0 is not supported by fat-tree and LASH; Nue), nue_max_num_vls; opensm 3.3.23, opensm/osm_ucast_ftree.c, osm_torus.c, "
      "osm_ucast_dfsssp.c, osm_ucast_nue.c",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Give the engine its conditions, or choose another one. `fix` sets qos to TRUE; it cannot know "
           "which of engine, lmc and lanes to change.",
    .check_device = sm::check_manager<check>,
};

}
