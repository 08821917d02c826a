// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::sm028 {
namespace {

constexpr Example examples[] = {
    sm::example("Roots are connected",
        R"(-lmc 0
+connect_roots TRUE
)",
        "connect_roots TRUE"),
    sm::example("Reverse hops in a fat tree",
        R"(-routing_engine updn,no_fallback
+routing_engine ftree,no_fallback
-lmc 0
+max_reverse_hops 2
)",
        "max_reverse_hops 2"),
    sm::example("Roots are connected under min-hop", R"(-routing_engine updn,no_fallback
+routing_engine minhop
-lmc 0
+connect_roots TRUE
)"),
};

void check(DeviceContext& context, const SubnetManager& manager)
{
    const bool tree = std::ranges::any_of(manager.engines, [](const SmEngine& engine) {
        return engine.engine == RoutingEngine::updn || engine.engine == RoutingEngine::dnup
            || engine.engine == RoutingEngine::ftree || engine.engine == RoutingEngine::ar_updn
            || engine.engine == RoutingEngine::ar_ftree;
    });
    if (!tree)
        return;
    if (manager.connect_roots.known() && manager.connect_roots.value) {
        context.report({.at = sm::place_of(context.device(), manager.connect_roots),
            .message = fmt::format(
                "{} connects roots with each other: routes down and up again may close a credit loop",
                context.device().name),
            .subjects = {sm::subject(context, "connect_roots")},
            .fix = "Set connect_roots to FALSE.",
            .changes = {sm::change(context.index, "connect_roots", "FALSE")}});
    }
    if (manager.max_reverse_hops.known() && manager.max_reverse_hops.value > 0) {
        context.report({.at = sm::place_of(context.device(), manager.max_reverse_hops),
            .message = fmt::format(
                "{} allows {} hops against the direction of the tree, which may close a credit loop",
                context.device().name,
                manager.max_reverse_hops.value),
            .subjects = {sm::subject(context, "max_reverse_hops")},
            .fix = "Set max_reverse_hops to 0.",
            .changes = {sm::change(context.index, "max_reverse_hops", "0")}});
    }
}

}

extern const Rule rule = {
    .code = "SM028",
    .name = "roots-connected",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "Roots are connected to each other in a way that up/down and fat-tree do not prove.",
    .why = "connect_roots makes routes between root switches that go down and up again, and max_reverse_hops"
           " lets I/O nodes do so. Both may close a credit loop, which the engine rules out otherwise.",
    .source = "opensm(8) 3.3.23, --connect_roots (\"even if this can violate pure deadlock free\"), "
              "--max_reverse_hops",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Leave connect_roots FALSE and max_reverse_hops 0.",
    .check_device = sm::check_manager<check>,
};

}
