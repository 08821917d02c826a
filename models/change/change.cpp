// SPDX-License-Identifier: Apache-2.0
// Which Changes are compatible. Whether a change is made is decided per property (properties.cpp).
#include "models/change/change.h"

#include <algorithm>

namespace rocelint {
namespace {

// If two sizes or lengths are both minimums, the larger satisfies both.
bool larger_wins(const Change& change)
{
    return value_of<Bytes>(change) != nullptr || value_of<Metres>(change) != nullptr;
}

}

bool contradict(const Change& a, const Change& b)
{
    if (a.port != b.port || a.property != b.property || a.number != b.number)
        return false;
    const auto* first = value_of<PriorityDelta>(a);
    const auto* second = value_of<PriorityDelta>(b);
    if (first != nullptr && second != nullptr)
        return !(first->add & second->remove).empty() || !(first->remove & second->add).empty();
    const auto* one = value_of<MapEntry>(a);
    const auto* other = value_of<MapEntry>(b);
    if (one != nullptr && other != nullptr)
        return one->kind == other->kind && one->from == other->from && one->to != other->to;
    const auto* text = value_of<ManagerText>(a);
    const auto* other_text = value_of<ManagerText>(b);
    if (text != nullptr && other_text != nullptr && text->what != other_text->what)
        return false;
    return a.value != b.value && !larger_wins(a);
}

bool merge_into(Change& kept, const Change& other)
{
    if (kept.port != other.port || kept.property != other.property || kept.number != other.number
        || contradict(kept, other))
        return false;
    auto* delta = std::get_if<PriorityDelta>(&kept.value);
    const auto* more = value_of<PriorityDelta>(other);
    if (delta != nullptr && more != nullptr) {
        delta->add = delta->add | more->add;
        delta->remove = delta->remove | more->remove;
    } else if (larger_wins(kept) && kept.value.index() == other.value.index()) {
        kept.value = std::max(kept.value, other.value, [](const ChangeValue& a, const ChangeValue& b) {
            const auto* size = std::get_if<Bytes>(&a);
            return size != nullptr ? *size < std::get<Bytes>(b) : std::get<Metres>(a) < std::get<Metres>(b);
        });
    } else if (kept.value != other.value) {
        return false;
    }
    kept.fix_class = std::max(kept.fix_class, other.fix_class);
    return true;
}

}
