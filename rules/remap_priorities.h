// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"

namespace rocelint::rules {

inline constexpr double remap_defaults[] = {2, 6};
/// Which classes a pair of top-of-rack switches moves tunnelled traffic into, for the rules that meet them.
inline constexpr Parameter remap_priorities_parameter{
    .name = "remap_priorities",
    .defaults = remap_defaults,
    .unit = "priorities",
    .meaning = "further lossless priorities that tunnelled traffic is remapped into",
    .source = "sonic-buildimage files/build_templates/qos_config.j2: pfc_enable 2,3,4,6 and "
              "AZURE_DUALTOR on ports with the extra queues",
};

/// The parameter's priorities; numbers that no priority has are left out.
[[nodiscard]] inline PrioritySet remap_priorities(const RuleContext& context)
{
    PrioritySet found;
    for (const double priority : context.parameter(remap_priorities_parameter.name)) {
        if (priority >= 0 && priority < 8)
            found.insert(static_cast<Priority>(priority));
    }
    return found;
}

}
