// SPDX-License-Identifier: Apache-2.0
// Both libraries give the same tree, the same positions and the same error messages, so that no reader can notice which of them
// parsed a file.
#include "models/syntax/yaml/yaml_readers.h"
#include "tests/models/yaml_documents.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

namespace rocelint {
namespace {

using Read = void (*)(YamlNodes&);
constexpr Read readers[] = {read_with_yaml_cpp, read_with_libyaml};

Tree tree_of(Read read, const Source& source, YamlAuthor author = YamlAuthor::person)
{
    YamlNodes nodes(source, author);
    read(nodes);
    return nodes.finish();
}

void append_places(const Node& node, int depth, std::string& out)
{
    out += fmt::format("{:{}}{} line {} key {}+{} value {}+{} `{}` = `{}`\n",
        "",
        depth,
        static_cast<int>(node.kind),
        node.line,
        node.offset,
        node.length,
        node.value_offset,
        node.value_length,
        node.key,
        node.value);
    for (const Node& child : node)
        append_places(child, depth + 1, out);
}

// Every node with its position.
std::string places(const Tree& tree)
{
    std::string out;
    if (tree.root != nullptr)
        append_places(*tree.root, 0, out);
    return out;
}

std::string problems(const Tree& tree)
{
    const LineTable lines(tree.source->text());
    std::string out;
    for (const SyntaxProblem& problem : tree.problems) {
        const Position at = lines.position(problem.at.offset);
        out += fmt::format("{}:{}: {}\n", at.line, at.column, problem.message);
    }
    return out;
}

struct Mistake {
    std::string_view text;
    std::string_view message; ///< "line:column: words"
};

constexpr Mistake mistakes[] = {
    {"a:\n\tb: 1", "2:1: a tab is used as indentation here; YAML takes only spaces"},
    {"a:\n \t- 1", "2:2: a tab is used as indentation here; YAML takes only spaces"},
    {"- 1\n-\t2", "2:2: a tab is used as indentation here; YAML takes only spaces"},
    {"a: \"open\nb: 1", "1:4: the quote \" opens here and is not closed"},
    {"a: 'open", "1:4: the quote ' opens here and is not closed"},
    {"a: \"C:\\dir\"",
        "1:7: '\\d' is not an escape of YAML; write '\\\\d', or put the text in single quotes"},
    {"a: \"\\xZZ\"", "1:5: the escape '\\x' takes 2 hexadecimal digits of a character"},
    {"a: @home", "1:4: a text cannot begin with '@'; put it in quotes"},
    {"a: `x`", "1:4: a text cannot begin with '`'; put it in quotes"},
    {"a: %x", "1:4: a text cannot begin with '%'; put it in quotes"},
    {"a: - b",
        "1:4: a list entry ('- ') cannot begin here; put it in a line of its own, or put the text in quotes"},
    {"a: b: c", "1:5: a second ': ' in one line; put the text that it is part of in quotes"},
    {"version:1\nclasses: []",
        "2:8: a key cannot end here, because the text of line 1 continues in this line: a space is missing after its ':'"},
    {"a: 1\n  b: 2",
        "2:4: a key cannot end here, because the text of line 1 continues in this line; indent this line like the key that it follows"},
    {"a:\n  - x\n b: 1",
        "3:2: a key with ':' after it is expected here in column 1, as in line 1; this line begins in column 2"},
    {"classes:\n    - name: a\n   priority: 3",
        "3:4: a key with ':' after it is expected here in column 1, as in line 1; this line begins in column 4"},
    {"classes:\n  - name: a\n    priority: 3\n   trust: dscp",
        "4:4: a list entry ('- ') is expected here in column 3, as in line 2; this line begins in column 4"},
    {"a: 1\nbcd\ne: 2", "2:1: a key with ':' after it is expected here, as in line 1"},
    {"- a\nb: 1", "2:1: a list entry ('- ') is expected here, as in line 1"},
    {"a: 1\n- b", "2:1: a key with ':' after it is expected here, as in line 1"},
    {"a: [1, 2", "1:4: the list opens here with '[' and is not closed with ']'"},
    {"a: {b: 1\nc: 2", "2:2: ',' or '}' is expected here, in the mapping that line 1 opens"},
    {"a: [1 2]\nb: }", "2:4: '}' closes nothing here; put the text in quotes if it is part of it"},
    {"a: ]", "1:4: ']' closes nothing here; put the text in quotes if it is part of it"},
    {"a: [1, 2}", "1:9: ',' or ']' is expected here, in the list that line 1 opens"},
    {"a: {b: 1]", "1:9: ',' or '}' is expected here, in the mapping that line 1 opens"},
    {"a: [1, , 2]", "1:8: a value is expected before this ','"},
    {"a: [, 1]", "1:5: a value is expected before this ','"},
    {"a: {, b: 1}", "1:5: a value is expected before this ','"},
    {"a: {b: 1,, c: 2}", "1:10: a value is expected before this ','"},
    {"devices: [", "1:10: the list opens here with '[' and is not closed with ']'"},
    {"{", "1:1: the mapping opens here with '{' and is not closed with '}'"},
    {"a: *x", "1:4: no anchor of this alias is before it; put the text in quotes if '*' is part of it"},
    {"a: *",
        "1:5: a name is expected after '*' or '&'; put the text in quotes if that character is part of it"},
    {"a: &",
        "1:5: a name is expected after '*' or '&'; put the text in quotes if that character is part of it"},
    {"a: &x {b: 1}\nc: *x",
        "2:4: this alias is of a mapping or list, which is not read in this file; write out its content"},
    {"a: &x [*x]", "1:8: this alias is inside its own anchor"},
    {"a: |x\n  b",
        "1:5: after '|' or '>', only '+', '-' and one digit may follow in the same line; the text begins in the next"},
    {"a: | b",
        "1:6: after '|' or '>', only '+', '-' and one digit may follow in the same line; the text begins in the next"},
    {"%YAML 2.0\n---\na: 1",
        "1:1: a line that begins with '%' is a YAML directive, and only '%YAML 1.1' or '%YAML 1.2' is read; put the text in quotes if '%' is part of it"},
    {"%FOO\n---\na: 1",
        "1:1: a line that begins with '%' is a YAML directive, and only '%YAML 1.1' or '%YAML 1.2' is read; put the text in quotes if '%' is part of it"},
    {"%x: 1",
        "1:1: a line that begins with '%' is a YAML directive, and only '%YAML 1.1' or '%YAML 1.2' is read; put the text in quotes if '%' is part of it"},
    {"{a: 1}: 2",
        "1:1: a key must be a single word or text, not a mapping or list; put the text in quotes if '{' or '[' is part of it"},
    {"[a]: 2",
        "1:1: a key must be a single word or text, not a mapping or list; put the text in quotes if '{' or '[' is part of it"},
    {"? [a]\n: 2",
        "1:3: a key must be a single word or text, not a mapping or list; put the text in quotes if '{' or '[' is part of it"},
    {": 1", "1:1: a key is expected before this ':'"},
    {"a: \"b\" c",
        "1:8: nothing may follow the closing quote here; a \" inside of double quotes is written \\\""},
    {"a: 'it's'",
        "1:8: nothing may follow the closing quote here; a ' inside of single quotes is written ''"},
    {"a: 1\na: 2", "1:1: key \"a\" appears twice in one mapping, here and in line 2"},
    {"a: !<x b",
        "1:7: a '!' begins a YAML tag, and this is not one; put the text in quotes if '!' is part of it"},
    {"- a\n- - b\n - c",
        "3:2: a list entry ('- ') is expected here in column 1, as in line 1; this line begins in column 2"},
    {"foo\nbar: 1",
        "2:4: a key cannot end here, because the text of line 1 continues in this line; indent this line like the key that it follows"},
    {"foo: bar\nbaz", "2:1: a key with ':' after it is expected here, as in line 1"},
    {"a: 1\n---\na: 2", "2:1: a second document begins here; it is not read"},
    {"a: 1\n...\na: 2", "3:1: a second document begins here; it is not read"},
    {"a: b #c\n d: e",
        "2:2: a key with ':' after it is expected here in column 1, as in line 1; this line begins in column 2"},
    {"a:\n  b: 1\n \tc: 2", "3:2: a tab is used as indentation here; YAML takes only spaces"},
    {"a: x\nb: [1\nc: 2\nd: 3", "3:2: ',' or ']' is expected here, in the list that line 2 opens"},
    {"a: {b: 1}}", "1:10: '}' closes nothing here; put the text in quotes if it is part of it"},
    {"a:\n- b\n c: d",
        "3:3: a key cannot end here, because the text of line 2 continues in this line; indent this line like the key that it follows"},
    {"a: >\n x\n  y\nb", "4:1: a key with ':' after it is expected here, as in line 1"},
    {"rules:\n  SITE001: {severity: error, parameters: {a: 1}\nwaivers: []",
        "3:1: ',' or '}' is expected here, in the mapping that line 2 opens"},
    {"a: 1\n%b: 2",
        "2:1: a line that begins with '%' is a YAML directive, and only '%YAML 1.1' or '%YAML 1.2' is read; put the text in quotes if '%' is part of it"},
    {"[a", "1:1: the list opens here with '[' and is not closed with ']'"},
    {"a: [b]c",
        "1:7: nothing more is expected in this line; put the whole value in quotes if this is part of it"},
    {"%YAML 1.3\n---\na: 1",
        "1:1: a line that begins with '%' is a YAML directive, and only '%YAML 1.1' or '%YAML 1.2' is read; put the text in quotes if '%' is part of it"},
    {"a: \"x\" \"y\"",
        "1:8: nothing may follow the closing quote here; a \" inside of double quotes is written \\\""},
    {"a: *b\nb: &b 1",
        "1:4: no anchor of this alias is before it; put the text in quotes if '*' is part of it"},
    {"key: : x", "1:6: a second ': ' in one line; put the text that it is part of in quotes"},
    {"- [a]\n- [b\n- c\n", "2:3: the list opens here with '[' and is not closed with ']'"},
};

TEST_CASE("both libraries report the same mistake, at the same place")
{
    for (const Mistake& mistake : mistakes) {
        const Source source(0, "x", mistake.text);
        for (const Read read : readers) {
            CAPTURE(mistake.text);
            CAPTURE(read == read_with_libyaml);
            const Tree tree = tree_of(read, source);
            CHECK(problems(tree) == std::string(mistake.message) + "\n");
        }
    }
}

TEST_CASE("both libraries give random documents the same tree, at the same places")
{
    constexpr std::uint32_t documents = 2000;
    std::uint32_t whole = 0;
    for (std::uint32_t number = 0; number < documents; ++number) {
        const std::string text = RandomYaml(number).document();
        CAPTURE(number);
        CAPTURE(text);
        const Source source(0, "x", text);
        const Tree one = tree_of(read_with_yaml_cpp, source);
        const Tree other = tree_of(read_with_libyaml, source);
        REQUIRE(problems(one) == problems(other));
        REQUIRE(places(one) == places(other));
        whole += one.complete() ? 1 : 0;
    }
    // The documents are meant to be valid, apart from aliases of lists and mappings.
    CHECK(whole > documents * 8 / 10);
}

TEST_CASE("damaged documents are read, or refused with a place and a message")
{
    constexpr std::uint32_t documents = 3000;
    std::uint32_t refused = 0;
    std::uint32_t parted = 0;
    std::uint32_t differing = 0;
    for (std::uint32_t number = 0; number < documents; ++number) {
        RandomYaml random(number);
        const std::string text = random.damaged(random.document());
        CAPTURE(number);
        CAPTURE(text);
        const Source source(0, "x", text);
        const Tree one = tree_of(read_with_yaml_cpp, source);
        const Tree other = tree_of(read_with_libyaml, source);
        for (const Tree* tree : {&one, &other}) {
            if (!tree->complete())
                REQUIRE_FALSE(tree->problems.empty());
            for (const SyntaxProblem& problem : tree->problems) {
                REQUIRE(problem.at.offset <= source.size());
                REQUIRE(problem.message != "this is not YAML");
            }
        }
        refused += one.complete() ? 0 : 1;
        parted += one.complete() != other.complete() ? 1 : 0;
        differing += one.complete() && other.complete() && places(one) != places(other) ? 1 : 0;
    }
    CHECK(refused > documents / 4);
    // Texts that only one of the libraries accepts, such as a '%' line that is not a directive.
    CHECK(parted < documents / 50);
    // A lone carriage return, or an anchor with ':' in its name.
    CHECK(differing < documents / 100);
}

}
}
