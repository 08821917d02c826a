// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm004 {
namespace {

constexpr Example examples[] = {
    sm::example("NVIDIA's manager without an engine",
        R"(-routing_engine updn,no_fallback
+ar_sl_mask 0xffff
)",
        "# Subnet manager sm1"),
    sm::example("An engine is stated", R"(-routing_engine updn,no_fallback
+routing_engine ar_updn,no_fallback
)"),
};

void check(DeviceContext& context, const SubnetManager& manager)
{
    if (manager.flavour != SmFlavour::nvidia || !manager.conf.somewhere()
        || manager.option("routing_engine") != nullptr)
        return;
    context.report({.at = manager.conf,
        .message = fmt::format("{} states no routing engine: ar_updn runs since release 5.10, min-hop before",
            context.device().name),
        .subjects = {context.subject(Property::manager, Part::statement(manager.conf))},
        .fix = "State routing_engine."});
}

}

extern const Rule rule = {
    .code = "SM004",
    .name = "routing-engine-not-stated",
    .severity = Severity::info,
    .scope = Scope::device,
    .summary = "No routing engine is stated, and which one runs depends on the release.",
    .why = "NVIDIA's subnet manager starts with ar_updn since release 5.10 and with min-hop before. An "
           "upgrade then changes every route of the fabric.",
    .source
    = "NVIDIA MLNX_OFED Documentation v23.10, NVIDIA SM, Routing Algorithms; NVIDIA subnet manager 5.10"
      " release notes",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "State routing_engine. Which engine runs now depends on the release, which no file states.",
    .check_device = sm::check_manager<check>,
};

}
