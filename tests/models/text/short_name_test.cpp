// SPDX-License-Identifier: Apache-2.0
#include "models/text/short_name.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

namespace rocelint {

TEST_SUITE_BEGIN("short name");

TEST_CASE("a name that is short enough stays as it is")
{
    CHECK(short_name("RDMA", 4) == "RDMA");
    CHECK(short_name("", 4).empty());
    CHECK(short_name(std::string(500, 'x'), 0) == std::string(500, 'x'));
}

TEST_CASE("a name that is too long keeps its beginning, and always becomes the same name")
{
    const std::string name = "STORAGE-OF-THE-TRAINING-CLUSTER-IN-THE-NORTH-HALL";
    const std::string made = short_name(name, 40);
    CHECK(made.size() == 40);
    CHECK(made.starts_with("STORAGE-OF-THE-TRAINING-CLUSTER"));
    CHECK(made == short_name(name, 40));
    CHECK(short_name(made, 40) == made);
}

TEST_CASE("names that differ in one character at any place become different names")
{
    const std::string name(80, 'a');
    std::set<std::string> made{short_name(name, 32)};
    for (std::size_t at = 0; at < name.size(); ++at) {
        std::string other = name;
        other[at] = 'b';
        made.insert(short_name(other, 32));
    }
    CHECK(made.size() == name.size() + 1);
}

TEST_CASE("a short name has no separator twice, and no character of several bytes is cut")
{
    CHECK(short_name("AAAA-BBBBBBBBBBBBBB", 14).starts_with("AAAA-"));
    CHECK(short_name("AAAA-BBBBBBBBBBBBBB", 14).find("--") == std::string::npos);
    CHECK(short_name("AAAA\xc3\xa4"
                     "BBBBBBBBBBBBBBB",
        14)
              .starts_with("AAAA-"));
    for (std::size_t longest = 1; longest < 20; ++longest)
        CHECK(short_name("a name of many words", longest).size() <= longest);
}

TEST_SUITE_END();

}
