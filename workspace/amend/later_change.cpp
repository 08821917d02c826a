// SPDX-License-Identifier: Apache-2.0
// Corrections come in rounds: the changes requested by one round of findings are merged with those of earlier
// rounds.
#include "workspace/amend/later_change.h"

#include <algorithm>
#include <variant>

namespace rocelint::workspace {
namespace {

void supersede(Change& kept, const Change& later)
{
    auto* delta = std::get_if<PriorityDelta>(&kept.value);
    if (const auto* more = std::get_if<PriorityDelta>(&later.value); delta != nullptr && more != nullptr) {
        delta->add = (delta->add - more->remove) | more->add;
        delta->remove = (delta->remove - more->add) | more->remove;
    } else {
        kept.value = later.value;
    }
    kept.fix_class = std::max(kept.fix_class, later.fix_class);
}

}

Joined join_later(Change& kept, const Change& later)
{
    const Change old = kept;
    if (contradict(kept, later))
        supersede(kept, later);
    else if (!merge_into(kept, later))
        return Joined::unrelated;
    return kept == old ? Joined::same : Joined::changed;
}

}
