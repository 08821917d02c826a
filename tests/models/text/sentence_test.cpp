// SPDX-License-Identifier: Apache-2.0
#include "models/text/sentence.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace rocelint {
namespace {

TEST_CASE("a number agrees with its noun and its verb, and zero takes the plural")
{
    CHECK(counted(0, "device") == "0 devices");
    CHECK(counted(1, "device") == "1 device");
    CHECK(counted(std::uint8_t{65}, "device") == "65 devices");
    CHECK(counted(1, "switch", "switches") == "1 switch");
    CHECK(counted(2, "switch", "switches") == "2 switches");
    CHECK(one_or_many(1, "is", "are") == "is");
    CHECK(one_or_many(0, "is", "are") == "are");
    CHECK(one_or_many(2, "is", "are") == "are");
}

TEST_CASE("a list has its conjunction before the last item, and no comma there")
{
    std::vector<std::string> names;
    CHECK(listed(names).empty());
    names.emplace_back("a");
    CHECK(listed(names) == "a");
    names.emplace_back("b");
    CHECK(listed(names) == "a and b");
    names.emplace_back("c");
    CHECK(listed(names) == "a, b and c");
    CHECK(listed(names, "or") == "a, b or c");
}

TEST_CASE("an empty item keeps its place in a list")
{
    CHECK(listed(std::array<std::string_view, 3>{"", "b", ""}) == ", b and ");
}

TEST_CASE("a long list ends with the number of omitted items, a short one does not")
{
    const std::vector<std::string> names{"a", "b", "c", "d"};
    CHECK(listed_at_most(names, 4) == "a, b, c, d");
    CHECK(listed_at_most(names, 3) == "a, b, c and 1 more");
    CHECK(listed_at_most(names, 1, ", and ") == "a, and 3 more");
    CHECK(listed_at_most(std::vector<std::string>{}, 3).empty());
}

TEST_CASE("items are added after a separator, except the first")
{
    std::string list;
    add_item(list, "a");
    add_item(list, "b");
    add_item(list, "c", " or ");
    CHECK(list == "a, b or c");
}

}
}
