// SPDX-License-Identifier: Apache-2.0
// The rules that judge paths find the same thing, a line that breaks packets, and tell it in the same way.
#include "rules/report_cause.h"

#include <fmt/format.h>

namespace rocelint {

Finding& report_cause(FabricContext& context, const proof::BrokenCause& cause, std::string_view lead)
{
    const proof::Step& step = cause.step;
    // Without a policy the class itself is only what most devices agree on.
    const std::string message = fmt::format("{} {}{}", context.port_label(step.port), lead, step.text);
    Finding& finding = context.assumed() ? context.report(Severity::warning, step.at, message)
                                         : context.report(step.at, message);
    finding.subjects = cause.subjects;
    return finding;
}

void explain_unproven(FabricContext& context, bool (*wanted)(proof::Aspect))
{
    for (const proof::Step& step : proof::unproven_steps(context.paths(), wanted))
        context.not_checked(step.port, step.text);
}

}
