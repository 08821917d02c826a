// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof/path/cause_sets.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

namespace rocelint::proof {
namespace {

using Members = std::vector<std::uint32_t>;

Members members(SetTable& table, std::uint32_t set)
{
    const std::span<const std::uint32_t> found = table.members(set);
    return {found.begin(), found.end()};
}

}

TEST_CASE("the union of many sets leaves no other set in the table")
{
    SetTable table;
    SetUnion unite(table);
    Members sets{0};
    for (std::uint32_t member = 300; member > 0; --member)
        sets.push_back(table.make({member, member + 1}));
    const std::size_t before = table.size();
    const std::uint32_t united = unite(sets);
    CHECK(table.size() == before + 1);
    Members all;
    for (std::uint32_t member = 1; member <= 301; ++member)
        all.push_back(member);
    CHECK(members(table, united) == all);
    SUBCASE("and what it marked does not reach the next union")
    {
        Members others{table.make({7}), table.make({500}), table.make({8}), 0};
        CHECK(members(table, unite(others)) == Members{7, 8, 500});
    }
}

TEST_CASE("sets with the same members have the same number, and the empty set is 0")
{
    SetTable table;
    SetUnion unite(table);
    CHECK(table.make({}) == 0);
    CHECK(table.make({5, 3, 5}) == table.make({3, 5}));
    CHECK(unite(table.make({3}), table.make({5})) == table.make({3, 5}));
    CHECK(unite(table.make({3}), 0) == table.make({3}));
    Members none{0, 0};
    CHECK(unite(none) == 0);
    CHECK(none.empty());
}

}
