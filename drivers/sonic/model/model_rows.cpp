// SPDX-License-Identifier: Apache-2.0
// A patch is judged by the configuration that would result, and by the faults that were there before.
#include "drivers/sonic/model/model_conditions.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::sonic {
namespace {

// The text of a field; lists joined by commas, as in CONFIG_DB and, under a name that ends in '@', in a dump.
std::string text_of(const Node& field)
{
    if (field.is_scalar())
        return std::string(field.value);
    std::string text;
    for (const Node& item : field)
        add_item(text, item.value, ",");
    return text;
}

// Rows of a document in YANG form have their keys as fields:
// the switch neither patches nor loads such a document.
bool is_yang(const Row& row)
{
    return row.fields != row.header && row.fields->child(row.header->key) == row.header;
}

// The changes that cause a fault: those of its row, else
// those of the row that it names, else those of its table.
std::vector<std::uint32_t> causes_of(const ModelFault& fault, const std::vector<WantedRow>& wanted)
{
    const auto changes_where = [&](auto&& belongs) {
        std::vector<std::uint32_t> changes;
        for (const WantedRow& row : wanted) {
            if (belongs(row))
                changes.insert(changes.end(), row.changes.begin(), row.changes.end());
        }
        return changes;
    };
    auto changes = changes_where(
        [&](const WantedRow& row) { return row.table == fault.table && row.key == fault.key; });
    if (changes.empty())
        changes = changes_where([&](const WantedRow& row) {
            return row.removed && fault.what.find(row.key) != std::string::npos;
        });
    if (changes.empty())
        changes = changes_where([&](const WantedRow& row) { return row.table == fault.table; });
    if (changes.empty())
        changes = changes_where([](const WantedRow&) { return true; });
    std::ranges::sort(changes);
    changes.erase(std::ranges::unique(changes).begin(), changes.end());
    return changes;
}

}

ModelRows::ModelRows(const Config& config, const std::vector<WantedRow>& wanted)
    : whole_(config.has(Table::device_metadata) && config.has(Table::port) && config.complete
        && !config.wrapped && !config.namespaces)
{
    for (std::size_t table = 0; table < table_count; ++table) {
        for (const Row& row : config.rows[table]) {
            if (is_yang(row))
                continue;
            Fields& fields = rows_[table].try_emplace(std::string(row.key)).first->second;
            for (const Node& field : *row.fields) {
                std::string_view name = field.key;
                if (name.ends_with('@'))
                    name.remove_suffix(1);
                // CONFIG_DB represents a row without fields as {"NULL": "NULL"}.
                if (name != "NULL")
                    fields.insert_or_assign(std::string(name), text_of(field));
            }
        }
    }
    for (const WantedRow& row : wanted) {
        if (row.removed)
            rows_[static_cast<std::size_t>(row.table)].erase(row.key);
    }
    for (const WantedRow& row : wanted) {
        if (row.removed)
            continue;
        Fields& fields = rows_[static_cast<std::size_t>(row.table)].try_emplace(row.key).first->second;
        for (const auto& [name, value] : row.set)
            fields.insert_or_assign(name, value);
    }
}

std::string_view ModelRows::field(Table table, std::string_view key, std::string_view name) const
{
    const auto row = of(table).find(key);
    if (row == of(table).end())
        return {};
    const auto found = row->second.find(name);
    return found == row->second.end() ? std::string_view{} : std::string_view(found->second);
}

void refuse_by_model(
    const Config& config, const std::vector<WantedRow>& wanted, std::vector<Refusal>& refused)
{
    if (wanted.empty())
        return;
    const std::vector<ModelFault> after = model_faults(ModelRows(config, wanted));
    if (after.empty())
        return;
    const std::vector<ModelFault> before = model_faults(ModelRows(config, {}));
    for (const ModelFault& fault : after) {
        if (std::ranges::any_of(before, [&](const ModelFault& known) { return known.is_like(fault); }))
            continue;
        for (const std::uint32_t change : causes_of(fault, wanted))
            refused.push_back({change,
                fmt::format("the switch's own models would not take the configuration that it makes: {}",
                    fault.sentence())});
    }
}

}
