// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/option_rule.h"

#include <fmt/format.h>

namespace rocelint::sm {

void report_option(DeviceContext& context, const OptionRule& row, std::vector<Related> evidence)
{
    const std::optional<OriginId> origin = row.wrong(*context.device().manager);
    if (!origin)
        return;
    context.report({.at = context.device().place(*origin),
        .message = fmt::format("{} {}", context.device().name, row.says),
        .subjects = {subject(context, row.option)},
        .related = std::move(evidence),
        .fix = std::string(row.fix),
        .changes = {change(context.index, row.option, std::string(row.right))}});
}

}
