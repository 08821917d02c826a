// SPDX-License-Identifier: Apache-2.0
// Findings of several families name the same subjects, so that folding sees that they have one cause.
#include "rules/blame.h"

namespace rocelint {

void blame_headroom(const PortContext& context, Finding& finding, PrioritySet priorities)
{
    context.blame(finding, Property::headroom, priorities);
    context.blame(finding, Property::headroom);
}

}
