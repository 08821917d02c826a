// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/value/priority.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

namespace rocelint::tests {
namespace {

template <class Set>
constexpr unsigned sum_of(Set set)
{
    unsigned sum = 0;
    for (const std::uint8_t member : set)
        sum += member;
    return sum;
}

static_assert(std::forward_iterator<PrioritySet::Iterator> && std::forward_iterator<DscpSet::Iterator>);
static_assert(sum_of(PrioritySet::all()) == 28 && sum_of(DscpSet::all()) == 2016);

TEST_CASE("iteration visits a set's members in ascending order")
{
    DscpSet dscps;
    for (const int dscp : {63, 0, 26, 24})
        dscps.insert(static_cast<Dscp>(dscp));
    CHECK(std::vector<Dscp>(dscps.begin(), dscps.end()) == std::vector<Dscp>{0, 24, 26, 63});
    const PrioritySet priorities = PrioritySet::of(7) | PrioritySet::of(3);
    CHECK(std::vector<Priority>(priorities.begin(), priorities.end()) == std::vector<Priority>{3, 7});
    CHECK(priorities.first() == 3);
    CHECK(std::ranges::count_if(PrioritySet{}, [](Priority) { return true; }) == 0);
}

TEST_CASE("iteration uses the set as it was at its start")
{
    PrioritySet set = PrioritySet::all();
    int steps = 0;
    for (const Priority priority : set) {
        set.erase(static_cast<Priority>(priority + 1));
        ++steps;
    }
    CHECK(steps == 8);
    CHECK(set == PrioritySet::of(0));
}

}
}
