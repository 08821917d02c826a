// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm016 {
namespace {

constexpr Example examples[] = {
    sm::example("The long timeout is the shorter one",
        R"(-long_transaction_timeout 500
+long_transaction_timeout 100
)",
        "long_transaction_timeout 100"),
    sm::example("The clean manager"),
};

void check(DeviceContext& context, const SubnetManager& manager)
{
    if (!manager.transaction_timeout.known() || !manager.long_transaction_timeout.known())
        return;
    for (const SmOption& option : manager.options) {
        if (option.name != "long_transaction_timeout" || option.misread != SmMisread::restrained)
            continue;
        context.report({.at = option.at,
            .message = fmt::format("{} runs with long_transaction_timeout {} instead of {}: {} ({})",
                context.device().name,
                manager.long_transaction_timeout.value,
                option.given,
                option.why,
                manager.transaction_timeout.value),
            .subjects = {sm::subject(context, option)},
            .fix = "Let long_transaction_timeout be transaction_timeout or more.",
            .changes = {sm::change(context.index, option.name, std::string(option.runs))}});
    }
}

}

extern const Rule rule = {
    .code = "SM016",
    .name = "long-transaction-timeout",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "The timeout of long transactions is shorter than the usual one, and is not used.",
    .why = "long_transaction_timeout is for the writing of SL2VL tables of a whole switch at once. A value "
           "below transaction_timeout is replaced by it.",
    .source = "opensm 3.3.23, opensm/osm_subnet.c: osm_subn_verify_config",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Let long_transaction_timeout be transaction_timeout or more. `fix` writes the value that is "
           "in effect.",
    .check_device = sm::check_manager<check>,
};

}
