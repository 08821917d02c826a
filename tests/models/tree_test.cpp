// SPDX-License-Identifier: Apache-2.0
#include "tests/models/tree_case.h"

namespace rocelint::tree_test {
namespace {

TEST_CASE(
    "a line that starts with a NUL byte is a line, and not a comment on a platform with one comment sign")
{
    const std::string text("a\n\0mtu 1500\n# b\n", 16);
    const Source source(0, "x", text);
    const Tree one = parse_indented(source, {});
    REQUIRE(one.root->first->next != nullptr);
    CHECK(one.root->first->next->key == std::string_view("\0mtu 1500", 9));
    const Tree two = parse_indented(source, {.also_comment = '#'});
    REQUIRE(two.root->first->next != nullptr);
    CHECK(two.root->first->next->key == std::string_view("\0mtu 1500", 9));
    CHECK(two.root->first->next->next == nullptr);
}

TEST_CASE("indented text becomes a tree of blocks")
{
    constexpr Row rows[] = {
        {"", "()"},
        {"a\n", "((a))"},
        {"interface Ethernet1\n   mtu 9214\n   no shutdown\n!\nend\n",
            "((interface Ethernet1 (mtu 9214) (no shutdown)) (end))"},
        {"a\r\n  b\r\nc", "((a (b)) (c))"},
        {"a\n  b\n    c\n  d\n", "((a (b (c)) (d)))"},
        {"! comment\n\n   \na\n", "((a))"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.input);
        const Source source(0, "x", row.input);
        const Tree tree = parse_indented(source, {});
        CHECK(dump(tree) == row.tree);
        CHECK(tree.problems.empty());
    }
}

TEST_CASE("in flat text lines do not nest")
{
    const Source source(0, "x", "no a\n   b\n      c\n! d\n");
    CHECK(dump(parse_indented(source, {.flat = true})) == "((no a) (b) (c))");
}

TEST_CASE("JSON becomes a tree of members with their spans")
{
    constexpr Row rows[] = {
        {"{}", "(object)"},
        {R"({"a": "b"})", R"((object (a "b")))"},
        {R"({"a": {"b": 1, "c": [true, null, -1.5e3]}, "d": []})",
            R"((object (a (b 1) (c array (true) (null) (-1.5e3))) (d array)))"},
        {R"([{"k": "v"}])", R"((array (object (k "v"))))"},
        {R"({"a\"b": "c\u00e9\n"})", "(object (a\"b \"c\xc3\xa9\\n\"))"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.input);
        const Source source(0, "x", row.input);
        const Tree tree = parse_json(source);
        CHECK(dump(tree) == row.tree);
        CHECK(first_problem(tree) == "");
        CHECK(tree.complete());
    }
    const Source source(0, "x", "{\n  \"PORT\": {\"mtu\": \"9100\"}\n}");
    const Tree tree = parse_json(source);
    const Node& mtu = *tree.root->child("PORT")->child("mtu");
    CHECK(mtu.line == 2);
    CHECK(source.text_at(tree.span(mtu)) == "\"mtu\": \"9100\"");
    CHECK(source.text_at(tree.value_span(mtu)) == "9100");
}

TEST_CASE("everything before a JSON syntax error is read and the rest is unread")
{
    constexpr Row rows[] = {
        {R"({"a": "b", "c": })", R"((object (a "b")))"},
        {R"({"a": "b", "c: 1})", R"((object (a "b")))"},
        {R"({"a": "b"} trailing)", R"((object (a "b")))"},
        {R"({"a": {"b": "c")", R"((object (a (b "c"))))"},
        {R"({"a": "b", {% if x %} "c": "d"})", R"((object (a "b")))"},
        {R"({"a": "b", "c": 'd'})", R"((object (a "b")))"},
        {R"({"a": 01})", "(object)"},
        {"\"text\"", "()"},
        {"{\"a\": \"b\x01\"}", "(object)"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.input);
        const Source source(0, "x", row.input);
        const Tree tree = parse_json(source);
        CHECK(dump(tree) == row.tree);
        REQUIRE(tree.problems.size() == 1);
        CHECK_FALSE(tree.complete());
        CAPTURE(first_problem(tree));
        CHECK(tree.problems[0].at.offset <= row.input.size());
    }
}

TEST_CASE("a duplicate JSON key is reported and the later value kept")
{
    const Source source(0, "x", R"({"a": "1", "b": "2", "a": "3"})");
    const Tree tree = parse_json(source);
    CHECK(dump(tree) == R"((object (b "2") (a "3")))");
    CHECK(first_problem(tree) == "1: key \"a\" appears twice in one object; the later one (line 1) is used");
}

TEST_CASE("a hundred thousand brackets end in a problem, not in a crash")
{
    const Source arrays(0, "x", std::string(100000, '['));
    CHECK_FALSE(parse_json(arrays).complete());
    std::string objects;
    for (int depth = 0; depth < 100000; ++depth)
        objects += R"({"a":)";
    const Source nested(0, "x", objects);
    CHECK_FALSE(parse_json(nested).complete());
    CHECK_FALSE(parse_yaml(arrays, YamlAuthor::machine).complete());
    CHECK_FALSE(parse_yaml(arrays, YamlAuthor::person).complete());
}

TEST_CASE("every prefix of a JSON document is read without a crash")
{
    const std::string whole
        = R"({"PORT": {"Ethernet0": {"mtu": "9100", "lanes": "1,2\u0041"}}, "x": [1, {"y": null}]})";
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const Source source(0, "x", std::string_view(whole).substr(0, size));
        CHECK_FALSE(parse_json(source).problems.empty());
    }
}

TEST_CASE("a byte that is not UTF-8 costs one warning and no other line")
{
    const Source source(0, "x", "{\"a\": \"\xff\", \"b\": \"c\"}");
    const Tree tree = parse_json(source);
    CHECK(dump(tree) == R"((object (a "?") (b "c")))");
    CHECK(first_problem(tree) == "7: this byte is not UTF-8; it is read as '?'");
}

TEST_CASE("unclosed constructs and text after the first document are reported")
{
    const Source open_quote(0, "x", "a: \"b\n");
    CHECK_FALSE(parse_yaml(open_quote, YamlAuthor::person).complete());
    const Source two(0, "x", "a: 1\n---\na: 2\n");
    const Tree tree = parse_yaml(two, YamlAuthor::person);
    CHECK(dump(tree) == R"((object (a "1")))");
    CHECK(first_problem(tree) == "5: a second document begins here; it is not read");
    const Source nothing(0, "x", "a: ~\nb:\nc: ''\n");
    CHECK(dump(parse_yaml(nothing, YamlAuthor::person)) == R"((object (a ) (b ) (c "")))");
    CHECK(dump(parse_yaml(nothing, YamlAuthor::machine)) == R"((object (a "~") (b "") (c "")))");
}

TEST_CASE("coverage adds up and an unmarked node is unrecognised")
{
    const Source source(0, "x", "! comment\nhostname a\n\ninterface Ethernet1\n   mtu 9214\n   secret\n");
    const Tree tree = parse_indented(source, {});
    const Node& host = *tree.root->first;
    host.mark(CoverageState::read);
    host.next->mark_subtree(CoverageState::irrelevant);
    Coverage coverage = measure_coverage(tree);
    CHECK(coverage.total == 6);
    CHECK(coverage.count(CoverageState::read) == 1);
    CHECK(coverage.count(CoverageState::irrelevant) == 5);
    const Tree unmarked = parse_indented(source, {});
    coverage = measure_coverage(unmarked);
    CHECK(coverage.count(CoverageState::unrecognised) == 4);
    CHECK(coverage.details[0].text == "hostname a");
}

TEST_CASE("lines left out of a tree do not vanish from its coverage")
{
    const Source twice(0, "x", "{\n\"A\": {\n\"x\": \"1\"\n},\n\"A\": {\n\"x\": \"2\"\n}\n}\n");
    const Tree json = parse_json(twice);
    json.root->mark_subtree(CoverageState::read);
    CHECK(measure_coverage(json).count(CoverageState::read) == 2);
    CHECK(measure_coverage(json).count(CoverageState::unrecognised) == 2);
    std::string steps;
    for (std::size_t depth = 0; depth < max_depth + 10; ++depth)
        steps += std::string(depth, ' ') + "a\n";
    const Source deep(0, "x", steps);
    const Tree indented = parse_indented(deep, {});
    indented.root->mark_subtree(CoverageState::read);
    CHECK(measure_coverage(indented).count(CoverageState::read) == max_depth);
    CHECK(measure_coverage(indented).count(CoverageState::unrecognised) == 10);
}

TEST_CASE("statements in braces become a tree of blocks")
{
    constexpr Row rows[] = {
        {"", "()"},
        {"a;", "((a))"},
        {"a b { c; d { } }\ne;", "((a b (c) (d)) (e))"},
        {"a { b; } a { c; }", "((a (b)) (a (c)))"},
        {"# x {\na /* ; */ 1; /* } */ b et-0/0/*; ## y\n", "((a /* ; */ 1) (b et-0/0/*))"},
        {"a \"x; } \\\" y\";", "((a \"x; } \\\" y\"))"},
        {"a [ b c ];\r\n", "((a [ b c ]))"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.input);
        const Source source(0, "x", row.input);
        const Tree tree = parse_braces(source, {});
        CHECK(dump(tree) == row.tree);
        CHECK(tree.problems.empty());
    }
    const Source source(0, "x", "a { b; }");
    const Tree tree = parse_braces(source, {});
    CHECK(source.text_at(tree.value_span(*tree.root->first)) == "{ b; }");
    CHECK(first_problem(parse_braces(Source(0, "x", "a; }"), {})) == "3: this brace closes nothing");
    CHECK(first_problem(parse_braces(Source(0, "x", "a { b"), {}))
        == "4: this statement does not end in a semicolon");
}

TEST_CASE("XML becomes a tree of elements with their spans")
{
    constexpr Row rows[] = {
        {"<a/>", "((a \"\"))"},
        {"<?xml version=\"1.0\"?><a><b>1</b><b>2</b></a>", "((a array (b \"1\") (b \"2\")))"},
        {"<a x=\"1\" xmlns=\"u\"> t &lt; </a>", "((a array (@x \"1\")))"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.input);
        const Source source(0, "x", row.input);
        const Tree tree = parse_xml(source);
        CHECK(tree.problems.empty());
        CHECK(tree.root->first != nullptr);
    }
    const Source source(0, "x", "say:\n<a>\n <b> v&amp;w </b></a>");
    const Tree tree = parse_xml(source, 5);
    const Node& inner = *tree.root->first->first;
    CHECK(inner.value == "v&w");
    CHECK(source.text_at(tree.value_span(inner)) == "v&amp;w");
    CHECK(inner.line == 3);
    CHECK(first_problem(parse_xml(Source(0, "x", "<a><b></a>"))).find("not well-formed XML")
        != std::string::npos);
}

TEST_CASE("text in another encoding is converted, and that is reported")
{
    const Source utf16(0, "x", std::string_view("\xff\xfe{\0}\0", 6));
    CHECK(utf16.text() == "{}");
    CHECK(utf16.conversion() == "UTF-16LE converted to UTF-8");
    std::string appended = "PS C:\\> hostname\n";
    std::string expected = appended;
    for (const char c : std::string_view("Willing PolicySet\r\n")) {
        appended.append(1, c).append(1, '\0');
        expected += c;
    }
    CHECK(Source(0, "x", appended).text() == expected);
    CHECK(Source(0, "x", appended.substr(16)).text() == expected.substr(16));
    CHECK_FALSE(Source(0, "x", appended).conversion().empty());
    CHECK(Source(0, "x", std::string_view("a\0b\0\1\0", 6)).conversion().empty());
    const Source marked(0, "x", "\xef\xbb\xbf{}");
    CHECK(marked.text() == "{}");
    CHECK(marked.size() == 2);
}

}
}
