// SPDX-License-Identifier: Apache-2.0
// CONFIG_DB as an edit changes it: splits rows that several ports share ("Ethernet0,Ethernet4|3-4"), so that
// a change reaches only the ports it is for.
#include "drivers/sonic/read/cells.h"

#include "drivers/sonic/read/reader.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rocelint::sonic {
namespace {

bool has_numbers(Table table)
{
    return table == Table::queue || table == Table::buffer_queue || table == Table::buffer_pg;
}

std::string joined(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names)
        add_item(text, name, ",");
    return text;
}

// Combines "Ethernet0|3" and "Ethernet4|3" into one key of their table.
std::string key_of(Table table, const std::vector<std::string>& items)
{
    if (!has_numbers(table) || items.size() == 1)
        return joined(items);
    std::vector<std::string> ports;
    const std::string number = items.front().substr(items.front().rfind('|'));
    ports.reserve(items.size());
    for (const std::string& item : items)
        ports.push_back(item.substr(0, item.rfind('|')));
    return joined(ports) + number;
}

}

std::vector<std::string> items_of(Table table, std::string_view key)
{
    std::vector<std::string> items;
    if (!has_numbers(table)) {
        visit_items(key, [&](std::string_view port) { items.emplace_back(port); });
        return items;
    }
    constexpr std::uint8_t largest = 31;
    const auto parts = parse_indexed_key(key, largest);
    if (!parts)
        return items;
    if (!parts->host.empty()) {
        const std::string_view port = key.substr(0, key.rfind('|'));
        for (std::uint32_t number = parts->first; number <= parts->last; ++number)
            items.push_back(fmt::format("{}|{}", port, number));
        return items;
    }
    for (std::uint32_t number = parts->first; number <= parts->last; ++number)
        visit_items(parts->ports,
            [&](std::string_view port) { items.push_back(fmt::format("{}|{}", port, number)); });
    return items;
}

void Cells::note(std::vector<std::uint32_t>& changes) const
{
    const auto at = std::ranges::lower_bound(changes, change_);
    if (at == changes.end() || *at != change_)
        changes.insert(at, change_);
}

void Cells::set(Table table, std::string_view item, std::string_view field, std::string_view value)
{
    Wish& wish = items_[table].try_emplace(std::string(item)).first->second;
    wish.set[std::string(field)] = value;
    wish.removed = false;
    note(wish.changes);
}

Objection Cells::put(const NumberField& field, std::string_view item, std::uint64_t number)
{
    std::string text = fmt::format("{}", number);
    if (!field.limit.takes_unsigned(number))
        return Objection(range_sentence(field.limit, text));
    set(field.table, item, field.name(), text);
    return {};
}

Objection Cells::put_named(const NumberField& field, std::string_view key, std::uint64_t number)
{
    std::string text = fmt::format("{}", number);
    if (!field.limit.takes_unsigned(number))
        return Objection(range_sentence(field.limit, text));
    set_named(field.table, key, field.name(), text);
    return {};
}

void Cells::remove(Table table, std::string_view item)
{
    Wish& wish = items_[table].try_emplace(std::string(item)).first->second;
    wish.removed = wish.set.empty();
    note(wish.changes);
}

void Cells::set_named(Table table, std::string_view key, std::string_view field, std::string_view value)
{
    Wish& wish = named_[{table, std::string(key)}];
    wish.set[std::string(field)] = value;
    note(wish.changes);
}

const Row* Cells::find(Table table, std::string_view item) const
{
    const auto [at, fresh] = index_.try_emplace(table);
    if (fresh) {
        // If several rows cover one item, the device keeps the last.
        for (const Row& row : config_.of(table)) {
            at->second.insert_or_assign(std::string(row.key), &row);
            for (std::string& one : items_of(table, row.key))
                at->second.insert_or_assign(std::move(one), &row);
        }
    }
    const auto found = at->second.find(item);
    return found == at->second.end() ? nullptr : found->second;
}

std::string Cells::refer(Table table, std::string_view field, Table target, std::string_view name) const
{
    for (const Row& row : config_.of(table)) {
        const Node* known = row.fields->child(field);
        if (known == nullptr || known->is_container() || known->value.empty())
            continue;
        return known->value.front() == '[' ? fmt::format("[{}|{}]", name_of(target), name)
                                           : std::string(name);
    }
    return std::string(name);
}

std::vector<WantedRow> Cells::finish() const
{
    std::vector<WantedRow> rows;
    for (const auto& [key, wish] : named_)
        rows.push_back({key.first, key.second, find(key.first, key.second), false, wish.set, wish.changes});
    for (const auto& [table, wishes] : items_) {
        std::vector<const Row*> touched;
        for (const auto& [item, wish] : wishes) {
            const Row* row = find(table, item);
            if (row == nullptr && !wish.removed)
                rows.push_back({table, item, nullptr, false, wish.set, wish.changes});
            else if (row != nullptr && std::ranges::find(touched, row) == touched.end())
                touched.push_back(row);
        }
        for (const Row* row : touched)
            split(table, *row, wishes, rows);
    }
    return rows;
}

void Cells::split(Table table, const Row& row, const Items& wishes, std::vector<WantedRow>& rows) const
{
    // Groups of items that want the same; in a table with
    // numbers, the items of a group also share the number.
    std::vector<std::pair<Wish, std::vector<std::string>>> groups;
    const auto number
        = [](const std::string& item) { return item.substr(std::min(item.rfind('|'), item.size())); };
    const std::vector<std::string> items = items_of(table, row.key);
    std::vector<std::uint32_t> changes;
    bool uniform = true;
    for (const std::string& item : items) {
        const auto found = wishes.find(item);
        const Wish wish = found == wishes.end() ? Wish{} : found->second;
        std::ranges::copy(wish.changes, std::back_inserter(changes));
        uniform = uniform && (groups.empty() || groups.front().first == wish);
        const auto same = std::ranges::find_if(groups, [&](const auto& group) {
            return group.first == wish && number(group.second.front()) == number(item);
        });
        if (same != groups.end())
            same->second.push_back(item);
        else
            groups.push_back({wish, {item}});
    }
    std::ranges::sort(changes);
    changes.erase(std::ranges::unique(changes).begin(), changes.end());
    if (uniform && !groups.empty()) {
        const Wish& wish = groups.front().first;
        rows.push_back({table, std::string(row.key), &row, wish.removed, wish.set, changes});
        return;
    }
    // The parts replace the whole row only together, so each part carries all of its changes.
    rows.push_back({table, std::string(row.key), &row, true, {}, changes});
    for (const auto& [wish, members] : groups) {
        if (wish.removed)
            continue;
        WantedRow fresh{table, key_of(table, members), nullptr, false, {}, changes};
        for (const Node& field : *row.fields) {
            if (field.is_scalar())
                fresh.set[std::string(field.key)] = field.value;
        }
        for (const auto& [field, value] : wish.set)
            fresh.set[field] = value;
        rows.push_back(std::move(fresh));
    }
}

}
