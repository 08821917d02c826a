// SPDX-License-Identifier: Apache-2.0
// A hash of this form, without what the switch changes by
// itself, decides whether a switch is still as the plan saw it.
#include "drivers/sonic/tables/config_document.h"

#include "models/syntax/json/json_edit.h"
#include "models/syntax/json/json_tree.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <utility>

namespace rocelint::sonic {
namespace {

tl::unexpected<Error> not_a_document(std::string_view where)
{
    return fail(ErrorKind::invalid, fmt::format("{} does not have the form of CONFIG_DB", where));
}

}

std::string json_string(std::string_view text) { return to_json(json_text_value(text)); }

// A scalar or a list of scalars: CONFIG_DB has no deeper nesting.
std::optional<std::string> field_of(const Node& node)
{
    if (node.kind == Node::Kind::string)
        return json_string(node.value);
    if (node.is_scalar())
        return std::string(node.value);
    if (node.kind != Node::Kind::array)
        return std::nullopt;
    std::string list = "[";
    for (const Node& element : node) {
        if (!element.is_scalar())
            return std::nullopt;
        list += list.size() == 1 ? "" : ", ";
        list += element.kind == Node::Kind::string ? json_string(element.value) : std::string(element.value);
    }
    return list + "]";
}

Result<DocumentRow> row_of(const Node& node)
{
    if (node.kind != Node::Kind::object)
        return not_a_document(node.key);
    DocumentRow row;
    for (const Node& field : node) {
        auto value = field_of(field);
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
            continue; // FRR configuration text, not a table
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

void drop_secrets(Document& document)
{
    const auto is_secret = [](const std::string& name, const std::string& value) {
        return !find_secrets(fmt::format("{}: {}", json_string(name), value)).empty();
    };
    for (auto& [name, table] : document.tables) {
        // We need nothing from a table that we do not read, and anything in it may be secret.
        const Table table_read = find_table(name);
        const bool secret_table
            = table_read == Table::unknown || table_read == Table::irrelevant || is_secret(name, "\"x\"");
        DocumentTable rows;
        for (auto& [key, row] : table) {
            for (auto& [field, value] : row) {
                if (secret_table || is_secret(field, value))
                    value = json_string(redaction);
            }
            const bool secret_key = secret_table || !find_secrets(json_string(key)).empty();
            rows.emplace(secret_key ? fmt::format("{} {}", redaction, rows.size() + 1) : key, std::move(row));
        }
        table = std::move(rows);
    }
}

std::optional<std::string> first_difference(
    Document wanted, Document now, std::span<const std::string_view> left_out)
{
    for (Document* document : {&wanted, &now}) {
        drop_volatile(*document);
        for (const std::string_view table : left_out)
            document->tables.erase(std::string(table));
    }
    // A key that only one of the maps has, or whose values differ.
    // Both maps are sorted, so the result is always the same.
    const auto differing = [](const auto& a, const auto& b) -> std::optional<std::string> {
        for (const auto& [key, value] : a) {
            const auto other = b.find(key);
            if (other == b.end() || other->second != value)
                return key;
        }
        for (const auto& [key, value] : b) {
            if (!a.contains(key))
                return key;
        }
        return std::nullopt;
    };
    const auto table = differing(wanted.tables, now.tables);
    if (!table)
        return std::nullopt;
    const Table read = find_table(*table);
    // In a table that we do not read, even the keys may be secret.
    if (read == Table::unknown || read == Table::irrelevant)
        return fmt::format("table {} has other contents", *table);
    if (!now.tables.contains(*table))
        return fmt::format("table {} is not there", *table);
    const DocumentTable& wanted_rows = wanted.tables[*table];
    const DocumentTable& rows = now.tables[*table];
    const auto row = differing(wanted_rows, rows);
    const auto old = wanted_rows.find(*row);
    const auto there = rows.find(*row);
    if (old == wanted_rows.end() || there == rows.end())
        return fmt::format("{}|{} is {}there", *table, redact(*row), there == rows.end() ? "not " : "");
    return fmt::format("{}|{} has another {}",
        *table,
        redact(*row),
        redact(differing(old->second, there->second).value_or("content")));
}

std::string write_document(const Document& document)
{
    std::string out = "{";
    const auto next
        = [&](bool first, int depth) { out += fmt::format("{}\n{:{}}", first ? "" : ",", "", 4 * depth); };
    bool first_table = true;
    for (const auto& [name, table] : document.tables) {
        next(std::exchange(first_table, false), 1);
        out += json_string(name) + ": {";
        bool first_row = true;
        for (const auto& [key, row] : table) {
            next(std::exchange(first_row, false), 2);
            out += json_string(key) + ": {";
            bool first_field = true;
            for (const auto& [field, value] : row) {
                next(std::exchange(first_field, false), 3);
                out += json_string(field) + ": " + value;
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

}
