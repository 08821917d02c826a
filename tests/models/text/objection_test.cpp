// SPDX-License-Identifier: Apache-2.0
#include "models/text/objection.h"

#include <doctest/doctest.h>

#include <string>
#include <type_traits>

namespace rocelint {
namespace {

Objection to_number(int number)
{
    if (number < 0)
        return "numbers below 0 are not taken";
    if (number > 7)
        return Objection(std::to_string(number) + " is above 7");
    return {};
}

TEST_CASE("an objection is true and has its sentence, and no objection is false")
{
    CHECK_FALSE(to_number(3));
    CHECK(to_number(-1).sentence() == "numbers below 0 are not taken");
    const Objection objection = to_number(9);
    REQUIRE(objection);
    CHECK(objection.sentence() == "9 is above 7");
}

TEST_CASE("an empty sentence still objects, unless the caller says that it means consent")
{
    CHECK(Objection(std::string()));
    CHECK_FALSE(objection_unless_empty(""));
    CHECK(objection_unless_empty("no").sentence() == "no");
}

TEST_CASE("strings and objections do not convert to each other implicitly")
{
    CHECK_FALSE(std::is_convertible_v<std::string, Objection>);
    CHECK_FALSE(std::is_convertible_v<Objection, std::string>);
    CHECK_FALSE(std::is_convertible_v<const char(&)[1], Objection>);
    CHECK(std::is_convertible_v<const char(&)[3], Objection>);
}

}
}
