// SPDX-License-Identifier: Apache-2.0
// Rows of CONFIG_DB as edits of config_db.json and as a JSON patch.
#include "drivers/sonic/cells.h"
#include "models/syntax/json_edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::sonic {
namespace {

JsonValue row_value(const Fields& fields)
{
    std::vector<std::pair<std::string, JsonValue>> members;
    for (const auto& [field, value] : fields)
        members.emplace_back(field, json_text_value(value));
    return json_object_value(std::move(members));
}

// "TABLE": {"key": {...}}, the form of config_db.json and of `show runningconfiguration all`.
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
                "the file is not in the form of config_db.json, and is not edited in place",
                row.existing->span());
        if (row.removed) {
            editors_[file].remove(nested ? *table : *tree.root, *row.existing->fields);
            return {};
        }
        for (const auto& [field, value] : row.set) {
            const Node* known = row.existing->fields->child(field);
            if (known == nullptr)
                editors_[file].add(*row.existing->fields, field, json_text_value(value));
            else if (known->value != value || known->is_container())
                editors_[file].replace(*known, json_text_value(value));
        }
        return {};
    }

    Result<void> add(const WantedRow& row)
    {
        for (std::size_t file = 0; file < trees_.size(); ++file) {
            if (const Node* table = table_node(trees_[file], row.table)) {
                editors_[file].add(*table, row.key, row_value(row.set));
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
                editors_[file].add(
                    *root, fmt::format("{}|{}", name_of(row.table), row.key), row_value(row.set));
            else
                new_tables_[file][row.table].emplace_back(row.key, row_value(row.set));
            return {};
        }
        return fail(ErrorKind::invalid, "no file of this device holds CONFIG_DB as an object of tables");
    }

    std::span<const Tree> trees_;
    std::vector<JsonEditor> editors_;
    std::map<std::size_t, std::map<Table, std::vector<std::pair<std::string, JsonValue>>>> new_tables_;
};

// RFC 6901: '~' and '/' are escaped in a path.
std::string path_step(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c == '~')
            out += "~0";
        else if (c == '/')
            out += "~1";
        else
            out += c;
    }
    return out;
}

// Rows that others refer to come first.
int order_of(Table table)
{
    constexpr std::array first{Table::buffer_pool,
        Table::dscp_to_tc_map,
        Table::tc_to_queue_map,
        Table::tc_to_priority_group_map,
        Table::pfc_priority_to_queue_map,
        Table::pfc_priority_to_priority_group_map,
        Table::scheduler,
        Table::wred_profile,
        Table::buffer_profile,
        Table::port,
        Table::buffer_pg,
        Table::port_qos_map,
        Table::queue,
        Table::pfc_wd};
    return static_cast<int>(std::ranges::find(first, table) - first.begin());
}

}

Result<std::vector<Edit>> edits_of(
    std::span<const Tree> trees, const Config& config, const std::vector<WantedRow>& rows)
{
    if (config.wrapped)
        return fail(ErrorKind::invalid, "the file holds several configurations, and is not edited in place");
    Writer writer(trees);
    for (const WantedRow& row : rows) {
        if (auto written = writer.write(row); !written)
            return tl::unexpected(written.error());
    }
    return writer.finish();
}

std::string patch_of(const Config& config, const std::vector<WantedRow>& rows)
{
    std::vector<const WantedRow*> sorted;
    sorted.reserve(rows.size());
    for (const WantedRow& row : rows)
        sorted.push_back(&row);
    std::ranges::stable_sort(sorted, {}, [](const WantedRow* row) { return order_of(row->table); });
    std::vector<Table> made;
    std::string text;
    const auto operation = [&](std::string_view op, std::string_view path, const JsonValue* value) {
        text += text.empty() ? "[\n" : ",\n";
        text += fmt::format("  {{\"op\": \"{}\", \"path\": \"{}\"", op, path);
        text += value == nullptr ? std::string("}") : fmt::format(", \"value\": {}}}", to_json(*value));
    };
    for (const WantedRow* row : sorted) {
        const std::string table = fmt::format("/{}", name_of(row->table));
        const std::string path = fmt::format("{}/{}", table, path_step(row->key));
        if (row->removed) {
            operation("remove", path, nullptr);
        } else if (row->existing == nullptr) {
            const bool there = config.has(row->table) || std::ranges::count(made, row->table) != 0;
            const JsonValue value = row_value(row->set);
            const JsonValue whole = json_object_value({{row->key, value}});
            operation("add", there ? path : table, there ? &value : &whole);
            made.push_back(row->table);
        } else {
            for (const auto& [field, wanted] : row->set) {
                const Node* known = row->existing->fields->child(field);
                if (known != nullptr && known->value == wanted)
                    continue;
                const JsonValue value = json_text_value(wanted);
                operation(known == nullptr ? "add" : "replace",
                    fmt::format("{}/{}", path, path_step(field)),
                    &value);
            }
        }
    }
    return text.empty() ? std::string() : text + "\n]\n";
}

}
