// SPDX-License-Identifier: Apache-2.0
#include "models/text/open_table.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace rocelint {
namespace {

struct Entry {
    std::uint64_t hash = 0;
    std::string_view name;
    int value = 0;
    [[nodiscard]] bool taken() const { return value != 0; }
};

auto named(std::string_view name)
{
    return [name](const Entry& entry) { return entry.name == name; };
}

TEST_CASE("an empty table finds nothing")
{
    const OpenTable<Entry> table;
    CHECK(table.find(0, named("")) == nullptr);
}

TEST_CASE("entries are found after the table grew, by name and not by hash alone")
{
    std::vector<std::string> names;
    for (int index = 0; index < 1000; ++index)
        names.push_back("Ethernet" + std::to_string(index));
    // With all hash bits, and with only one: then all entries share one probe sequence.
    for (const std::uint64_t mask : {~std::uint64_t{0}, std::uint64_t{1}}) {
        OpenTable<Entry> table;
        for (int index = 0; index < 1000; ++index) {
            const std::uint64_t hash = hash_name(names[static_cast<std::size_t>(index)]) & mask;
            const std::string_view name = names[static_cast<std::size_t>(index)];
            table.at(hash, named(name)) = {hash, name, index + 1};
        }
        for (int index = 0; index < 1000; ++index) {
            const std::string_view name = names[static_cast<std::size_t>(index)];
            const Entry* found = table.find(hash_name(name) & mask, named(name));
            REQUIRE(found != nullptr);
            CHECK(found->value == index + 1);
        }
        CHECK(table.find(hash_name("Ethernet1000") & mask, named("Ethernet1000")) == nullptr);
    }
}

TEST_CASE("an existing entry is returned for changing")
{
    OpenTable<Entry> table(100);
    const std::uint64_t hash = hash_name("a");
    table.at(hash, named("a")) = {hash, "a", 1};
    CHECK(table.at(hash, named("a")).value == 1);
    table.at(hash, named("a")) = {hash, "a", 2};
    CHECK(table.find(hash, named("a"))->value == 2);
}

TEST_CASE("the salt and every byte of a name count")
{
    CHECK(hash_name("Ethernet4", 0) != hash_name("Ethernet4", 1));
    CHECK(hash_name("Ethernet4") != hash_name("Ethernet8"));
    CHECK(hash_name("") != hash_name(std::string_view("\0", 1)));
}

}
}
