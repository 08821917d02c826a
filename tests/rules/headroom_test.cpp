// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/headroom_need.h"
#include "models/catalog/asic.h"
#include "rules/hdr/table_shape.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
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

// By the formulas alone, so that no table vouches for itself.
HeadroomVerdict judge_by_formulas(const catalog::HeadroomTable& table, const catalog::HeadroomRow& row)
{
    HeadroomQuestion question = question_of(table, row);
    question.choice = HeadroomChoice::dynamic_model;
    HeadroomNeed need = headroom_need(question);
    question.choice = HeadroomChoice::component_model;
    for (const AcceptedHeadroom& accepted : headroom_need(question).accepted)
        need.accepted.push_back(accepted);
    std::ranges::sort(need.accepted, {}, &AcceptedHeadroom::xoff);
    return judge(need, row.xoff, tolerance, share);
}

// Rows of the table with this verdict, one a line.
std::string rows_with(const catalog::HeadroomTable& table, HeadroomVerdict verdict)
{
    std::string rows;
    for (const catalog::HeadroomRow& row : table.rows) {
        if (judge_by_formulas(table, row) == verdict)
            rows += label(table, row) + '\n';
    }
    return rows;
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
            question.table = &table;
            CHECK(judge(headroom_need(question), row.xoff, {0}, share) == HeadroomVerdict::enough);
        }
    }
}

TEST_CASE("by the formulas alone only two shipped rows are an error: they repeat those of a lower speed")
{
    std::string errors;
    for (const catalog::HeadroomTable& table : catalog::headroom_tables())
        errors += rows_with(table, HeadroomVerdict::lossy);
    CHECK(errors == "newport 400G 5 m\nnewport 400G 40 m\n");
}

TEST_CASE("by the formulas alone these shipped rows are a warning")
{
    struct Expected {
        std::string_view sku;
        std::string_view rows;
    };
    constexpr Expected expected[] = {
        {"ACS-MSN2700", "ACS-MSN2700 100G 5 m\nACS-MSN2700 100G 40 m\n"},
        {"ACS-MSN3700", "ACS-MSN3700 100G 5 m\nACS-MSN3700 100G 40 m\nACS-MSN3700 200G 5 m\n"},
        {"ACS-MSN4700",
            "ACS-MSN4700 100G 5 m\nACS-MSN4700 100G 40 m\nACS-MSN4700 200G 5 m\nACS-MSN4700 400G 5 m\n"
            "ACS-MSN4700 400G 40 m\n"},
        {"ACS-SN5600", ""},
        {"Arista-7060X6-64PE-B-P32O64", ""},
    };
    for (const Expected& row : expected) {
        CAPTURE(row.sku);
        const catalog::HeadroomTable* table = catalog::table_of_sku(row.sku);
        REQUIRE(table != nullptr);
        CHECK(rows_with(*table, HeadroomVerdict::small) == row.rows);
    }
}

TEST_CASE("the choice of a model leaves the others out")
{
    HeadroomQuestion question;
    question.input = headroom_input(gigabits(100), {40});
    question.asic = catalog::find_asic("spectrum-2");
    question.table = catalog::table_of_sku("ACS-MSN3700");
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
    question.table = nullptr;
    question.choice = HeadroomChoice::shipped_table;
    CHECK(headroom_need(question).accepted.empty());
}

TEST_CASE("of an unknown switch only the component model and the floor are known")
{
    HeadroomQuestion question;
    question.input = headroom_input(gigabits(100), {300});
    const HeadroomNeed need = headroom_need(question);
    CHECK_FALSE(need.knows_switch);
    REQUIRE(need.accepted.size() == 1);
    // 1024 of a packet, 37500 on 300 m both ways, 394 quanta of 64 bytes.
    CHECK(need.floor.count == 1024 + 37500 + 394 * 64);
    CHECK(judge(need, need.accepted.front().xoff, {0}, share) == HeadroomVerdict::enough);
    CHECK(judge(need, need.floor, {0}, share) == HeadroomVerdict::small);
    CHECK(judge(need, {38000}, {0}, share) == HeadroomVerdict::lossy);
}

TEST_CASE("headroom that falls with the cable or the speed is found in shipped tables")
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
    std::string others;
    for (const catalog::HeadroomTable& table : catalog::headroom_tables()) {
        if (table.sku != "Mellanox-SN5600-C224O8" && table.sku != "Nokia-IXR7220-H6-P128")
            others += falls_of(points_of(table));
    }
    CHECK(others == "");
}

TEST_CASE("headroom that falls is found in further tables as vendors have shipped them")
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

TEST_CASE("headroom grows at least as light does and at most four times as fast")
{
    CHECK(slopes_of({{gigabits(100), {5}, {36864}}, {gigabits(100), {300}, {61440}}}) == "100G 0.66\n");
    CHECK(slopes_of({{gigabits(100), {5}, {36864}}, {gigabits(100), {40}, {131072}}}) == "100G 21.32\n");
    CHECK(slopes_of({{gigabits(100), {5}, {36864}}, {gigabits(100), {300}, {117760}}}) == "");
    // The same for all lengths is plenty for the longest.
    CHECK(slopes_of({{gigabits(100), {5}, {160000}}, {gigabits(100), {300}, {160000}}}) == "");
    for (const catalog::HeadroomTable& table : catalog::headroom_tables()) {
        CAPTURE(table.sku);
        CHECK(is_shipped(points_of(table)));
    }
}

}
}
