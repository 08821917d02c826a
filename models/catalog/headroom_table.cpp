// SPDX-License-Identifier: Apache-2.0
// The tables that SONiC images ship (pg_profile_lookup.ini), as rows. A cable between two rows takes the longer one:
// headroom for less cable than there is would lose packets.
#include "models/catalog/asic.h"
#include "models/catalog/catalog_text.h"
#include "models/catalog/entries.h"
#include "models/text/nearest.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace rocelint::catalog {
namespace {

Bytes bytes_of(std::int64_t number)
{
    ensure(number >= 0, "headroom_tables.yaml has a negative size");
    return {static_cast<std::uint64_t>(number)};
}

HeadroomRow read_row(const Node& node)
{
    constexpr std::size_t least = 6;
    std::array<std::int64_t, least + 1> columns{};
    std::size_t count = 0;
    for (const Node& column : node) {
        ensure(count < columns.size(), "headroom_tables.yaml has a row with too many columns");
        columns[count++] = whole_number(column);
    }
    ensure(count >= least, "headroom_tables.yaml has a row with too few columns");
    HeadroomRow row;
    row.speed = {bytes_of(columns[0]).count * bits_per_megabit};
    row.cable = {static_cast<std::uint32_t>(columns[1])};
    row.size = bytes_of(columns[2]);
    row.xon = bytes_of(columns[3]);
    row.xoff = bytes_of(columns[4]);
    row.threshold = columns[5];
    if (count > least)
        row.xon_offset = bytes_of(columns[least]);
    return row;
}

// headroom_tables.yaml, read when the first table is asked for.
struct Tables {
    CatalogFile file{"headroom_tables.yaml", text::headroom_tables};
    std::vector<HeadroomTable> entries;

    Tables()
    {
        for (const Node& node : file.section("tables")) {
            HeadroomTable table;
            table.sku = CatalogFile::member(node, "sku")->value;
            table.path = CatalogFile::member(node, "path")->value;
            table.asic = find_asic(CatalogFile::member(node, "asic")->value);
            ensure(table.asic != nullptr, "headroom_tables.yaml names an ASIC that asics.yaml does not have");
            table.shared_headroom = CatalogFile::member(node, "shared_headroom")->value == "true";
            for (const Node& row : *CatalogFile::member(node, "rows"))
                table.rows.push_back(read_row(row));
            ensure(std::is_sorted(table.rows.begin(), table.rows.end(), before),
                "headroom_tables.yaml is not sorted by speed and cable");
            entries.push_back(std::move(table));
        }
    }

    [[nodiscard]] static bool before(const HeadroomRow& a, const HeadroomRow& b)
    {
        return std::tie(a.speed, a.cable) < std::tie(b.speed, b.cable);
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

const HeadroomTable* table_of_sku(std::string_view sku)
{
    for (const HeadroomTable& table : tables().entries) {
        if (equal_ignoring_case(table.sku, sku))
            return &table;
    }
    return nullptr;
}

std::vector<const HeadroomTable*> tables_of(const Asic& asic)
{
    std::vector<const HeadroomTable*> found;
    for (const HeadroomTable& table : tables().entries) {
        if (table.asic == &asic)
            found.push_back(&table);
    }
    return found;
}

}
