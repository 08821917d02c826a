// SPDX-License-Identifier: Apache-2.0
#include "models/syntax/json/json_edit.h"
#include "models/syntax/json/json_tree.h"

#include <doctest/doctest.h>

#include <functional>
#include <string>

namespace rocelint {
namespace {

std::string edited(std::string_view text, const std::function<void(JsonEditor&, const Node&)>& change)
{
    const Source source(0, "config_db.json", text);
    const Tree tree = parse_json(source);
    REQUIRE(tree.root != nullptr);
    JsonEditor editor(tree);
    change(editor, *tree.root);
    const auto after = apply_edits(source, editor.finish());
    REQUIRE(after.has_value());
    const Source again(0, "config_db.json", *after);
    CHECK_MESSAGE(parse_json(again).problems.empty(), *after);
    return *after;
}

constexpr std::string_view nested = "{\n  \"A\": {\n    \"x\": \"1\",\n    \"y\": 2\n  },\n  \"B\": {}\n}\n";

}

TEST_SUITE("JSON edits")
{
    TEST_CASE("a value is replaced in its own notation")
    {
        CHECK(edited(nested, [](JsonEditor& editor, const Node& root) {
            editor.replace(*root.child("A")->child("x"), json_text_value("9"));
            editor.replace(*root.child("A")->child("y"), json_text_value("8"));
        }) == "{\n  \"A\": {\n    \"x\": \"9\",\n    \"y\": 8\n  },\n  \"B\": {}\n}\n");
    }

    TEST_CASE("a member is added after the last, indented like its neighbours")
    {
        CHECK(edited(nested, [](JsonEditor& editor, const Node& root) {
            editor.add(*root.child("A"), "z", json_text_value("3"));
        }) == "{\n  \"A\": {\n    \"x\": \"1\",\n    \"y\": 2,\n    \"z\": \"3\"\n  },\n  \"B\": {}\n}\n");
    }

    TEST_CASE("an empty object opens up, and an object is written over several lines")
    {
        CHECK(edited(nested,
                  [](JsonEditor& editor, const Node& root) {
                      editor.add(*root.child("B"), "r", json_object_value({{"k", json_text_value("v")}}));
                  })
            == "{\n  \"A\": {\n    \"x\": \"1\",\n    \"y\": 2\n  },\n  \"B\": {\n    \"r\": {\n      \"k\": \"v\"\n    "
               "}\n  }\n}\n");
    }

    TEST_CASE("a document on one line stays on one line")
    {
        CHECK(edited(R"({"A":{"x":"1"},"B":{}})", [](JsonEditor& editor, const Node& root) {
            editor.add(*root.child("A"), "y", json_text_value("2"));
            editor.add(*root.child("B"), "z", json_text_value("3"));
        }) == R"({"A":{"x":"1","y":"2"},"B":{"z":"3"}})");
        CHECK(edited(R"({"A": {"x": "1"}})", [](JsonEditor& editor, const Node& root) {
            editor.add(*root.child("A"), "y", json_text_value("2"));
        }) == R"({"A": {"x": "1", "y": "2"}})");
    }

    TEST_CASE("the first, a middle, the last member and all members can be removed")
    {
        constexpr std::string_view three = "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n";
        const auto without = [&](std::string_view keys) {
            return edited(three, [&](JsonEditor& editor, const Node& root) {
                for (const Node& member : root) {
                    if (keys.find(member.key) != std::string_view::npos)
                        editor.remove(root, member);
                }
            });
        };
        CHECK(without("a") == "{\n  \"b\": 2,\n  \"c\": 3\n}\n");
        CHECK(without("b") == "{\n  \"a\": 1,\n  \"c\": 3\n}\n");
        CHECK(without("c") == "{\n  \"a\": 1,\n  \"b\": 2\n}\n");
        CHECK(without("ab") == "{\n  \"c\": 3\n}\n");
        CHECK(without("bc") == "{\n  \"a\": 1\n}\n");
        CHECK(without("ac") == "{\n  \"b\": 2\n}\n");
        CHECK(without("abc") == "{\n  \n}\n");
    }

    TEST_CASE("a member can be removed while another is added")
    {
        CHECK(edited(nested, [](JsonEditor& editor, const Node& root) {
            editor.remove(*root.child("A"), *root.child("A")->child("y"));
            editor.add(*root.child("A"), "z", json_text_value("3"));
        }) == "{\n  \"A\": {\n    \"x\": \"1\",\n    \"z\": \"3\"\n  },\n  \"B\": {}\n}\n");
    }

    TEST_CASE("carriage returns, tabs and quotes are kept or escaped")
    {
        CHECK(edited("{\r\n\t\"a\": \"x\"\r\n}\r\n", [](JsonEditor& editor, const Node& root) {
            editor.add(root, "b\"", json_text_value("y\\"));
        }) == "{\r\n\t\"a\": \"x\",\r\n\t\"b\\\"\": \"y\\\\\"\r\n}\r\n");
    }
}

}
