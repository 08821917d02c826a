// SPDX-License-Identifier: Apache-2.0
#include "drivers/hierarchy/draft.h"
#include "drivers/hierarchy/schema.h"
#include "drivers/hierarchy/yaml_text.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace rocelint::hierarchy {
namespace {

constexpr PathRow rows[]{
    {.path = "port {} mtu", .form = Form::value},
    {.path = "port {} watch", .form = Form::flag},
    {.path = "port {} watch state", .form = Form::value},
    {.path = "port {} domain", .form = Form::list},
    {.path = "port {} domain {} access", .form = Form::value},
    {.path = "pause {} priority", .form = Form::list},
    {.path = "map # queue", .form = Form::value},
    {.path = "port {} lights", .state = CoverageState::irrelevant, .is_modelled = false},
    {.path = "map", .state = CoverageState::unsupported, .is_modelled = false},
};

const Keyword* follow_words(const Schema& schema, std::initializer_list<std::string_view> words)
{
    const Keyword* at = &schema.top();
    for (const std::string_view word : words)
        at = at == nullptr ? nullptr : at->inside->find(word);
    return at;
}

TEST_CASE("words lead to the row with their path, and a name to whatever stands for it")
{
    const Schema schema(rows);
    CHECK(follow_words(schema, {"port", "p1", "mtu"}) == &schema.keyword_of(0));
    CHECK(follow_words(schema, {"port", "p2", "watch", "state"}) == &schema.keyword_of(2));
    CHECK(follow_words(schema, {"port", "p1", "domain", "d", "access"}) == &schema.keyword_of(4));
    CHECK(follow_words(schema, {"port", "p1", "colour"}) == nullptr);
    CHECK(follow_words(schema, {"map", "3", "queue"}) == &schema.keyword_of(6));
    CHECK(Schema::takes_numbers(*follow_words(schema, {"map", "3"})));
    CHECK_FALSE(Schema::takes_numbers(*follow_words(schema, {"port", "3"})));
    CHECK(schema.row_of(*follow_words(schema, {"port", "p1", "mtu"})) == 0U);
    CHECK_FALSE(schema.row_of(*follow_words(schema, {"port", "p1"})).has_value());
}

TEST_CASE("the values of a list are names in its block, and no row has them unless it continues the path")
{
    const Schema schema(rows);
    const Keyword* value = follow_words(schema, {"pause", "p", "priority", "3"});
    REQUIRE(value != nullptr);
    CHECK(schema.is_list_value(*value));
    CHECK_FALSE(schema.is_list_value(*follow_words(schema, {"port", "p1", "domain", "d"})));
}

TEST_CASE("a row that is not modelled says what everything below it counts as")
{
    const Schema schema(rows);
    CHECK(follow_words(schema, {"port", "p1"})->inside->others == CoverageState::unrecognised);
    CHECK(follow_words(schema, {"port", "p1", "lights"})->inside->others == CoverageState::irrelevant);
    CHECK(follow_words(schema, {"map", "3", "queue"})->inside->others == CoverageState::unsupported);
}

TEST_CASE("a keyword covers itself and what is in its block")
{
    const Schema schema(rows);
    const Keyword& port = *follow_words(schema, {"port"});
    CHECK(schema.covers(port, port));
    CHECK(schema.covers(port, schema.keyword_of(2)));
    CHECK(schema.covers(schema.top(), schema.keyword_of(6)));
    CHECK_FALSE(schema.covers(port, schema.keyword_of(6)));
    CHECK_FALSE(schema.covers(schema.keyword_of(2), schema.keyword_of(1)));
    CHECK(schema.around(schema.top()) == nullptr);
}

TEST_CASE("statements that are set come out as keys of YAML, and nothing that no row has is set")
{
    const Schema schema(rows);
    const Language language{.configuration = schema.top().inside};
    Draft draft(language, {});
    for (const std::vector<std::string_view>& words :
        std::vector<std::vector<std::string_view>>{{"port", "p1", "mtu", "1500"},
            {"pause", "gold", "priority", "3"},
            {"port", "p1", "watch"},
            {"pause", "gold", "priority", "5"},
            {"map", "3", "queue", "all: of it"},
            {"port", "p1", "mtu", "9000"}})
        CHECK_FALSE(draft.set(draft.root(), Draft::Words(words)));
    CHECK(draft.set(draft.root(), {"port", "p1", "colour", "red"}));
    CHECK(draft.set(draft.root(), {"port", "p1", "mtu"}));
    std::string text;
    print_yaml(contents_of(draft.top()), 2, "\n", text);
    CHECK(text
        == "  port:\n    p1:\n      mtu: 9000\n      watch: {}\n  pause:\n    gold:\n      priority:\n        '3': {}\n        '5': {}\n"
           "  map:\n    '3':\n      queue: 'all: of it'\n");
}

}
}
