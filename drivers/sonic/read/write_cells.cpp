// SPDX-License-Identifier: Apache-2.0
// Writes rows of CONFIG_DB as edits of config_db.json.
#include "drivers/sonic/read/cells.h"
#include "drivers/sonic/read/reader.h"
#include "models/syntax/json/json_edit.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::sonic {
namespace {

// "TABLE": {"key": {...}} is the form of config_db.json and of `show runningconfiguration all`.
const Node* table_node(const Tree& tree, Table table)
{
    return tree.root != nullptr && tree.root->kind == Node::Kind::object ? tree.root->child(name_of(table))
                                                                         : nullptr;
}

class Writer {
public:
    explicit Writer(std::span<const Tree> trees) : trees_(trees)
    {
        for (const Tree& tree : trees)
            editors_.emplace_back(tree);
    }

    Result<void> write(const WantedRow& row) { return row.existing != nullptr ? change(row) : add(row); }

    std::vector<Edit> finish()
    {
        std::vector<Edit> edits;
        for (std::size_t index = 0; index < editors_.size(); ++index) {
            for (auto& [table, members] : new_tables_[index])
                editors_[index].add(
                    *trees_[index].root, name_of(table), json_object_value(std::move(members)));
            std::ranges::move(editors_[index].finish(), std::back_inserter(edits));
        }
        return edits;
    }

private:
    Result<void> change(const WantedRow& row)
    {
        const std::uint32_t file = row.existing->file;
        const Tree& tree = trees_[file];
        const Node* table = table_node(tree, row.table);
        const std::string flat = fmt::format("{}|{}", name_of(row.table), row.existing->key);
        const bool nested = table != nullptr && table->child(row.existing->key) == row.existing->fields;
        const bool is_flat = tree.root->child(flat) == row.existing->fields;
        if (!nested && !is_flat)
            return fail(ErrorKind::invalid,
                "the file does not have the form of config_db.json, so it cannot be edited in place",
                row.existing->span());
        if (row.removed) {
            editors_[file].remove(nested ? *table : *tree.root, *row.existing->fields);
            return {};
        }
        for (const auto& [field, value] : row.set) {
            const Node* known = row.existing->fields->child(field);
            if (known == nullptr)
                editors_[file].add(*row.existing->fields, field, field_value(row.table, value));
            else if (known->value != value || known->is_container())
                editors_[file].replace(*known, field_value(row.table, value));
        }
        return {};
    }

    Result<void> add(const WantedRow& row)
    {
        for (std::size_t file = 0; file < trees_.size(); ++file) {
            if (const Node* table = table_node(trees_[file], row.table)) {
                editors_[file].add(*table, row.key, row_value(row));
                return {};
            }
        }
        for (std::size_t file = 0; file < trees_.size(); ++file) {
            const Node* root = trees_[file].root;
            if (root == nullptr || root->kind != Node::Kind::object)
                continue;
            const bool flat = std::ranges::any_of(
                *root, [](const Node& member) { return member.key.find('|') != std::string_view::npos; });
            if (flat)
                editors_[file].add(*root, fmt::format("{}|{}", name_of(row.table), row.key), row_value(row));
            else
                new_tables_[file][row.table].emplace_back(row.key, row_value(row));
            return {};
        }
        return fail(ErrorKind::invalid, "no file of this device holds CONFIG_DB as an object of tables");
    }

    std::span<const Tree> trees_;
    std::vector<JsonEditor> editors_;
    std::map<std::size_t, std::map<Table, std::vector<std::pair<std::string, JsonValue>>>> new_tables_;
};

}

JsonValue field_value(Table table, std::string_view text)
{
    if (table != Table::switch_hash)
        return json_text_value(text);
    std::vector<std::string> elements;
    visit_items(text, [&](std::string_view element) { elements.emplace_back(element); });
    return json_list_value(elements);
}

JsonValue row_value(const WantedRow& row)
{
    std::vector<std::pair<std::string, JsonValue>> members;
    for (const auto& [field, value] : row.set)
        members.emplace_back(field, field_value(row.table, value));
    return json_object_value(std::move(members));
}

Result<std::vector<Edit>> edits_of(
    std::span<const Tree> trees, const Config& config, const std::vector<WantedRow>& rows)
{
    if (config.wrapped)
        return fail(
            ErrorKind::invalid, "the file holds several configurations, so it cannot be edited in place");
    Writer writer(trees);
    for (const WantedRow& row : rows) {
        if (auto written = writer.write(row); !written)
            return tl::unexpected(written.error());
    }
    return writer.finish();
}

}
