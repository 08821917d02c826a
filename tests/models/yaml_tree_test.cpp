// SPDX-License-Identifier: Apache-2.0
// Trees of YAML, also of several documents and of templates.
#include "tests/models/tree_case.h"

namespace rocelint::tree_test {
namespace {

TEST_CASE("both YAML readers build the same tree")
{
    constexpr Row rows[] = {
        {"a: b\n", R"((object (a "b")))"},
        {"- set:\n    swp1: {mtu: 9216}\n- on\n", R"((array (object (set (swp1 (mtu "9216")))) ("on")))"},
        {"a: 'x y'\nb: \"z\"\n", R"((object (a "x y") (b "z")))"},
        {"a: &x b\nc: *x\n", R"((object (a "b") (c "b")))"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.input);
        const Source source(0, "x", row.input);
        CHECK(dump(parse_yaml(source, YamlAuthor::machine)) == row.tree);
        CHECK(dump(parse_yaml(source, YamlAuthor::person)) == row.tree);
    }
    const Source source(0, "x", "\xc3\xa9: 1\nmtu: 9216\n");
    const Tree tree = parse_yaml(source, YamlAuthor::machine);
    const Node& mtu = *tree.root->child("mtu");
    CHECK(mtu.line == 2);
    CHECK(source.text_at(tree.value_span(mtu)) == "9216");
}

TEST_CASE("aliases can neither explode nor loop")
{
    std::string bomb = "a0: &a0 [x]\n";
    for (int level = 1; level < 40; ++level)
        bomb += "a" + std::to_string(level) + ": &a" + std::to_string(level) + " [*a"
            + std::to_string(level - 1) + ", *a" + std::to_string(level - 1) + "]\n";
    const Source source(0, "x", bomb);
    CHECK_FALSE(parse_yaml(source, YamlAuthor::machine).complete());
    const Source loop(0, "x", "a: &a [*a]\n");
    CHECK_FALSE(parse_yaml(loop, YamlAuthor::machine).complete());
}

TEST_CASE("all documents of a YAML text are read, and a mistake ends only its own")
{
    const Source source(0, "x", "# a\n---\na: 1\n---\nb: \"open\n---\nc: [1\n---\nd: 2\n...\n---\n&x e: 3\n");
    const Tree tree = parse_yaml_documents(source);
    CHECK(tree.complete());
    CHECK(tree.problems.size() == 2);
    REQUIRE(tree.root != nullptr);
    std::string found;
    for (const Node& document : *tree.root) {
        for (const char* key : {"a", "d", "e"}) {
            const Node* member = document.kind == Node::Kind::object ? document.child(key) : nullptr;
            if (member != nullptr)
                found += std::string(member->key) + '=' + std::string(member->value) + " in line "
                    + std::to_string(member->line) + '\n';
        }
    }
    CHECK(found == "a=1 in line 3\nd=2 in line 9\ne=3 in line 12\n");
    std::uint32_t left_out = 0;
    for (const Node& node : *tree.root)
        left_out += node.kind == Node::Kind::lines ? node.value_length : 0;
    CHECK(left_out > 0);
}

TEST_CASE(
    "of many broken documents in a YAML text most are only counted, and beyond a limit the rest is not read")
{
    const auto text = [](int broken) {
        std::string documents;
        for (int number = 0; number < broken; ++number)
            documents += "---\na: [1\n";
        return documents + "---\nb: 2\n";
    };
    const auto last_key = [](const Tree& tree) {
        std::string_view key;
        for (const Node& document : *tree.root)
            key = document.first == nullptr ? std::string_view{} : document.first->key;
        return key;
    };
    const Source some(0, "x", text(60));
    const Tree tree = parse_yaml_documents(some);
    REQUIRE(tree.problems.size() == 51);
    CHECK(tree.problems.back().message == "this document and 9 more after it are not valid YAML");
    CHECK(last_key(tree) == "b");
    const Source many(0, "x", text(1001));
    const Tree cut = parse_yaml_documents(many);
    REQUIRE(cut.problems.size() == 52);
    CHECK(cut.problems.back().message
        == "1000 documents are not valid YAML, so the file is not read from here on");
    CHECK(cut.problems.back().at.offset == 1000 * std::string_view("---\na: [1\n").size());
    CHECK(last_key(cut).empty());
}

TEST_CASE("marks of a template stand for the values of a YAML text, or for nothing")
{
    const Source source(0,
        "x",
        "{{- if .Values.roce }}\na: {{ .Values.a }}\nb: \"{{ .Values.b }}\"\n{{- end }}\nc: {{ open\n---\nd: 1\n");
    const Tree tree = parse_yaml_documents(source);
    REQUIRE(tree.root != nullptr);
    REQUIRE(tree.root->first != nullptr);
    const Node& first = *tree.root->first;
    REQUIRE(first.child("a") != nullptr);
    CHECK(source.text_at(tree.value_span(*first.child("a"))) == "{{ .Values.a }}");
    REQUIRE(first.child("b") != nullptr);
    CHECK(source.text_at(tree.value_span(*first.child("b"))) == "{{ .Values.b }}");
    CHECK(first.child("b")->value == "_______________");
    CHECK(tree.problems.size() == 1);
}

TEST_CASE("lines of nothing but marks and comments of a template are left out of a YAML text")
{
    const Source source(0,
        "x",
        "{{- /*\nThe NICs of all nodes: {a\n*/ -}}\n"
        "  {{- with .Values.a }}{{ toYaml . }} {{- end }}\r\n"
        "a:\n  {{ .Values.key }}: {{ .Values.x }}-{{ .Values.y }}\n");
    const Tree tree = parse_yaml_documents(source);
    CHECK(tree.problems.empty());
    REQUIRE(tree.root != nullptr);
    REQUIRE(tree.root->first != nullptr);
    const Node* a = tree.root->first->child("a");
    REQUIRE(a != nullptr);
    CHECK(a->line == 5);
    REQUIRE(a->first != nullptr);
    CHECK(source.text_at(tree.value_span(*a->first)) == "{{ .Values.x }}-{{ .Values.y }}");
}

TEST_CASE("marks of a template on one long line are found in time that grows with the line")
{
    std::string text = "a: 1\nb: \"";
    for (int number = 0; number < 200'000; ++number)
        text += number % 2 == 0 ? "{{ x }}" : "{{ ";
    text += "\"\n";
    const Source source(0, "x", text);
    const Tree tree = parse_yaml_documents(source);
    CHECK(tree.problems.empty());
}

}
}
