// SPDX-License-Identifier: Apache-2.0
#include "models/catalog/asic.h"
#include "tests/models/physics/csv.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace rocelint {
namespace {

using catalog::find_asic;

TEST_CASE("an ASIC is found by its name, by a SKU, a platform and a model, in any case")
{
    const std::pair<const char*, const char*> rows[] = {{"spectrum-4", "spectrum-4"},
        {"Mellanox-SN5600-C224O8", "spectrum-4"},
        {"x86_64-nvidia_sn5600-r0", "spectrum-4"},
        {"ACS-MSN2700", "spectrum-1"},
        {"mellanox-sn2700-d48c8", "spectrum-1"},
        {"ACS-MSN3700", "spectrum-2"},
        {"ACS-MSN4700", "spectrum-3"},
        {"ACS-SN5640", "spectrum-5"},
        {"ACS-SN6600_LD", "spectrum-6"},
        {"newport", "tofino-2"},
        {"vs", "vs"},
        {"Force10-S6000", "trident2"},
        {"tomahawk4", "tomahawk4"},
        {"DCS-7060X6-64PE-F", "tomahawk5"},
        {"dcs-7050cx3-32s", "trident3"},
        {"Arista-7260CX3-D108C8", "tomahawk2"},
        {"Arista-7060X6-64PE-B-P32O64", "tomahawk5"},
        {"Arista-7800R3A-36D2-C36", "jericho2c+"},
        {"Arista-7800R3A-36DM2-C36", "jericho2c+"},
        {"DCS-7280CR3-32P4-F", "jericho2"},
        {"DCS-7280R4-32QF-32DF", "jericho3"}};
    for (const auto& [name, asic] : rows) {
        CAPTURE(name);
        REQUIRE(find_asic(name) != nullptr);
        CHECK(find_asic(name)->name == asic);
    }
    CHECK(find_asic("") == nullptr);
    CHECK(find_asic("mellanox") == nullptr);
    CHECK(find_asic("no-such-thing") == nullptr);
}

TEST_CASE("a device's ASIC is what its platform says, else its model")
{
    Device device;
    CHECK(catalog::asic_of(device) == nullptr);
    device.model = "ACS-MSN4700";
    REQUIRE(catalog::asic_of(device) != nullptr);
    CHECK(catalog::asic_of(device)->name == "spectrum-3");
    device.asic = "x86_64-mlnx_msn3700-r0";
    CHECK(catalog::asic_of(device)->name == "spectrum-2");
    device.asic = "x86_64-unknown-r0";
    CHECK(catalog::asic_of(device)->name == "spectrum-3");
}

TEST_CASE("a dynamic threshold is a power of two only where a source says so")
{
    const catalog::Asic& spectrum = *find_asic("spectrum-3");
    CHECK(spectrum.alpha_of(0)->value == 1);
    CHECK(spectrum.alpha_of(-7)->value == 1.0 / 128);
    CHECK(spectrum.alpha_of(6)->value == 64);
    CHECK(spectrum.alpha_of(-8)->value == 0);
    CHECK(!spectrum.alpha_of(6)->infinite);
    CHECK(spectrum.alpha_of(7)->infinite);
    CHECK(!find_asic("tomahawk5")->alpha_of(0));
    CHECK(!find_asic("jericho2")->alpha_of(-6));
}

TEST_CASE("every figure that a headroom model needs is in the catalog with its source")
{
    int modelled = 0;
    for (const catalog::Asic& asic : catalog::all_asics()) {
        CAPTURE(asic.name);
        CHECK(find_asic(asic.name) == &asic);
        if (!asic.model.known())
            continue;
        ++modelled;
        CHECK(asic.cell.known());
        CHECK(asic.pipeline_kib.known());
        CHECK(asic.mac_phy_kib.known());
        CHECK(asic.peer_response_kib.known());
    }
    CHECK(modelled == 8);
    CHECK(find_asic("spectrum-4")->tile_delay.value);
    CHECK(!find_asic("spectrum-6")->tile_delay.value);
    CHECK(find_asic("spectrum-6")->extra_xoff.value.count == 18 * 1024);
}

TEST_CASE("the shipped tables are the upstream files, row by row")
{
    std::map<std::string, std::vector<std::vector<std::string>>> by_path;
    for (auto& row : read_csv("pg_profile.csv"))
        by_path[row[0]].push_back(row);
    std::size_t total = 0;
    for (const catalog::HeadroomTable& table : catalog::headroom_tables()) {
        const auto found = by_path.find(std::string(table.path));
        if (found == by_path.end())
            continue;
        CAPTURE(table.path);
        CHECK(table.asic != nullptr);
        const auto& rows = found->second;
        REQUIRE(rows.size() == table.rows.size());
        for (const auto& row : rows) {
            const auto same = [&row](const catalog::HeadroomRow& entry) {
                return entry.speed.count == std::stoull(row[1]) * 1'000'000
                    && entry.cable.count == std::stoul(row[2]) && entry.size.count == std::stoull(row[3])
                    && entry.xon.count == std::stoull(row[4]) && entry.xoff.count == std::stoull(row[5])
                    && entry.threshold == std::stoll(row[6])
                    && (row[7].empty() ? !entry.xon_offset : entry.xon_offset == Bytes{std::stoull(row[7])});
            };
            CHECK(std::count_if(table.rows.begin(), table.rows.end(), same) == 1);
        }
        total += rows.size();
    }
    CHECK(total == 401);
}

TEST_CASE("each shipped table is in the catalog once, with its source and SKUs")
{
    std::map<std::string, std::string_view> by_rows;
    std::set<std::string_view> paths;
    for (const catalog::HeadroomTable& table : catalog::headroom_tables()) {
        CAPTURE(table.path);
        std::string rows;
        for (const catalog::HeadroomRow& row : table.rows)
            rows += fmt::format("{} {} {} {} {} {} {};",
                row.speed.count,
                row.cable.count,
                row.size.count,
                row.xon.count,
                row.xoff.count,
                row.threshold,
                row.xon_offset.value_or(Bytes{0}).count);
        CHECK(by_rows.emplace(rows, table.path).second);
        CHECK(paths.insert(table.path).second);
        CHECK(table.path.starts_with("device/"));
        CHECK_FALSE(table.rows.empty());
        CHECK(std::adjacent_find(table.rows.begin(), table.rows.end(), [](const auto& a, const auto& b) {
            return a.speed == b.speed && a.cable == b.cable;
        }) == table.rows.end());
        for (const std::string_view sku : table.skus) {
            const auto tables = catalog::tables_of_sku(sku);
            CHECK(std::find(tables.begin(), tables.end(), &table) != tables.end());
            // A SKU whose chip the catalog knows is not listed under another chip.
            const catalog::Asic* chip = find_asic(sku);
            CHECK((chip == nullptr || table.asic == nullptr || chip == table.asic));
        }
    }
    CHECK(by_rows.size() == 110);
}

TEST_CASE("a line of a shipped table covers its speeds and cables, with one value or one for each")
{
    // 1000,10000 5,40,300 41808 18432 40560 -1 2496
    const catalog::HeadroomTable& flat = *catalog::table_of_sku("common/profiles/td2/gen/RDMA-CENTRIC");
    REQUIRE(flat.row({10'000'000'000}, {300}) != nullptr);
    CHECK(flat.row({1'000'000'000}, {5})->xoff.count == 40560);
    CHECK(flat.row({10'000'000'000}, {300})->size.count == 41808);
    // 100000 5,40,300 48464,53872,92976 18432 47216,52624,91728 -1 2496
    CHECK(flat.row({100'000'000'000}, {40})->size.count == 53872);
    CHECK(flat.row({100'000'000'000}, {300})->xoff.count == 91728);
    CHECK(flat.row({100'000'000'000}, {300})->threshold == -1);
}

TEST_CASE("a table's row is that of the next longer cable of the same speed")
{
    const catalog::HeadroomTable& table = *catalog::table_of_sku("acs-msn3700");
    constexpr BitsPerSecond speed{100'000'000'000};
    REQUIRE(table.row(speed, {5}) != nullptr);
    CHECK(table.row(speed, {5})->xoff.count == 33792);
    CHECK(table.row(speed, {6})->cable.count == 40);
    CHECK(table.row(speed, {300})->xoff.count == 117760);
    CHECK(table.row(speed, {301}) == nullptr);
    CHECK(table.row({123}, {5}) == nullptr);
    CHECK(catalog::table_of_sku("no-such-sku") == nullptr);
}

TEST_CASE("a table without reserved xoff is one of a shared headroom pool")
{
    CHECK(catalog::table_of_sku("Mellanox-SN5600-C224O8")->shared_headroom);
    CHECK(catalog::table_of_sku("Mellanox-SN5640-C512S2")->shared_headroom);
    CHECK(!catalog::table_of_sku("ACS-SN5600")->shared_headroom);
    CHECK(catalog::tables_of(*find_asic("spectrum-4")).size() == 7);
    CHECK(catalog::tables_of(*find_asic("spectrum-2")).size() == 3);
}

TEST_CASE("delays are known for the speeds that a source names and no other")
{
    CHECK(catalog::response_quanta({400'000'000'000}).value == 905);
    CHECK(catalog::response_quanta({100'000'000}).value == 1);
    CHECK(!catalog::response_quanta({1'600'000'000'000}).known());
    CHECK(catalog::interface_bits({100'000'000'000}).value == 122'880);
    CHECK(!catalog::interface_bits({400'000'000'000}).known());
    CHECK(catalog::find_nic("ConnectX-7") == catalog::find_nic("mlx5"));
    CHECK(catalog::find_nic("bnxt") == nullptr);
}

}
}
