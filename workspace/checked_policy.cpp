// SPDX-License-Identifier: Apache-2.0
#include "workspace/checked_policy.h"

#include "rules/own_rules.h"
#include "rules/rule_table.h"

namespace rocelint::workspace {

Result<Policy> read_checked_policy(const Source& source)
{
    auto policy = read_policy(source, known_rules());
    if (!policy)
        return policy;
    if (const auto compiled = compile_own_rules(policy->custom_rules); !compiled)
        return tl::unexpected(compiled.error());
    return policy;
}

}
