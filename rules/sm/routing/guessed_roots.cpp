// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::sm050 {
namespace {

constexpr Example examples[] = {
    sm::example("Up/down without a list of roots",
        R"(-root_guid_file /etc/opensm/root_guid.conf
)",
        "routing_engine updn,no_fallback"),
    sm::example("The roots are listed"),
    sm::example("NVIDIA's subnet manager finds roots by an algorithm of its own",
        R"(-routing_engine updn,no_fallback
+routing_engine ar_updn,no_fallback
-root_guid_file /etc/opensm/root_guid.conf
)"),
    sm::example("Fat-tree ranks switches from the hosts", R"(-routing_engine updn,no_fallback
+routing_engine ftree,no_fallback
-root_guid_file /etc/opensm/root_guid.conf
)"),
};

bool ranks_from_roots(RoutingEngine engine)
{
    return engine == RoutingEngine::updn || engine == RoutingEngine::ar_updn;
}

void check(DeviceContext& context, const SubnetManager& manager)
{
    const auto engine = std::ranges::find_if(
        manager.engines, [](const SmEngine& one) { return ranks_from_roots(one.engine); });
    if (engine == manager.engines.end() || std::ranges::any_of(manager.files, [](const SmFileName& file) {
            return file.option == "root_guid_file";
        }))
        return;
    if (manager.flavour == SmFlavour::nvidia)
        return context.not_checked({context.index, Port::no_index},
            "NVIDIA's subnet manager finds roots by an algorithm of its own since release 5.10 "
            "(find_roots_color_algorithm), and how far it depends on hosts at the spines is not documented");
    const bool falls_back = !manager.no_fallback.peek_known() || !manager.no_fallback.value;
    context.report({.at = engine->at,
        .message = fmt::format(
            "{} routes by {} and lists no roots: it guesses them from the distances of hosts, and {} where "
            "it finds none",
            context.device().name,
            engine->name,
            falls_back ? "takes the next engine or min-hop" : "leaves the subnet without routes"),
        .subjects = {sm::subject(context.index, manager, "root_guid_file")},
        .fix = "Name a root_guid_file that lists the switches of the top tier."});
}

}

extern const Rule rule = {
    .code = "SM050",
    .name = "guessed-roots",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "Up/down routing of upstream's opensm has no list of roots, and guesses them.",
    .why = "Up/down considers a switch a root where more than nine tenths of all hosts are at one distance "
           "and no more than a twentieth at any other. While a pod is down, or with hosts on the spines, no "
           "switch or the wrong one is found, and routes change from one sweep to the next. NVIDIA's subnet "
           "manager has another algorithm since release 5.10, which is not judged.",
    .source
    = "opensm(8) 3.3.23, UPDN ROUTING ALGORITHM; opensm 3.3.23, opensm/osm_ucast_updn.c: "
      "updn_find_root_nodes_by_min_hop; NVIDIA MLNXSM Release Notes v5.10.0, Changes and New Features "
      "(find_roots_color_algorithm, max_cas_on_spine)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Name a root_guid_file that lists the switches of the top tier.",
    .check_device = sm::check_manager<check>,
};

}
