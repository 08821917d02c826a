// SPDX-License-Identifier: Apache-2.0
#include "models/catalog/asic.h"
#include "models/physics/headroom.h"

#include <doctest/doctest.h>

namespace rocelint {
namespace {

constexpr std::uint64_t giga = 1'000'000'000;

physics::HeadroomInput link(std::uint64_t gigabits, std::uint32_t metres, std::uint32_t quanta)
{
    physics::HeadroomInput input;
    input.speed = {gigabits * giga};
    input.cable = {metres};
    input.mtu = {9216};
    input.lossless_mtu = {9216};
    input.response_quanta = quanta;
    input.interface_bits = catalog::interface_bits(input.speed).value;
    return input;
}

TEST_CASE("the component model adds the packets, the pause frame, the cable and the delays of both ends")
{
    struct Row {
        std::uint64_t gigabits;
        std::uint32_t metres;
        std::uint64_t lossless_mtu;
        std::uint32_t quanta;
        std::uint64_t one;
        std::uint64_t both;
    };
    // Calculated by hand from 802.3 bit times and the delays in the catalog; 10G with its 60 quanta.
    const Row rows[] = {
        {10, 100, 2300, 60, 17754, 18778},
        {25, 100, 9216, 80, 27569, 28337},
        {40, 100, 9216, 118, 34180, 37252},
        {100, 5, 9216, 394, 59757, 75117},
        {100, 100, 9216, 394, 71632, 86992},
        {100, 300, 9216, 394, 96632, 111992},
    };
    for (const Row& row : rows) {
        CAPTURE(row.gigabits);
        CAPTURE(row.metres);
        physics::HeadroomInput input = link(row.gigabits, row.metres, row.quanta);
        input.lossless_mtu = {row.lossless_mtu};
        const physics::Headroom one = physics::component_headroom(input, {});
        CHECK(one.xoff.count == row.one);
        CHECK(one.size == one.xoff);
        CHECK(one.xon.count == 0);
        CHECK(one.cells == 0);
        input.interfaces = 2;
        CHECK(physics::component_headroom(input, {}).xoff.count == row.both);
    }
}

TEST_CASE("a gearbox and MACsec add the bytes of their delay, once at each end")
{
    constexpr std::uint64_t ends = 2;
    physics::HeadroomInput input = link(100, 5, 394);
    const std::uint64_t without = physics::component_headroom(input, {}).xoff.count;
    input.gearbox = std::chrono::nanoseconds(400);
    CHECK(physics::component_headroom(input, {}).xoff.count == without + ends * 5000);
    input.macsec = std::chrono::nanoseconds(1000);
    CHECK(physics::component_headroom(input, {}).xoff.count == without + ends * 5000 + ends * 12500);
}

TEST_CASE("headroom is counted in whole cells")
{
    physics::HeadroomInput input = link(100, 100, 394);
    input.lossless_mtu = {1024};
    input.small_packets = Percent::whole(0);
    // 1044 bytes on the wire fill five cells of 254 bytes, and so does the last packet.
    const double bytes = static_cast<double>(physics::component_headroom(input, {}).xoff.count) - 1044;
    const physics::Headroom headroom = physics::component_headroom(input, {254});
    CHECK(static_cast<double>(headroom.xoff.count)
        == doctest::Approx(bytes * 1270 / 1044 + 1270).epsilon(0.0001));
    CHECK(headroom.cells == physics::cells_of(headroom.xoff, {254}));
    // Each of the smallest packets takes a cell of its own.
    input.small_packets = Percent::whole(100);
    CHECK(static_cast<double>(physics::component_headroom(input, {254}).xoff.count)
        == doctest::Approx(bytes * 254 / 84 + 1270).epsilon(0.0001));
}

TEST_CASE("the floor is one lossless packet and the cable: a peer may stop at once")
{
    // At 200G and 5 m, 1 250 bytes are in flight on the 10 m round trip.
    physics::HeadroomInput input = link(200, 5, 453);
    input.lossless_mtu = {1024};
    CHECK(physics::headroom_floor(input).count == 2274);
    input.lossless_mtu = {9100};
    CHECK(physics::headroom_floor(input).count == 10350);
}

TEST_CASE("the growth of a table with the cable is compared with the speed of light")
{
    // Tomahawk's shipped table at 100G: 165568 at 5 m, 268736 at 300 m.
    const double ratio = physics::slope_ratio({100 * giga}, {5}, {165568}, {300}, {268736});
    CHECK(ratio == doctest::Approx(2.77).epsilon(0.01));
    CHECK(physics::slope_ratio({100 * giga}, {5}, {10}, {5}, {20}) == 0);
    CHECK(physics::slope_ratio({100 * giga}, {5}, {20480}, {250}, {14336}) < 0);
}

TEST_CASE("mlx5 waits longer than 802.3 requires, measured in metres of cable")
{
    // 301 bytes per Gbit/s, minus 64 per quantum, divided by 2.16 bytes per metre and Gbit/s.
    CHECK(physics::mlx5_spare_cable({100 * giga}, 394).count == 22);
    CHECK(physics::mlx5_spare_cable({400 * giga}, 905).count == 72);
    // Below 40 Gbit/s the driver calculates with 40.
    CHECK(
        physics::mlx5_spare_cable({25 * giga}, 80).count == physics::mlx5_spare_cable({40 * giga}, 80).count);
    // A response slower than the driver assumes leaves nothing to spare.
    CHECK(physics::mlx5_spare_cable({100 * giga}, 500).count == 0);
}

TEST_CASE("the mlx5 driver's receive buffer is reproduced in whole numbers")
{
    struct Row {
        std::uint64_t gigabits;
        std::uint32_t metres;
        std::uint64_t mtu;
        std::uint64_t delta;
    };
    const Row rows[] = {{10, 7, 9000, 37120},
        {40, 7, 9000, 37120},
        {100, 7, 9000, 56080},
        {100, 30, 9000, 60980},
        {100, 100, 9000, 76180},
        {100, 300, 9000, 119380},
        {200, 7, 9000, 87680},
        {200, 30, 9000, 97480},
        {200, 100, 9000, 127880},
        {200, 300, 9000, 214280},
        {400, 7, 9000, 150880},
        {400, 30, 9000, 170480},
        {400, 100, 9000, 231280},
        {400, 300, 9000, 404080},
        {800, 7, 9000, 277280},
        {100, 7, 1500, 35680},
        {100, 7, 4200, 43024}};
    const catalog::NicModel& nic = *catalog::find_nic("mlx5");
    for (const Row& row : rows) {
        CAPTURE(row.gigabits);
        CAPTURE(row.metres);
        const physics::NicBuffer buffer = physics::mlx5_buffer(
            {row.gigabits * giga}, {row.metres}, {row.mtu}, nic.max_mtu.value, nic.cell.value);
        CHECK(buffer.xoff_delta.count == row.delta);
        CHECK(buffer.size.count == row.delta + 9216 + 128);
    }
    CHECK(physics::mlx5_buffer({100 * giga}, nic.default_cable.value, {9000}, {1500}, {128}).size.count
        == 65424);
}

TEST_CASE("the mlxsw driver's cells are reproduced, twice as many on eight lanes")
{
    const physics::MlxswBuffer buffer = physics::mlxsw_buffer({9216}, 32768, {144}, 4);
    CHECK(buffer.threshold_cells == 128);
    CHECK(buffer.delay_cells == 122);
    const physics::MlxswBuffer wide = physics::mlxsw_buffer({9216}, 32768, {144}, 8);
    CHECK(wide.threshold_cells == 256);
    CHECK(wide.delay_cells == 244);
}

}
}
