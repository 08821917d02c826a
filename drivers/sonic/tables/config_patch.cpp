// SPDX-License-Identifier: Apache-2.0
// Applies RFC 6902 patches, to predict the resulting configuration before a push. Refuses a patch that does
// not fit, as the switch would.
#include "drivers/sonic/tables/config_document.h"
#include "models/syntax/json/json_tree.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

namespace rocelint::sonic {
namespace {

std::string step(std::string_view text)
{
    std::string out;
    for (const char c : text)
        out += c == '~' ? std::string("~0") : c == '/' ? std::string("~1") : std::string(1, c);
    return out;
}

std::optional<std::vector<std::string>> steps_of(std::string_view path)
{
    std::vector<std::string> steps;
    if (path.empty() || path.front() != '/')
        return std::nullopt;
    for (std::size_t at = 0; at < path.size(); ++at) {
        const char c = path[at];
        if (c == '/')
            steps.emplace_back();
        else if (c == '~' && at + 1 < path.size())
            steps.back() += path[++at] == '1' ? '/' : '~';
        else
            steps.back() += c;
    }
    return steps;
}

std::string text_of(const DocumentRow& row)
{
    std::string out = "{";
    for (const auto& [field, value] : row)
        out += fmt::format("{}{}: {}", out.size() == 1 ? "" : ", ", json_string(field), value);
    return out + "}";
}

std::string text_of(const DocumentTable& table)
{
    std::string out = "{";
    for (const auto& [key, row] : table)
        out += fmt::format("{}{}: {}", out.size() == 1 ? "" : ", ", json_string(key), text_of(row));
    return out + "}";
}

// Applies one operation of a patch to one level of a document.
template <class Map, class Read>
bool take_operation(
    Map& level, std::string_view operation, const std::string& key, const Node* value, Read read)
{
    const auto found = level.find(key);
    if (operation == "remove")
        return found != level.end() && level.erase(key) == 1;
    if ((operation != "add" && operation != "replace") || (operation == "replace" && found == level.end())
        || value == nullptr)
        return false;
    auto made = read(*value);
    if (!made)
        return false;
    level.insert_or_assign(key, std::move(*made));
    return true;
}

bool take(Document& document, const Node& one)
{
    const Node* operation = one.child("op");
    const Node* path = one.child("path");
    const Node* value = one.child("value");
    if (operation == nullptr || path == nullptr)
        return false;
    const auto steps = steps_of(path->value);
    if (!steps || steps->empty() || steps->size() > 3)
        return false;
    if (steps->size() == 1)
        return take_operation(document.tables, operation->value, steps->front(), value, table_of);
    const auto table = document.tables.find(steps->front());
    if (table == document.tables.end())
        return false;
    if (steps->size() == 2)
        return take_operation(table->second, operation->value, (*steps)[1], value, row_of);
    const auto row = table->second.find((*steps)[1]);
    return row != table->second.end()
        && take_operation(row->second, operation->value, (*steps)[2], value, field_of);
}

class PatchWriter {
public:
    void add(std::string_view operation, const std::string& path, const std::string& value = {})
    {
        text_ += fmt::format("{}  {{\"op\": \"{}\", \"path\": {}{}}}",
            text_.empty() ? "[\n" : ",\n",
            operation,
            json_string(path),
            value.empty() ? std::string() : ", \"value\": " + value);
    }
    [[nodiscard]] std::string text() const { return text_.empty() ? std::string() : text_ + "\n]\n"; }

private:
    std::string text_;
};

void write_row(PatchWriter& patch, const std::string& path, const DocumentRow& from, const DocumentRow& to)
{
    for (const auto& [field, value] : from) {
        const auto there = to.find(field);
        if (there == to.end())
            patch.add("remove", fmt::format("{}/{}", path, step(field)));
        else if (there->second != value)
            patch.add("replace", fmt::format("{}/{}", path, step(field)), there->second);
    }
    for (const auto& [field, value] : to) {
        if (!from.contains(field))
            patch.add("add", fmt::format("{}/{}", path, step(field)), value);
    }
}

void write_table(
    PatchWriter& patch, const std::string& path, const DocumentTable& from, const DocumentTable& to)
{
    for (const auto& [key, row] : to) {
        const auto there = from.find(key);
        if (there == from.end())
            patch.add("add", fmt::format("{}/{}", path, step(key)), text_of(row));
        else
            write_row(patch, fmt::format("{}/{}", path, step(key)), there->second, row);
    }
    for (const auto& [key, row] : from) {
        if (!to.contains(key))
            patch.add("remove", fmt::format("{}/{}", path, step(key)));
    }
}

}

Result<Document> patched(Document document, std::string_view patch)
{
    const Source source(0, "patch", patch);
    const Tree tree = parse_json(source);
    if (tree.root == nullptr || !tree.complete() || tree.root->kind != Node::Kind::array)
        return fail(ErrorKind::invalid, "the patch is not a list of operations (RFC 6902)");
    for (const Node& one : *tree.root) {
        if (!take(document, one)) {
            const Node* path = one.child("path");
            return fail(ErrorKind::invalid,
                fmt::format("the patch does not fit the configuration at {}",
                    path == nullptr ? std::string_view("an operation") : path->value));
        }
    }
    return document;
}

std::string patch_between(const Document& from, const Document& to)
{
    PatchWriter patch;
    for (const auto& [name, table] : to.tables) {
        const auto there = from.tables.find(name);
        if (there == from.tables.end())
            patch.add("add", "/" + step(name), text_of(table));
        else
            write_table(patch, "/" + step(name), there->second, table);
    }
    for (const auto& [name, table] : from.tables) {
        if (!to.tables.contains(name))
            patch.add("remove", "/" + step(name));
    }
    return patch.text();
}

}
