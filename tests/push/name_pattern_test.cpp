// SPDX-License-Identifier: Apache-2.0
#include "push/inventory/name_pattern.h"

#include <doctest/doctest.h>

namespace rocelint::push {
namespace {

using Names = std::vector<std::string>;

std::optional<Names> names_of(std::string_view pattern) { return expand_host_range(pattern, 1000); }

TEST_CASE("a range stands for its names, counted as in Ansible")
{
    CHECK(names_of("leaf1") == Names{"leaf1"});
    CHECK(names_of("leaf[1:3]") == Names{"leaf1", "leaf2", "leaf3"});
    CHECK(names_of("leaf[08:11]") == Names{"leaf08", "leaf09", "leaf10", "leaf11"});
    CHECK(names_of("leaf[1:9:4].lab") == Names{"leaf1.lab", "leaf5.lab", "leaf9.lab"});
    CHECK(names_of("leaf[:2]") == Names{"leaf0", "leaf1", "leaf2"});
    CHECK(names_of("pod[a:b]-leaf[1:2]") == Names{"poda-leaf1", "poda-leaf2", "podb-leaf1", "podb-leaf2"});
    CHECK(names_of("[x:z:2]") == Names{"x", "z"});
    CHECK(names_of("n[999999999:1000000000]") == Names{"n999999999", "n1000000000"});
    CHECK(names_of("n[7:7]") == Names{"n7"});
}

TEST_CASE("an invalid range stands for nothing")
{
    for (const std::string_view pattern : {"",
             "leaf[",
             "leaf[1:2",
             "leaf[]",
             "leaf[1]",
             "leaf[1-4]",
             "leaf[4:1]",
             "leaf[1:4:0]",
             "leaf[a:4]",
             "leaf[aa:bb]",
             "leaf[1:4:x]",
             "leaf[1:]",
             "leaf[-1:4]",
             "leaf[1:2:3:4]",
             "leaf[1:99999999999999999999]",
             "leaf[[1:2]]"}) {
        CAPTURE(pattern);
        CHECK(!names_of(pattern));
    }
}

TEST_CASE("more names than permitted are refused before they are created")
{
    CHECK(names_of("n[1:1000]")->size() == 1000);
    CHECK(!names_of("n[1:1001]"));
    CHECK(!names_of("[1:100][1:100]"));
    CHECK(!expand_host_range("[0:1000000000]", 100'000));
    // No host name is that long (RFC 1035, section 2.3.4: 255 octets).
    CHECK(!names_of(std::string(300, 'x') + "[1:2]"));
    CHECK(!names_of(std::string(300, 'x')));
}

TEST_CASE("names match patterns as in a shell")
{
    CHECK(matches_any("leaf1", {"spine*", "leaf*"}));
    CHECK(matches_any("leaf1", {"leaf1"}));
    CHECK(matches_any("host2", {"host[12]"}));
    CHECK(!matches_any("host3", {"host[12]"}));
    CHECK(!matches_any("leaf10", {"leaf?"}));
    CHECK(!matches_any("leaf1", {}));
    CHECK(!matches_any("leaf1", {"LEAF1", "leaf", "[", ""}));
}

}
}
