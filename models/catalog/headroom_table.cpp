// SPDX-License-Identifier: Apache-2.0
// The tables that SONiC images ship (pg_profile_lookup.ini), as rows. Each line of the YAML file covers many
// rows, and YAML reads a whole table as one scalar: most runs need only one table in a hundred. A cable
// length between two rows takes the row of the longer cable: headroom for a shorter cable would lose packets.
#include "models/catalog/asic.h"
#include "models/catalog/catalog_tables.h"
#include "models/catalog/entries.h"
#include "models/text/ascii.h"
#include "models/text/nearest.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <tuple>

namespace rocelint::catalog {
namespace {

std::int64_t number_of(std::string_view text)
{
    const auto value = parse_signed(text);
    ensure(value.has_value(), "headroom_tables.yaml has a row whose columns are not all numbers");
    return *value;
}

Bytes bytes_of(std::string_view text)
{
    const std::int64_t number = number_of(text);
    ensure(number >= 0, "headroom_tables.yaml has a negative size");
    return {static_cast<std::uint64_t>(number)};
}

// Splits a comma-separated list.
std::vector<std::string_view> items_of(std::string_view list)
{
    std::vector<std::string_view> items;
    while (!list.empty())
        items.push_back(ascii::take_until(list, ','));
    return items;
}

// Reads one line: a row for each of its speeds and cables.
void read_line(std::string_view line, std::vector<HeadroomRow>& rows)
{
    constexpr std::size_t least = 6;
    std::array<std::string_view, least + 1> columns;
    std::size_t count = 0;
    while (!line.empty()) {
        ensure(count < columns.size(), "headroom_tables.yaml has a row with too many columns");
        columns[count++] = ascii::take_until(line, ' ');
    }
    ensure(count >= least, "headroom_tables.yaml has a row with too few columns");
    const auto cables = items_of(columns[1]);
    const auto sizes = items_of(columns[2]);
    const auto xoffs = items_of(columns[4]);
    const auto one_each = [&](const auto& list) { return list.size() == 1 || list.size() == cables.size(); };
    ensure(
        one_each(sizes) && one_each(xoffs), "headroom_tables.yaml has a list that does not fit the cables");
    for (const std::string_view speed : items_of(columns[0])) {
        for (std::size_t at = 0; at < cables.size(); ++at) {
            HeadroomRow& row = rows.emplace_back();
            row.speed = {bytes_of(speed).count * bits_per_megabit};
            row.cable = {static_cast<std::uint32_t>(number_of(cables[at]))};
            row.size = bytes_of(sizes[sizes.size() == 1 ? 0 : at]);
            row.xon = bytes_of(columns[3]);
            row.xoff = bytes_of(xoffs[xoffs.size() == 1 ? 0 : at]);
            row.threshold = number_of(columns[5]);
            if (count > least)
                row.xon_offset = bytes_of(columns[least]);
        }
    }
}

std::vector<HeadroomRow> read_rows(std::string_view lines)
{
    std::vector<HeadroomRow> rows;
    while (!lines.empty())
        read_line(ascii::take_until(lines, '\n'), rows);
    std::sort(rows.begin(), rows.end(), [](const HeadroomRow& a, const HeadroomRow& b) {
        return std::tie(a.speed, a.cable) < std::tie(b.speed, b.cable);
    });
    return rows;
}

struct BeforeIgnoringCase {
    bool operator()(std::string_view a, std::string_view b) const
    {
        return std::ranges::lexicographical_compare(a, b, {}, ascii::lower, ascii::lower);
    }
};

// headroom_tables.yaml, read when the first table is looked up.
struct Tables {
    CatalogFile file{"headroom_tables.yaml", table::headroom_tables};
    std::vector<HeadroomTable> entries;
    std::map<std::string_view, std::vector<const HeadroomTable*>, BeforeIgnoringCase> of_sku;

    Tables()
    {
        for (const Node& node : file.section("tables")) {
            HeadroomTable table;
            for (const Node& sku : *CatalogFile::member(node, "skus"))
                table.skus.push_back(sku.value);
            table.sku = table.skus.front();
            table.path = CatalogFile::member(node, "path")->value;
            if (const Node* asic = node.child("asic")) {
                table.asic = find_asic(asic->value);
                ensure(table.asic != nullptr,
                    "headroom_tables.yaml names an ASIC that asics.yaml does not have");
            }
            table.shared_headroom = CatalogFile::member(node, "shared_headroom")->value == "true";
            table.repeats = node.child("repeats") != nullptr;
            table.rows = read_rows(CatalogFile::member(node, "rows")->value);
            entries.push_back(std::move(table));
        }
        for (const HeadroomTable& table : entries) {
            for (const std::string_view sku : table.skus)
                of_sku[sku].push_back(&table);
        }
    }
};

const Tables& tables()
{
    static const Tables catalog;
    return catalog;
}

}

const HeadroomRow* HeadroomTable::row(BitsPerSecond speed, Metres cable) const
{
    const auto found = std::lower_bound(
        rows.begin(), rows.end(), std::tie(speed, cable), [](const HeadroomRow& row, const auto& wanted) {
            return std::tie(row.speed, row.cable) < wanted;
        });
    return found != rows.end() && found->speed == speed ? &*found : nullptr;
}

std::span<const HeadroomTable> headroom_tables() { return tables().entries; }

std::vector<const HeadroomTable*> tables_of_sku(std::string_view sku)
{
    if (sku.empty())
        return {};
    const auto found = tables().of_sku.find(sku);
    return found == tables().of_sku.end() ? std::vector<const HeadroomTable*>{} : found->second;
}

// Cached, because every port of a fabric asks, for few different speeds and lengths.
std::span<const Bytes> shipped_headroom(BitsPerSecond speed, Metres cable)
{
    static std::mutex mutex;
    static std::map<std::pair<BitsPerSecond, Metres>, std::vector<Bytes>> known;
    const std::scoped_lock lock(mutex);
    const auto [entry, fresh] = known.try_emplace({speed, cable});
    if (!fresh)
        return entry->second;
    for (const HeadroomTable& table : tables().entries) {
        const HeadroomRow* row = table.repeats ? nullptr : table.row(speed, cable);
        if (row != nullptr)
            entry->second.push_back(row->xoff);
    }
    std::ranges::sort(entry->second);
    return entry->second;
}

const HeadroomTable* table_of_sku(std::string_view sku)
{
    const auto found = tables_of_sku(sku);
    return found.empty() ? nullptr : found.front();
}

std::vector<const HeadroomTable*> tables_of(const Asic& asic)
{
    std::vector<const HeadroomTable*> found;
    for (const HeadroomTable& table : tables().entries) {
        if (table.asic == &asic && !table.repeats)
            found.push_back(&table);
    }
    return found;
}

}
