// SPDX-License-Identifier: Apache-2.0
#include "models/physics/memory.h"
#include "models/physics/threshold.h"

#include <doctest/doctest.h>

#include <limits>

namespace rocelint {
namespace {

using physics::Alpha;

TEST_CASE("equally loaded queues share a pool by alpha B / (1 + N alpha)")
{
    const Bytes pool{1'000'000};
    CHECK(physics::dynamic_limit({1}, pool, 1).count == 500'000);
    CHECK(physics::dynamic_limit({1}, pool, 4).count == 200'000);
    CHECK(physics::dynamic_limit({1}, pool, 16).count == 58'824);
    CHECK(physics::dynamic_limit({0.125}, pool, 1).count == 111'111);
    CHECK(physics::dynamic_limit({0.125}, pool, 16).count == 41'667);
    CHECK(physics::dynamic_limit({8}, pool, 1).count == 888'889);
    CHECK(physics::dynamic_limit({8}, pool, 8).count == 123'077);
    CHECK(physics::dynamic_limit({0}, pool, 1).count == 0);
    CHECK(physics::dynamic_limit({.infinite = true}, pool, 4).count == 250'000);
}

TEST_CASE("sizes are rounded up to whole cells and shares of a pool down")
{
    CHECK(physics::cells_of({1}, {254}) == 1);
    CHECK(physics::cells_of({508}, {254}) == 2);
    CHECK(physics::cells_of({508}, {0}) == 0);
    CHECK(physics::round_to_cells({150'000}, {192}).count == 150'144);
    CHECK(physics::round_to_cells({150'000}, {0}).count == 150'000);
    CHECK(physics::percent_of({1001}, Percent::whole(50)).count == 500);
    CHECK(physics::percent_of({std::numeric_limits<std::uint64_t>::max()}, Percent::whole(100)).count
        == std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("the margin of marking before pausing grows with the ports that feed a queue")
{
    const Bytes pool{1'000'000};
    CHECK(physics::ecn_margin_dynamic({1}, pool, 1, {500'001}).margin == -1);
    CHECK(physics::ecn_margin_dynamic({1}, pool, 2, {500'000}).margin == 166'667);
    CHECK(physics::ecn_margin_dynamic({1}, pool, 2, {500'000}).queue.count == 666'667);
    CHECK(physics::ecn_margin_dynamic({.infinite = true}, pool, 2, {0}).queue == pool);
    CHECK(physics::ecn_margin_fixed({100'000}, 2, {250'000}).margin == -50'000);
}

TEST_CASE("the bounds of the DCQCN paper are reproduced for its own switch")
{
    // Trident II: 12 MB, 32 ports, 22.4 KB in flight, 8 classes. The paper prints 24.47 and 21.75 KB.
    const physics::DcqcnBounds bounds = physics::dcqcn_bounds({12'000'000}, 32, {22'400}, 8, 8);
    CHECK(bounds.pfc_static.count == 24'475);
    CHECK(bounds.ecn_dynamic == doctest::Approx(21'755.6).epsilon(1e-5));
    CHECK(bounds.ecn_static == doctest::Approx(764.8).epsilon(1e-4));
    CHECK(physics::dcqcn_bounds({12'000'000}, 32, {22'400}, 8, 1).ecn_dynamic == doctest::Approx(12'237.5));
    CHECK(physics::dcqcn_bounds({12'000'000}, 32, {22'400}, 8, 16).ecn_dynamic
        == doctest::Approx(23'035.3).epsilon(1e-5));
    CHECK(physics::dcqcn_bounds({12'000'000}, 32, {22'400}, 2, 8).ecn_dynamic
        == doctest::Approx(146'756).epsilon(1e-5));
    CHECK(physics::dcqcn_bounds({12'000'000}, 32, {22'400}, 1, 8).ecn_dynamic
        == doctest::Approx(313'422).epsilon(1e-5));
}

TEST_CASE("a buffer that headroom uses up leaves no threshold")
{
    CHECK(physics::dcqcn_bounds({1000}, 32, {22'400}, 8, 8).pfc_static.count == 0);
    CHECK(physics::dcqcn_bounds({1000}, 0, {22'400}, 8, 8).ecn_static == 0);
}

TEST_CASE("time and rate give bytes, and a pause lasts at most 65535 quanta")
{
    using namespace std::chrono_literals;
    CHECK(physics::bandwidth_delay({100'000'000'000}, 20us).count == 250'000);
    CHECK(physics::bandwidth_delay({25'000'000'000}, 20us).count == 62'500);
    CHECK(physics::bandwidth_delay({800'000'000'000}, 10us).count == 1'000'000);
    CHECK(physics::longest_pause({10'000'000'000}).count() == 3'355'392);
    CHECK(physics::longest_pause({100'000'000'000}).count() == 335'539);
    CHECK(physics::longest_pause({0}) == std::chrono::nanoseconds::max());
}

TEST_CASE("SONiC admits a group while the port's headroom stays below its maximum")
{
    // sonic-net/sonic-swss tests/test_buffer_dynamic.py: virtual switch, pipeline 18, 122880 bytes per port.
    constexpr std::uint64_t most = 122'880;
    const Bytes lossy = physics::lossy_group_size(18, 4);
    const Bytes lossless{29'696};
    const auto admitted = [&](std::uint64_t lossy_groups, std::uint64_t lossless_groups) {
        const Bytes groups{lossy.count * lossy_groups + lossless.count * lossless_groups};
        return physics::accumulated_headroom({.pipeline_kib = 18, .groups = groups}).count < most;
    };
    CHECK(lossy.count == 18'432);
    CHECK(physics::accumulated_headroom({.pipeline_kib = 18, .groups = {lossy.count + 2 * lossless.count}})
              .count
        == 120'832);
    CHECK(admitted(1, 2));
    CHECK(!admitted(2, 2));
    CHECK(!admitted(1, 3));
    CHECK(admitted(2, 0));
}

TEST_CASE("a port of eight lanes counts twice its pipeline less one and twice its mirror")
{
    CHECK(physics::lossy_group_size(19, 8).count == 37 * 1024);
    CHECK(physics::accumulated_headroom({.pipeline_kib = 19, .lanes = 8}).count == 4096 + (37 + 40) * 1024);
}

TEST_CASE("SONiC sizes its shared headroom pool by the oversubscription")
{
    CHECK(physics::shared_headroom_pool({61'440}, 1, 2)->count == 30'720 - 5120);
    CHECK(physics::shared_headroom_pool({61'440}, 1, 4)->count == 12'800);
    CHECK(physics::shared_headroom_pool({61'441}, 1, 2)->count == 25'601);
    CHECK(physics::shared_headroom_pool({10'240}, 1, 2)->count == 655'360);
    CHECK(!physics::shared_headroom_pool({61'440}, 1, 0));
}

TEST_CASE("a memory sum fits unless it is known to exceed the ASIC's memory")
{
    physics::MemorySum sum{.reserved = {10}, .headroom = {20}, .pools = {70}};
    CHECK(sum.fits());
    sum.memory = Bytes{100};
    CHECK(sum.fits());
    sum.memory = Bytes{99};
    CHECK(!sum.fits());
    CHECK(physics::ports_until_loss({655'360}, {100'000}) == 6);
    CHECK(physics::ports_until_loss({655'360}, {0}) == std::numeric_limits<std::uint64_t>::max());
}

}
}
