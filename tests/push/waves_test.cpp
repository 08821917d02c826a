// SPDX-License-Identifier: Apache-2.0
#include "push/plan/waves.h"
#include "tests/push/random_plan.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

namespace rocelint::push {
namespace {

bool all(const WaveStep&) { return true; }

unsigned round_of_step(const Plan& plan, const WaveStep& step)
{
    return round_of(plan.devices[step.device].steps[step.step].phase);
}

bool disruptive(const Plan& plan, const WaveStep& step)
{
    return plan.devices[step.device].steps[step.step].transaction.disruptive;
}

struct Case {
    Plan plan;
    std::size_t size = 1;
    std::vector<Wave> waves;
};

// Checks a property that every plan has on many random plans.
template <class Property>
void for_random_plans(Property property)
{
    std::mt19937 random(3);
    for (int round = 0; round < 100; ++round) {
        Case sample{random_plan(random, 1 + random() % 40), 1 + random() % 12, {}};
        sample.waves = make_waves(sample.plan, sample.size, all);
        CAPTURE(round);
        property(sample);
    }
}

TEST_CASE("every step is in exactly one wave")
{
    for_random_plans([](const Case& sample) {
        std::multiset<WaveStep> seen;
        for (const Wave& wave : sample.waves)
            seen.insert(wave.steps.begin(), wave.steps.end());
        std::multiset<WaveStep> wanted;
        for (std::size_t device = 0; device < sample.plan.devices.size(); ++device) {
            for (std::uint32_t step = 0; step < sample.plan.devices[device].steps.size(); ++step)
                wanted.insert({device, step});
        }
        CHECK(seen == wanted);
    });
}

TEST_CASE("the steps of a device stay in order, at most one per wave")
{
    for_random_plans([](const Case& sample) {
        std::map<std::size_t, std::uint32_t> next;
        for (const Wave& wave : sample.waves) {
            std::set<std::size_t> inside;
            for (const WaveStep& step : wave.steps) {
                CHECK(inside.insert(step.device).second);
                CHECK(next[step.device]++ == step.step);
            }
        }
    });
}

TEST_CASE("a round begins when the previous one is over, with a canary of each platform")
{
    for_random_plans([](const Case& sample) {
        unsigned before = 0;
        bool first = true;
        for (const Wave& wave : sample.waves) {
            REQUIRE(!wave.steps.empty());
            const unsigned round = round_of_step(sample.plan, wave.steps.front());
            for (const WaveStep& step : wave.steps)
                CHECK(round_of_step(sample.plan, step) == round);
            CHECK(round >= before);
            CHECK(wave.canary == (first || round != before));
            CHECK(wave.title.find(name_of_round(round)) != std::string::npos);
            if (wave.canary) {
                std::set<std::string> platforms;
                std::set<std::string> wanted;
                for (const WaveStep& step : wave.steps)
                    CHECK(platforms.insert(sample.plan.devices[step.device].platform).second);
                for (const PlanDevice& device : sample.plan.devices) {
                    for (const PlanStep& step : device.steps) {
                        if (round_of(step.phase) == round)
                            wanted.insert(device.platform);
                    }
                }
                CHECK(platforms == wanted);
            } else {
                CHECK(wave.steps.size() <= sample.size);
            }
            before = round;
            first = false;
        }
    });
}

TEST_CASE("devices that must be apart are never in one wave, except canaries, which go one after another")
{
    for_random_plans([](const Case& sample) {
        for (const Wave& wave : sample.waves) {
            for (const WaveStep& a : wave.steps) {
                for (const WaveStep& b : wave.steps) {
                    for (const ApartPair& pair : sample.plan.apart) {
                        if (wave.canary || sample.plan.devices[a.device].name != pair.a
                            || sample.plan.devices[b.device].name != pair.b)
                            continue;
                        CHECK(pair.only_disruptive);
                        CHECK(!disruptive(sample.plan, a));
                        CHECK(!disruptive(sample.plan, b));
                    }
                }
            }
        }
    });
}

TEST_CASE("the same plan gives the same waves, and an unwanted step is in none")
{
    for_random_plans([](const Case& sample) {
        const std::vector<Wave> again = make_waves(sample.plan, sample.size, all);
        REQUIRE(again.size() == sample.waves.size());
        for (std::size_t wave = 0; wave < again.size(); ++wave) {
            CHECK(again[wave].title == sample.waves[wave].title);
            CHECK(again[wave].steps == sample.waves[wave].steps);
        }
        for (const Wave& wave :
            make_waves(sample.plan, sample.size, [](const WaveStep& step) { return step.device % 2 == 0; })) {
            for (const WaveStep& step : wave.steps)
                CHECK(step.device % 2 == 0);
        }
    });
}

TEST_CASE("waves are as full as possible: without pairs that must be apart there are no more than needed")
{
    std::mt19937 random(5);
    Plan plan;
    for (std::size_t device = 0; device < 21; ++device) {
        plan.devices.push_back({std::to_string(device), "eos", {}, {}, {}, {}, {}});
        plan.devices.back().steps.emplace_back();
        plan.devices.back().steps.back().phase = Phase::pfc;
    }
    const std::vector<Wave> waves = make_waves(plan, 10, all);
    REQUIRE(waves.size() == 3);
    CHECK(waves[0].steps.size() == 1);
    CHECK(waves[1].steps.size() == 10);
    CHECK(waves[2].steps.size() == 10);
    CHECK(make_waves(plan, 0, all).size() == 21);
    CHECK(make_waves({}, 10, all).empty());
}

}
}
