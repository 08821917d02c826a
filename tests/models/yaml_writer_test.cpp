// SPDX-License-Identifier: Apache-2.0
#include "models/syntax/yaml/yaml_tree.h"
#include "models/syntax/yaml/yaml_writer.h"

#include <doctest/doctest.h>

#include <string>

namespace rocelint {
namespace {

using Layout = YamlWriter::Layout;

TEST_CASE("a written document has rows, lists and comments where they belong")
{
    YamlWriter writer;
    writer.comment("What the devices agree on.\nCorrect it.");
    writer.begin_map(Layout::lines);
    writer.key("version").number(1);
    writer.key("classes").begin_list(Layout::lines);
    for (const char* name : {"rdma", "bulk"}) {
        writer.comment("evidence");
        writer.begin_map(Layout::row);
        writer.key("name").text(name);
        writer.key("share").decimal(0.5);
        writer.key("dscp").begin_list(Layout::row);
        writer.number(26);
        writer.number(24);
        writer.end_list();
        writer.end_map();
    }
    writer.end_list();
    writer.comment("Nothing else.");
    writer.key("scope").begin_map(Layout::row);
    writer.end_map();
    writer.end_map();
    CHECK(writer.take()
        == "# What the devices agree on.\n# Correct it.\nversion: 1\nclasses:\n"
           "  # evidence\n  - {name: \"rdma\", share: 0.5, dscp: [26, 24]}\n"
           "  # evidence\n  - {name: \"bulk\", share: 0.5, dscp: [26, 24]}\n"
           "# Nothing else.\nscope: {}\n");
}

TEST_CASE("everything that is written is read back unchanged")
{
    for (const std::string_view text : {"",
             "~",
             "null",
             "a: b",
             "a #b",
             "- a",
             "[a",
             "*leaf*",
             "&x",
             "!x",
             "'",
             "\"",
             "\\",
             "\\d+",
             "a\nb",
             "\t",
             " a ",
             "caf\xc3\xa9",
             "\xe2\x82\xac",
             "# a",
             "%x",
             "@x",
             "`x`",
             "a:",
             ":",
             "?",
             "-",
             "=",
             "<<",
             "\x01",
             "\x7f \xc3\xa9",
             "0600",
             "yes"}) {
        CAPTURE(text);
        YamlWriter writer;
        writer.begin_list(Layout::lines);
        writer.word(text);
        writer.text(text);
        writer.quoted(text);
        writer.begin_map(Layout::row);
        writer.key(text).word(text);
        writer.end_map();
        writer.begin_map(Layout::row);
        writer.text_key(text).text(text);
        writer.end_map();
        writer.begin_map(Layout::lines);
        writer.quoted_key(text).quoted(text);
        writer.end_map();
        writer.end_list();
        const Source source(0, "x", writer.take());
        CAPTURE(std::string(source.text()));
        const Tree tree = parse_yaml(source, YamlAuthor::person);
        REQUIRE(tree.problems.empty());
        REQUIRE(tree.root->child_count == 6);
        for (const Node& each : *tree.root) {
            const Node& value = each.is_container() ? *each.first : each;
            CHECK(value.kind == Node::Kind::string);
            CHECK(value.value == text);
            if (each.is_container())
                CHECK(value.key == text);
        }
    }
}

}
}
