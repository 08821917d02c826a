// SPDX-License-Identifier: Apache-2.0
#include "models/catalog/asic.h"
#include "rules/hdr/headroom_need.h"
#include "rules/hdr/table_shape.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

namespace rocelint {
namespace {

constexpr Bytes tolerance{1024};
constexpr double share = 0.6;

std::string label(const catalog::HeadroomTable& table, BitsPerSecond speed, Metres cable)
{
    return fmt::format("{} {}G {}m", table.sku, speed.count / 1'000'000'000, cable.count);
}

// Judged by the formulas alone, so that no table vouches for itself.
HeadroomVerdict judge_row(const catalog::HeadroomTable& table, const catalog::HeadroomRow& row)
{
    HeadroomQuestion question;
    question.input = headroom_input(row.speed, row.cable);
    question.input.shared_headroom = table.shared_headroom;
    question.asic = table.asic;
    question.choice = HeadroomChoice::dynamic_model;
    HeadroomNeed need = headroom_need(question);
    question.choice = HeadroomChoice::component_model;
    for (const AcceptedHeadroom& accepted : headroom_need(question).accepted)
        need.accepted.push_back(accepted);
    std::ranges::sort(need.accepted, {}, &AcceptedHeadroom::xoff);
    return judge(need, row.xoff, tolerance, share);
}

std::vector<HeadroomPoint> points_of(const catalog::HeadroomTable& table)
{
    std::vector<HeadroomPoint> points;
    for (std::size_t row = 0; row < table.rows.size(); ++row)
        points.push_back({table.rows[row].speed, table.rows[row].cable, table.rows[row].xoff, row});
    return points;
}

TEST_CASE("dump")
{
    for (const catalog::HeadroomTable& table : catalog::headroom_tables()) {
        for (const catalog::HeadroomRow& row : table.rows) {
            const auto v = judge_row(table, row);
            if (v != HeadroomVerdict::enough)
                MESSAGE((v == HeadroomVerdict::lossy ? "LOSSY " : "small "), label(table, row.speed, row.cable), " ", row.xoff.count, " floor ", physics::headroom_floor(headroom_input(row.speed,row.cable)).count);
        }
        for (const auto& step : falling_steps(points_of(table)))
            MESSAGE("falls ", label(table, step.more.speed, step.more.cable), " ", step.more.xoff.count, " < ", label(table, step.less.speed, step.less.cable), " ", step.less.xoff.count);
        for (const auto& step : odd_slopes(points_of(table), 0.95, 4.0, tolerance))
            MESSAGE("slope ", label(table, step.more.speed, step.more.cable), " ", step.slope, " from ", step.less.cable.count, " xoff ", step.less.xoff.count, "->", step.more.xoff.count);
    }
}

}
}
