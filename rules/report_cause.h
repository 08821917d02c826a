// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/proof/broken_causes.h"
#include "rules/rule.h"

#include <string_view>

namespace rocelint {

/// Reports a cause as the rule's finding; `lead` starts the sentence after the port's name.
Finding& report_cause(FabricContext& context, const proof::BrokenCause& cause, std::string_view lead);

/// Reports "not checked", with the reason, for each port on a path that could not be judged.
void explain_unproven(FabricContext& context, bool (*wanted)(proof::Aspect));

}
