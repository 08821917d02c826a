// SPDX-License-Identifier: Apache-2.0
#include "models/advice/considerations.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

namespace rocelint::advice {
namespace {

// Answers to every question.
Answers complete()
{
    Answers answers;
    answers.gpus = 1024;
    answers.gpus_in_two_years = 1500;
    answers.job_gpus = 512;
    answers.workload = "training";
    answers.communication = 0.25;
    answers.efficiency_roce = 0.9;
    answers.hours = 8760;
    answers.utilisation = 0.8;
    answers.gpu_hour_price = 2;
    answers.fabric_premium = 500'000;
    answers.runs = {"ethernet"};
    answers.skills = {"ethernet"};
    answers.shared_with = {"storage"};
    return answers;
}

Consideration of(const Answers& answers, std::string_view id)
{
    const std::vector<Consideration> all = consider(answers);
    const auto found = std::ranges::find(all, id, &Consideration::id);
    REQUIRE(found != all.end());
    return *found;
}

TEST_CASE("without answers every rule is open, and every answer that one needs is asked for once")
{
    for (const Consideration& one : consider({})) {
        CAPTURE(one.id);
        CHECK(one.verdict == Verdict::open);
        CHECK_FALSE(one.missing.empty());
        CHECK(one.lean == Lean::none);
    }
    const std::vector<std::string_view> missing = missing_answers({});
    CHECK(std::set<std::string_view>(missing.begin(), missing.end()).size() == missing.size());
    CHECK(missing.size() == 13);
    CHECK(missing.front() == "gpus");
    CHECK(missing_answers(complete()).empty());
}

TEST_CASE("the size decides by what it is in two years, and in the middle communication decides")
{
    Answers answers = complete();
    CHECK(of(answers, "size-small").verdict == Verdict::silent);
    CHECK(of(answers, "size-medium").lean == Lean::ethernet);
    answers.communication = 0.31;
    CHECK(of(answers, "size-medium").lean == Lean::infiniband);
    answers.communication.reset();
    CHECK(of(answers, "size-medium").verdict == Verdict::open);
    answers.gpus_in_two_years = 2049;
    CHECK(of(answers, "size-medium").verdict == Verdict::silent);
    CHECK(of(answers, "size-large").lean == Lean::infiniband);
    answers.gpus = 100;
    answers.gpus_in_two_years = 512;
    CHECK(of(answers, "size-small").lean == Lean::ethernet);
}

TEST_CASE("what the site runs, knows and shares decides the rules that an operator stated")
{
    Answers answers = complete();
    CHECK(of(answers, "existing").verdict == Verdict::silent);
    answers.runs = {"infiniband"};
    CHECK(of(answers, "existing").lean == Lean::infiniband);
    CHECK(of(answers, "shared").lean == Lean::ethernet);
    answers.shared_with->clear();
    CHECK(of(answers, "shared").verdict == Verdict::silent);
    CHECK(of(answers, "team").lean == Lean::ethernet);
    answers.skills = {"ethernet", "infiniband"};
    CHECK(of(answers, "team").verdict == Verdict::silent);
    answers.job_gpus = 63;
    CHECK(of(answers, "synchronous").verdict == Verdict::silent);
    answers.job_gpus = 64;
    CHECK(of(answers, "synchronous").lean == Lean::infiniband);
}

TEST_CASE("the premium is compared with what the lost GPU-hours are worth")
{
    Answers answers = complete();
    const auto found = break_even(answers, answers.efficiency_roce);
    REQUIRE(found);
    CHECK(found->worth == doctest::Approx(387'900).epsilon(0.001));
    CHECK_FALSE(found->pays());
    CHECK(of(answers, "worth").lean == Lean::ethernet);
    answers.fabric_premium = 300'000;
    CHECK(of(answers, "worth").lean == Lean::infiniband);
    CHECK(of(answers, "elsewhere").verdict == Verdict::silent);
    answers.fabric_premium = 10'000'000;
    CHECK(of(answers, "elsewhere").lean == Lean::ethernet);
    answers.gpu_hour_price.reset();
    CHECK(of(answers, "worth").missing == std::vector<std::string_view>{"gpu_hour_price"});
    CHECK_FALSE(break_even(answers, answers.efficiency_roce));
}

TEST_CASE("turning points lie where the comparison turns")
{
    const std::vector<std::string> points = turning_points(complete());
    REQUIRE(points.size() >= 5);
    CHECK(points[0].starts_with("RoCE: at a premium of 3879"));
    CHECK(points[1].starts_with("RoCE: with efficiency_roce below 0.8"));
    CHECK(points[2].starts_with("RoCE: with communication above 0.3"));
    CHECK(turning_points({}).empty());
}

}
}
