// SPDX-License-Identifier: Apache-2.0
// Writes rows of CONFIG_DB as a JSON patch.
#include "drivers/sonic/edit/json_patch.h"

#include "drivers/sonic/tables/config_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace rocelint::sonic {
namespace {

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
        Table::dot1p_to_tc_map,
        Table::tc_to_queue_map,
        Table::tc_to_priority_group_map,
        Table::pfc_priority_to_queue_map,
        Table::pfc_priority_to_priority_group_map,
        Table::tc_to_dscp_map,
        Table::scheduler,
        Table::wred_profile,
        Table::buffer_profile,
        Table::port,
        Table::cable_length,
        Table::buffer_pg,
        Table::port_qos_map,
        Table::queue,
        Table::pfc_wd};
    return static_cast<int>(std::ranges::find(first, table) - first.begin());
}

class Patch {
public:
    explicit Patch(const Config& config) : config_(config) { }

    void write(const WantedRow& row)
    {
        const std::string table = fmt::format("/{}", name_of(row.table));
        const std::string path = fmt::format("{}/{}", table, path_step(row.key));
        if (row.removed) {
            operation("remove", path, nullptr);
        } else if (row.existing == nullptr) {
            // CONFIG_DB has no empty tables, even if the file shows some.
            const bool there = !config_.of(row.table).empty() || std::ranges::count(made_, row.table) != 0;
            const JsonValue value = row_value(row);
            const JsonValue whole = json_object_value({{row.key, value}});
            operation("add", there ? path : table, there ? &value : &whole);
            made_.push_back(row.table);
        } else {
            change(row, path);
        }
    }
    void remove_table(Table table) { operation("remove", fmt::format("/{}", name_of(table)), nullptr); }

    [[nodiscard]] std::string text() const { return text_.empty() ? std::string() : text_ + "\n]\n"; }

private:
    void change(const WantedRow& row, const std::string& path)
    {
        for (const auto& [field, wanted] : row.set) {
            const Node* known = row.existing->fields->child(field);
            if (known != nullptr && !known->is_container() && known->value == wanted)
                continue;
            const JsonValue value = field_value(row.table, wanted);
            operation(
                known == nullptr ? "add" : "replace", fmt::format("{}/{}", path, path_step(field)), &value);
        }
    }

    void operation(std::string_view op, std::string_view path, const JsonValue* value)
    {
        text_ += text_.empty() ? "[\n" : ",\n";
        text_ += fmt::format("  {{\"op\": \"{}\", \"path\": {}", op, json_string(path));
        text_ += value == nullptr ? std::string("}") : fmt::format(", \"value\": {}}}", to_json(*value));
    }

    const Config& config_;
    std::vector<Table> made_;
    std::string text_;
};

}

std::string patch_of(const Config& config, const std::vector<WantedRow>& rows)
{
    std::vector<const WantedRow*> sorted;
    sorted.reserve(rows.size());
    std::map<Table, std::size_t> left;
    for (const WantedRow& row : rows) {
        sorted.push_back(&row);
        const auto at = left.try_emplace(row.table, config.of(row.table).size()).first;
        at->second += row.removed ? std::size_t{0} - 1 : row.existing == nullptr ? 1 : 0;
    }
    std::ranges::stable_sort(sorted, {}, [](const WantedRow* row) { return order_of(row->table); });
    Patch patch(config);
    for (const WantedRow* row : sorted) {
        if (left[row->table] != 0)
            patch.write(*row);
    }
    // generic_updater.py refuses a target configuration with empty tables.
    for (const auto& [table, count] : left) {
        if (count == 0)
            patch.remove_table(table);
    }
    return patch.text();
}

}
