// SPDX-License-Identifier: Apache-2.0
#include "models/advice/gpu_hours.h"

#include <doctest/doctest.h>

namespace rocelint::advice {
namespace {

constexpr Usage year_of_1024{1024, 8760, {0.8}};

TEST_CASE("1024 GPUs lose 194 thousand GPU-hours in a year where a quarter of a step runs at 90 percent")
{
    CHECK(year_of_1024.whole().count == doctest::Approx(7'176'192));
    CHECK(step_time_ratio({0.25}, {0.9}) == doctest::Approx(1.0278).epsilon(0.0001));
    CHECK(lost_share({0.25}, {0.9}).value == doctest::Approx(0.0270).epsilon(0.001));
    CHECK(lost_gpu_hours(year_of_1024, {0.25}, {0.9}).count == doctest::Approx(194'000).epsilon(0.001));
}

TEST_CASE("a fault that halves the bandwidth of 30 percent of a step costs 23 percent of the cluster")
{
    CHECK(step_time_ratio({0.3}, {0.5}) == doctest::Approx(1.3));
    CHECK(lost_share({0.3}, {0.5}).value == doctest::Approx(0.2308).epsilon(0.001));
}

TEST_CASE(
    "nothing is lost without communication or at full bandwidth, and never more than communication can delay")
{
    for (const double share : {0.0, 0.1, 0.5, 1.0}) {
        CHECK(lost_share({share}, {1}).value == doctest::Approx(0));
        double before = 0;
        for (const double efficiency : {0.9, 0.5, 0.1, 0.001}) {
            const double lost = lost_share({share}, {efficiency}).value;
            CHECK(lost >= before);
            CHECK(lost <= 1 - efficiency + 1e-12);
            before = lost;
        }
    }
    CHECK(lost_share({0}, {0.5}).value == doctest::Approx(0));
}

TEST_CASE("the break-even loses exactly what was asked for")
{
    for (const double lost : {0.001, 0.02, 0.2}) {
        const auto efficiency = break_even_efficiency({0.25}, {lost});
        REQUIRE(efficiency);
        CHECK(lost_share({0.25}, *efficiency).value == doctest::Approx(lost));
        const auto share = break_even_communication({0.5}, {lost});
        REQUIRE(share);
        CHECK(lost_share(*share, {0.5}).value == doctest::Approx(lost));
    }
}

TEST_CASE("there is no break-even that no efficiency or no share of communication reaches")
{
    CHECK_FALSE(break_even_efficiency({0}, {0.1}));
    CHECK_FALSE(break_even_efficiency({0.2}, {1}));
    CHECK_FALSE(break_even_communication({1}, {0.1}));
    CHECK_FALSE(break_even_communication({0.9}, {0.5}));
    CHECK_FALSE(break_even_communication({0.9}, {1.2}));
}

}
}
