// SPDX-License-Identifier: Apache-2.0
// The page, schema and reader of each file that people write agree.
#include "models/syntax/yaml/yaml_tree.h"
#include "tests/reference/document.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>

namespace rocelint::testing {
namespace {

std::string path_of(std::string_view below) { return fmt::format("{}/{}", ROCELINT_SOURCE_DIR, below); }

std::string read_text(const std::string& path)
{
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

void check_written(const std::string& path, const std::string& text)
{
    if (std::getenv("ROCELINT_UPDATE_GOLDEN") != nullptr)
        std::ofstream(path) << text;
    CAPTURE(path);
    const bool same = read_text(path) == text;
    CHECK_MESSAGE(same, "ROCELINT_UPDATE_GOLDEN=1 writes it anew");
}

std::string complete(const Document& document)
{
    return read_text(path_of(fmt::format("tests/reference/{}", document.file)));
}

// Calls `visit` for each key of the file, with the entry in its table.
void each_key(const Node& node,
    const KeyTable& table,
    const std::function<void(const Node&, const DocumentKey&, const KeyTable&)>& visit)
{
    for (const Node& child : node) {
        const DocumentKey* key = find_key(table, child.key);
        if (key == nullptr)
            continue;
        visit(child, *key, table);
        if (key->of == nullptr)
            continue;
        if (child.kind == Node::Kind::array) {
            for (const Node& element : child)
                each_key(element, *key->of, visit);
        } else {
            each_key(child, *key->of, visit);
        }
    }
}

std::vector<std::string> lines_of(std::string_view text)
{
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

// The text with another value for a key; everything below the key is dropped.
std::string with_value(
    std::string_view text, std::uint32_t line, std::uint32_t column, std::string_view value)
{
    const std::vector<std::string> lines = lines_of(text);
    std::string out;
    for (std::size_t index = 0; index < lines.size(); ++index) {
        if (index + 1 != line) {
            out += lines[index] + '\n';
            continue;
        }
        out += lines[index].substr(0, lines[index].find(':', column - 1) + 1) + ' ' + std::string(value)
            + '\n';
        while (index + 1 < lines.size() && lines[index + 1].find_first_not_of(' ') > column - 1)
            ++index;
    }
    return out;
}

std::string with_name(std::string_view text, const Node& node)
{
    std::string out(text);
    return out.insert(node.offset + node.key.size(), "q");
}

TEST_CASE("the page and the schema of each file are those that its table gives")
{
    for (const Document& document : documents()) {
        check_written(path_of(fmt::format("docs/reference/{}.md", document.page)),
            reference_page(document, complete(document)));
        check_written(
            path_of(fmt::format("docs/schema/{}.schema.json", document.schema)), json_schema(document));
    }
}

TEST_CASE("the complete file of each page is read, and has every key of every table")
{
    for (const Document& document : documents()) {
        const std::string text = complete(document);
        CAPTURE(document.file);
        CHECK(document.error_of(text) == "");
        const Source source(0, std::string(document.file), text);
        const Tree tree = parse_yaml(source, YamlAuthor::person);
        std::set<std::pair<const KeyTable*, std::string_view>> seen;
        each_key(
            *tree.root, *document.top, [&](const Node& node, const DocumentKey& key, const KeyTable& table) {
                seen.emplace(&table, key.name == node.key ? key.name : std::string_view("*"));
            });
        for (const KeyTable* table : tables_of(document)) {
            CAPTURE(table->path);
            for (const DocumentKey& key : table->keys)
                CHECK_MESSAGE(seen.contains({table, key.name}), key.name);
            if (table->any != nullptr)
                CHECK(seen.contains({table, "*"}));
        }
    }
}

TEST_CASE("a reader accepts no key that its table lacks, and reads each key in it")
{
    for (const Document& document : documents()) {
        const std::string text = complete(document);
        const Source source(0, std::string(document.file), text);
        const Tree tree = parse_yaml(source, YamlAuthor::person);
        const LineTable lines(text);
        std::size_t tried = 0;
        each_key(
            *tree.root, *document.top, [&](const Node& node, const DocumentKey& key, const KeyTable& table) {
                const Position at = lines.position(node.offset);
                CAPTURE(document.file);
                CAPTURE(at.line);
                CAPTURE(node.key);
                const bool is_own = key.name != node.key; // a name that the writer chooses
                const bool is_open = table.path == std::string_view("variables of a device or group");
                if (!is_own && !is_open) {
                    const std::string message = document.error_of(with_name(text, node));
                    CHECK_MESSAGE(message.find(fmt::format(":{}:", at.line)) != std::string::npos, message);
                }
                const bool takes_mapping = (key.kinds & a_mapping) != 0;
                const bool takes_list = (key.kinds & a_list) != 0;
                const std::string_view wrong = !takes_mapping ? "{wrong: [x]}"
                    : takes_list                              ? "{wrong: x}"
                                                              : "[[x]]";
                const std::string message = document.error_of(with_value(text, at.line, at.column, wrong));
                CHECK_MESSAGE(!message.empty(), "a wrong type is taken");
                ++tried;
            });
        CHECK(tried > 8);
    }
}

}
}
