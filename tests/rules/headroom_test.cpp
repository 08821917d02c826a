// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/headroom_need.h"
#include "models/catalog/asic.h"
#include "rules/hdr/table_shape.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace rocelint {
namespace {

constexpr Bytes tolerance{1024};
constexpr double share = 0.6;

constexpr BitsPerSecond gigabits(std::uint64_t count) { return {count * 1'000'000'000}; }

std::string label(const catalog::HeadroomTable& table, const catalog::HeadroomRow& row)
{
    return fmt::format("{} {}G {} m", table.sku, row.speed.count / 1'000'000'000, row.cable.count);
}

HeadroomQuestion question_of(const catalog::HeadroomTable& table, const catalog::HeadroomRow& row)
{
    HeadroomQuestion question;
    question.input = headroom_input(row.speed, row.cable);
    question.input.shared_headroom = table.shared_headroom;
    question.shared_headroom = table.shared_headroom;
    question.asic = table.asic;
    return question;
}

std::vector<HeadroomPoint> points_of(const catalog::HeadroomTable& table)
{
    std::vector<HeadroomPoint> points;
    for (std::size_t row = 0; row < table.rows.size(); ++row)
        points.push_back({table.rows[row].speed, table.rows[row].cable, table.rows[row].xoff, row});
    return points;
}

std::string falls_of(const std::vector<HeadroomPoint>& points)
{
    std::string falls;
    for (const HeadroomStep& step : falling_steps(points))
        falls += fmt::format("{}G {} m has {}, {}G {} m has {}\n",
            step.less.speed.count / 1'000'000'000,
            step.less.cable.count,
            step.less.xoff.count,
            step.more.speed.count / 1'000'000'000,
            step.more.cable.count,
            step.more.xoff.count);
    return falls;
}

std::string slopes_of(const std::vector<HeadroomPoint>& points)
{
    std::string slopes;
    for (const HeadroomStep& step : odd_slopes(points, 0.95, 4.0, tolerance))
        slopes += fmt::format("{}G {:.2f}\n", step.more.speed.count / 1'000'000'000, step.slope);
    return slopes;
}

TEST_CASE("a shipped row is never called too small on the switch that it is shipped for")
{
    for (const catalog::HeadroomTable& table : catalog::headroom_tables()) {
        for (const catalog::HeadroomRow& row : table.rows) {
            CAPTURE(label(table, row));
            HeadroomQuestion question = question_of(table, row);
            question.tables = {&table};
            const HeadroomNeed need = headroom_need(question);
            // A row that does not even hold the cable's bytes is a placeholder and proves nothing.
            CHECK(judge(need, row.xoff, {0}, share)
                == (row.xoff < need.floor ? HeadroomVerdict::unproven : HeadroomVerdict::enough));
        }
    }
}

TEST_CASE("a shipped row is never called too small on a switch with an unknown chip")
{
    for (const catalog::HeadroomTable& table : catalog::headroom_tables()) {
        for (const catalog::HeadroomRow& row : table.rows) {
            CAPTURE(label(table, row));
            HeadroomQuestion question;
            question.input = headroom_input(row.speed, row.cable);
            const HeadroomNeed need = headroom_need(question);
            const HeadroomVerdict verdict = judge(need, row.xoff, {0}, share);
            if (row.xoff < need.floor)
                CHECK(verdict == HeadroomVerdict::lossy);
            else
                CHECK(verdict == (table.repeats ? verdict : HeadroomVerdict::enough));
        }
    }
}

TEST_CASE("Tomahawk 4 at 400G and 40 m needs what its vendors ship, not the standard's bytes")
{
    HeadroomQuestion question;
    question.input = headroom_input(gigabits(400), {40});
    question.asic = catalog::find_asic("Nokia-IXR7220-H4-64D");
    REQUIRE(question.asic != nullptr);
    question.tables = catalog::tables_of_sku("Nokia-IXR7220-H4-64D");
    REQUIRE_FALSE(question.tables.empty());
    CHECK(question.tables.front()->row(gigabits(400), {40})->xoff.count == 330200);
    CHECK(judge(headroom_need(question), {88168}, tolerance, share) == HeadroomVerdict::lossy);
    CHECK(judge(headroom_need(question), {330200}, tolerance, share) == HeadroomVerdict::enough);
}

TEST_CASE("a chip without a table and a cell size is not proven")
{
    catalog::Asic chip;
    HeadroomQuestion question;
    question.input = headroom_input(gigabits(100), {40});
    question.asic = &chip;
    CHECK(headroom_need(question).accepted.empty());
    CHECK(judge(headroom_need(question), {900000}, tolerance, share) == HeadroomVerdict::unproven);
    // Less than what the cable holds loses frames on any chip.
    CHECK(judge(headroom_need(question), {5000}, tolerance, share) == HeadroomVerdict::lossy);
    chip.cell = {{256}, "a source"};
    const HeadroomNeed need = headroom_need(question);
    REQUIRE(need.accepted.size() == 1);
    CHECK(need.accepted.front().xoff > physics::component_headroom(question.input, {}).xoff);
    CHECK(judge(need, need.accepted.front().xoff, {0}, share) == HeadroomVerdict::enough);
    CHECK(judge(need, {60000}, tolerance, share) == HeadroomVerdict::unproven);
}

TEST_CASE("exactly these shipped rows hold less than the cable, and none of them is recommended")
{
    std::string named;
    for (const catalog::HeadroomTable& table : catalog::headroom_tables()) {
        const auto below = std::ranges::count_if(table.rows, [](const catalog::HeadroomRow& row) {
            return row.xoff < physics::headroom_floor(headroom_input(row.speed, row.cable));
        });
        if (below > 0)
            named += fmt::format("{} {}; ", table.sku, below);
    }
    // Most are rows of 1500 and 2000 m with half the bytes in flight on the round trip.
    CHECK(named
        == "Nokia-IXR7220-D4-36D 2; Mellanox-SN2700-D48C8 4; Mellanox-SN3800-D112C8 3; "
           "Mellanox-SN4600C-D112C8 3; Mellanox-SN4700-C128 4; Mellanox-SN4700-O8C48 2; "
           "Mellanox-SN4280-O8V40 2; DellEMC-Z9332f-M-O16C64 3; M2-W6510-48GT4V 4; "
           "Nokia-IXR7220-H4-64D 1; Nokia-IXR7220-H5-64O 2; clx25600-48d8e 10; ");
}

TEST_CASE("choosing a model leaves the others out")
{
    HeadroomQuestion question;
    question.input = headroom_input(gigabits(100), {40});
    question.asic = catalog::find_asic("spectrum-2");
    question.tables = catalog::tables_of_sku("ACS-MSN3700");
    const auto least = [&](HeadroomChoice choice) {
        question.choice = choice;
        return headroom_need(question).accepted.front().xoff.count;
    };
    CHECK(least(HeadroomChoice::automatic) == 44032);
    CHECK(least(HeadroomChoice::shipped_table) == 44032);
    CHECK(least(HeadroomChoice::dynamic_model)
        == physics::spectrum_headroom(question.input, question.asic->delays()).xoff.count);
    CHECK(least(HeadroomChoice::component_model)
        == physics::component_headroom(question.input, question.asic->cell.value).xoff.count);
    question.asic = nullptr;
    question.tables.clear();
    question.choice = HeadroomChoice::shipped_table;
    CHECK(headroom_need(question).accepted.empty());
}

TEST_CASE("for an unknown switch only other switches' rows and the floor are known")
{
    HeadroomQuestion question;
    question.input = headroom_input(gigabits(100), {300});
    const HeadroomNeed need = headroom_need(question);
    CHECK_FALSE(need.knows_switch);
    CHECK(need.accepted.empty());
    // 1024 for a packet, 37500 for the round trip over 300 m.
    CHECK(need.floor.count == 1024 + 37500);
    // NVIDIA's shipped value is above the physical minimum and below the standard's maxima.
    CHECK(judge(need, {78848}, {0}, share) == HeadroomVerdict::enough);
    CHECK(judge(need, {78849}, {0}, share) == HeadroomVerdict::unproven);
    CHECK(judge(need, {9000000}, {0}, share) == HeadroomVerdict::enough);
    CHECK(judge(need, {38000}, {0}, share) == HeadroomVerdict::lossy);
}

TEST_CASE("headroom that falls with cable length or speed is found in shipped tables")
{
    const auto falls = [](std::string_view sku) {
        const catalog::HeadroomTable* table = catalog::table_of_sku(sku);
        REQUIRE(table != nullptr);
        return falls_of(points_of(*table));
    };
    CHECK(falls("Mellanox-SN5600-C224O8")
        == "10G 40 m has 20480, 10G 250 m has 14336\n25G 40 m has 22528, 25G 250 m has 20480\n");
    CHECK(falls("Nokia-IXR7220-H6-P128")
        == "50G 5 m has 135660, 100G 5 m has 125580\n50G 30 m has 141960, 100G 30 m has 130200\n"
           "50G 40 m has 144480, 100G 40 m has 131880\n50G 300 m has 212940, 100G 300 m has 180180\n"
           "50G 500 m has 265860, 100G 500 m has 217560\n");
    std::set<std::string_view> others;
    for (const catalog::HeadroomTable& table : catalog::headroom_tables()) {
        if (!falls_of(points_of(table)).empty())
            others.insert(table.sku);
    }
    CHECK(fmt::format("{}", fmt::join(others, " "))
        == "Arista-7050CX3-32S-D48C8 Arista-7060X6-64PE-B-O128 CX532P-N_TL07E02 CX732Q-N_TL07E03 "
           "DellEMC-Z9332f-M-O16C64 Mellanox-SN4700-C128 Mellanox-SN5600-C224O8 NH-5010-F-O64 NH-5010-F-O64-C2 "
           "Nokia-IXR7220-H6-64 Nokia-IXR7220-H6-P128");
}

TEST_CASE("falling headroom is also found in further tables that vendors have shipped")
{
    // sonic-buildimage device/mellanox/x86_64-mlnx_msn4700-r0/Mellanox-SN4700-C128
    CHECK(falls_of({{gigabits(10), {1500}, {55296}}, {gigabits(10), {2000}, {32768}}})
        == "10G 1500 m has 55296, 10G 2000 m has 32768\n");
    // sonic-buildimage device/nexthop, NH-5010 O32-C32
    CHECK(falls_of({{gigabits(800), {30}, {244000}}, {gigabits(400), {30}, {514553}}})
        == "400G 30 m has 514553, 800G 30 m has 244000\n");
    CHECK(falls_of({}) == "");
    CHECK(falls_of({{gigabits(10), {5}, {1}}, {gigabits(25), {40}, {0}}}) == "");
}

TEST_CASE("headroom grows at least with the speed of light and at most four times as fast")
{
    CHECK(slopes_of({{gigabits(100), {5}, {36864}}, {gigabits(100), {300}, {61440}}}) == "100G 0.66\n");
    CHECK(slopes_of({{gigabits(100), {5}, {36864}}, {gigabits(100), {40}, {131072}}}) == "100G 21.32\n");
    CHECK(slopes_of({{gigabits(100), {5}, {36864}}, {gigabits(100), {300}, {117760}}}) == "");
    // One value for all lengths is enough for the longest.
    CHECK(slopes_of({{gigabits(100), {5}, {160000}}, {gigabits(100), {300}, {160000}}}) == "");
    for (const catalog::HeadroomTable& table : catalog::headroom_tables()) {
        CAPTURE(table.sku);
        CHECK(is_shipped(points_of(table)));
    }
}

TEST_CASE("a table whose lengths lie between those of a shipped one has the rows of the longer lengths")
{
    // sonic-buildimage device/mellanox/x86_64-mlnx_msn4700-r0/ACS-MSN4700
    CHECK(is_shipped({{gigabits(100), {10}, {44032}}, {gigabits(100), {40}, {44032}}}));
    CHECK_FALSE(is_shipped({{gigabits(100), {10}, {44032}}, {gigabits(100), {41}, {44032}}}));
}

}
}
