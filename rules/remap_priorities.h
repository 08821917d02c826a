// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/rule.h"

namespace rocelint::rules {

inline constexpr double remap_defaults[] = {2, 6};
/// The classes into which a pair of top-of-rack switches moves tunneled traffic, for the rules that encounter
/// them.
inline constexpr Parameter remap_priorities_parameter{
    .name = "remap_priorities",
    .defaults = remap_defaults,
    .unit = "priorities",
    .meaning = "further lossless priorities that tunnelled traffic is remapped into",
    .source = "sonic-buildimage files/build_templates/qos_config.j2: pfc_enable 2,3,4,6 and "
              "AZURE_DUALTOR on ports with the extra queues",
};

/// The parameter's values; values that are not priorities are ignored.
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
