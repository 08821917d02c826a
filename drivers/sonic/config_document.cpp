// SPDX-License-Identifier: Apache-2.0
#include "drivers/sonic/config_document.h"

#include "drivers/sonic/cells.h"
#include "models/syntax/json_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

namespace rocelint::sonic {
namespace {

std::string quoted(std::string_view text) { return to_json(json_text_value(text)); }

// A scalar or a list of scalars: CONFIG_DB has nothing deeper.
std::optional<std::string> compact(const Node& node)
{
    if (node.kind == Node::Kind::string)
        return quoted(node.value);
    if (node.is_scalar())
        return std::string(node.value);
    if (node.kind != Node::Kind::array)
        return std::nullopt;
    std::string list = "[";
    for (const Node& element : node) {
        if (!element.is_scalar())
            return std::nullopt;
        list += list.size() == 1 ? "" : ", ";
        list += element.kind == Node::Kind::string ? quoted(element.value) : std::string(element.value);
    }
    return list + "]";
}

tl::unexpected<Error> not_a_document(std::string_view where)
{
    return fail(ErrorKind::invalid, fmt::format("{} is not as CONFIG_DB has it", where));
}

Result<DocumentRow> row_of(const Node& node)
{
    if (node.kind != Node::Kind::object)
        return not_a_document(node.key);
    DocumentRow row;
    for (const Node& field : node) {
        auto value = compact(field);
        if (!value)
            return not_a_document(field.key);
        row.insert_or_assign(std::string(field.key), std::move(*value));
    }
    return row;
}

Result<DocumentTable> table_of(const Node& node)
{
    if (node.kind != Node::Kind::object)
        return not_a_document(node.key);
    DocumentTable table;
    for (const Node& member : node) {
        auto row = row_of(member);
        if (!row)
            return tl::unexpected(row.error());
        table.insert_or_assign(std::string(member.key), std::move(*row));
    }
    return table;
}

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
        out += fmt::format("{}{}: {}", out.size() == 1 ? "" : ", ", quoted(field), value);
    return out + "}";
}

std::string text_of(const DocumentTable& table)
{
    std::string out = "{";
    for (const auto& [key, row] : table)
        out += fmt::format("{}{}: {}", out.size() == 1 ? "" : ", ", quoted(key), text_of(row));
    return out + "}";
}

// One level of a document, as an operation of a patch finds it.
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
        && take_operation(row->second, operation->value, (*steps)[2], value, compact);
}

class PatchWriter {
public:
    void add(std::string_view operation, const std::string& path, const std::string& value = {})
    {
        text_ += fmt::format("{}  {{\"op\": \"{}\", \"path\": {}{}}}",
            text_.empty() ? "[\n" : ",\n",
            operation,
            quoted(path),
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

// What decides which profile a port gets: speed, cable, PFC and whether it is switched on.
using ProfileInputs = std::tuple<std::string, std::string, std::string, std::string>;

std::map<std::string, ProfileInputs, std::less<>> profile_inputs(const Document& document)
{
    std::map<std::string, ProfileInputs, std::less<>> inputs;
    std::map<std::string, std::string, std::less<>> pfc;
    if (const auto table = document.tables.find("PORT_QOS_MAP"); table != document.tables.end()) {
        for (const auto& [key, row] : table->second) {
            const auto priorities = row.find("pfc_enable");
            for (const std::string& port : items_of(Table::port_qos_map, key)) {
                if (priorities != row.end())
                    pfc[port] = priorities->second;
            }
        }
    }
    const auto ports = document.tables.find("PORT");
    const auto cables = document.tables.find("CABLE_LENGTH");
    if (ports == document.tables.end() || cables == document.tables.end())
        return inputs;
    for (const auto& [port, row] : ports->second) {
        for (const auto& [name, lengths] : cables->second) {
            const std::string cable = document.field("CABLE_LENGTH", name, port);
            if (!cable.empty() && cable != "0m" && pfc.contains(port))
                inputs[port] = {document.field("PORT", port, "speed"),
                    cable,
                    pfc[port],
                    document.field("PORT", port, "admin_status")};
        }
    }
    return inputs;
}

}

std::string Document::field(std::string_view table, std::string_view row, std::string_view name) const
{
    const auto rows = tables.find(table);
    if (rows == tables.end())
        return {};
    const auto fields = rows->second.find(row);
    if (fields == rows->second.end())
        return {};
    const auto value = fields->second.find(name);
    if (value == fields->second.end())
        return {};
    const std::string& text = value->second;
    return text.size() >= 2 && text.front() == '"' ? text.substr(1, text.size() - 2) : text;
}

Result<Document> document_of(const Tree& tree)
{
    if (tree.root == nullptr || !tree.complete() || tree.root->kind != Node::Kind::object)
        return not_a_document("the configuration");
    Document document;
    for (const Node& member : *tree.root) {
        const std::size_t bar = member.key.find('|');
        if (bar != std::string_view::npos) {
            auto row = row_of(member);
            if (!row)
                return tl::unexpected(row.error());
            document.tables[std::string(member.key.substr(0, bar))].insert_or_assign(
                std::string(member.key.substr(bar + 1)), std::move(*row));
        } else if (member.key == "bgpraw") {
            continue; // text of FRR, which is no table
        } else {
            auto table = table_of(member);
            if (!table)
                return tl::unexpected(table.error());
            document.tables.insert_or_assign(std::string(member.key), std::move(*table));
        }
    }
    return document;
}

Result<Document> read_document(std::string_view json)
{
    const Source source(0, "CONFIG_DB", json);
    return document_of(parse_json(source));
}

void drop_volatile(Document& document)
{
    if (const auto table = document.tables.find("FLEX_COUNTER_TABLE"); table != document.tables.end()) {
        for (auto& [key, row] : table->second)
            row.erase("FLEX_COUNTER_DELAY_STATUS");
    }
    std::erase_if(document.tables, [](const auto& table) { return table.second.empty(); });
}

std::string write_document(const Document& document)
{
    std::string out = "{";
    const auto next
        = [&](bool first, int depth) { out += fmt::format("{}\n{:{}}", first ? "" : ",", "", 4 * depth); };
    bool first_table = true;
    for (const auto& [name, table] : document.tables) {
        next(std::exchange(first_table, false), 1);
        out += quoted(name) + ": {";
        bool first_row = true;
        for (const auto& [key, row] : table) {
            next(std::exchange(first_row, false), 2);
            out += quoted(key) + ": {";
            bool first_field = true;
            for (const auto& [field, value] : row) {
                next(std::exchange(first_field, false), 3);
                out += quoted(field) + ": " + value;
            }
            if (!first_field)
                next(true, 2);
            out += '}';
        }
        if (!first_row)
            next(true, 1);
        out += '}';
    }
    return out + "\n}\n";
}

Result<Document> patched(Document document, std::string_view patch)
{
    const Source source(0, "patch", patch);
    const Tree tree = parse_json(source);
    if (tree.root == nullptr || !tree.complete() || tree.root->kind != Node::Kind::array)
        return fail(ErrorKind::invalid, "the patch is no list of operations (RFC 6902)");
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

std::vector<std::string> new_automatic_profiles(const Document& before, const Document& after)
{
    std::set<std::string> profiles;
    // Without the pool buffermgrd waits, and in the dynamic model buffers stay out of CONFIG_DB.
    if (after.field("DEVICE_METADATA", "localhost", "buffer_model") == "dynamic"
        || after.field("BUFFER_POOL", "ingress_lossless_pool", "mode").empty())
        return {};
    const auto old_inputs = profile_inputs(before);
    const auto existing = after.tables.find("BUFFER_PROFILE");
    for (const auto& [port, inputs] : profile_inputs(after)) {
        const auto old = old_inputs.find(port);
        if (old != old_inputs.end() && old->second == inputs)
            continue;
        std::string name = fmt::format("pg_lossless_{}_{}_profile", std::get<0>(inputs), std::get<1>(inputs));
        if (existing == after.tables.end() || !existing->second.contains(name))
            profiles.insert(std::move(name));
    }
    return {profiles.begin(), profiles.end()};
}

}
