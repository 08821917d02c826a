// SPDX-License-Identifier: Apache-2.0
// For which models and inputs a longer cable, larger packets, a higher speed or a slower peer never need less headroom.
#include "models/catalog/asic.h"
#include "models/physics/headroom.h"

#include <doctest/doctest.h>

#include <functional>
#include <random>

namespace rocelint {
namespace {

constexpr std::uint64_t mega = 1'000'000;
constexpr std::uint64_t largest_drop = 1024;

using Model = std::function<std::uint64_t(const physics::HeadroomInput&)>;

std::uint32_t pick(std::mt19937& random, std::uint32_t least, std::uint32_t most)
{
    return std::uniform_int_distribution<std::uint32_t>(least, most)(random);
}

/// A random port with a speed that the catalog knows.
physics::HeadroomInput any_input(std::mt19937& random)
{
    const auto speeds = catalog::response_speeds();
    physics::HeadroomInput input;
    input.speed = speeds[pick(random, 0, static_cast<std::uint32_t>(speeds.size() - 1))];
    input.cable = {pick(random, 0, 2000)};
    input.mtu = {pick(random, 1500, 9216)};
    input.lossless_mtu = {pick(random, 256, 1500)};
    input.small_packets = Percent::whole(pick(random, 0, 100));
    input.gearbox = std::chrono::nanoseconds(pick(random, 0, 1) * pick(random, 1, 500));
    input.response_quanta = catalog::response_quanta(input.speed).value;
    input.interface_bits = pick(random, 0, 200'000);
    input.lanes = pick(random, 0, 1) == 0 ? 4 : 8;
    input.shared_headroom = pick(random, 0, 1) != 0;
    return input;
}

/// Whether `change` never lowers the model's requirement by more than `slack`.
bool never_less(const Model& model,
    const std::function<void(physics::HeadroomInput&, std::mt19937&)>& fix,
    const std::function<void(physics::HeadroomInput&, std::mt19937&)>& change,
    std::uint64_t slack = 0)
{
    std::mt19937 random(20'261'121); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same ports every time
    for (int round = 0; round < 4000; ++round) {
        physics::HeadroomInput input = any_input(random);
        fix(input, random);
        const std::uint64_t before = model(input);
        change(input, random);
        if (model(input) + slack < before)
            return false;
    }
    return true;
}

void as_it_is(physics::HeadroomInput& /*input*/, std::mt19937& /*random*/) { }
void shared_pool(physics::HeadroomInput& input, std::mt19937& /*random*/) { input.shared_headroom = true; }
void only_small(physics::HeadroomInput& input, std::mt19937& /*random*/)
{
    input.small_packets = Percent::whole(100);
}
void more_cable(physics::HeadroomInput& input, std::mt19937& random)
{
    input.cable.count += pick(random, 1, 50);
}
void larger_mtu(physics::HeadroomInput& input, std::mt19937& random)
{
    input.mtu.count += pick(random, 1, 600);
}
void larger_lossless(physics::HeadroomInput& input, std::mt19937& random)
{
    input.lossless_mtu.count += pick(random, 1, 4000);
}
void slower_peer(physics::HeadroomInput& input, std::mt19937& random)
{
    *input.response_quanta += pick(random, 1, 100);
}
/// The same peer and interfaces at a higher speed.
void more_speed(physics::HeadroomInput& input, std::mt19937& random)
{
    input.speed.count += pick(random, 1, 100'000) * mega;
}

const auto changes = {more_cable, larger_mtu, slower_peer, more_speed};

std::uint64_t component(const physics::HeadroomInput& input)
{
    return physics::component_headroom(input, {}).xoff.count;
}
std::uint64_t floor_of(const physics::HeadroomInput& input) { return physics::headroom_floor(input).count; }

Model model_of(const char* name)
{
    const catalog::Asic& asic = *catalog::find_asic(name);
    const physics::AsicDelays delays = asic.delays();
    if (asic.model.value == catalog::HeadroomModel::tofino)
        return [delays](const auto& input) { return physics::tofino_headroom(input, delays).xoff.count; };
    return [delays](const auto& input) { return physics::spectrum_headroom(input, delays).xoff.count; };
}

constexpr const char* spectrum_chips[] = {"spectrum-1", "spectrum-3", "spectrum-4", "spectrum-6", "vs"};

TEST_CASE("the component model and the floor never need less when anything grows")
{
    for (const auto change : changes) {
        CHECK(never_less(component, as_it_is, change));
        CHECK(never_less(floor_of, as_it_is, change));
    }
    CHECK(never_less(component, as_it_is, larger_lossless));
    CHECK(never_less(floor_of, as_it_is, larger_lossless));
}

TEST_CASE("SONiC's Spectrum model never needs less with a shared pool or with only small packets")
{
    for (const char* name : spectrum_chips) {
        CAPTURE(name);
        for (const auto change : changes) {
            CHECK(never_less(model_of(name), shared_pool, change));
            CHECK(never_less(model_of(name), only_small, change));
        }
        CHECK(never_less(model_of(name), only_small, larger_lossless));
    }
}

TEST_CASE("SONiC's Spectrum model may need up to 1 KiB less when its packing reserve disappears")
{
    for (const char* name : spectrum_chips) {
        CAPTURE(name);
        for (const auto change : changes)
            CHECK(never_less(model_of(name), as_it_is, change, largest_drop));
    }
    // The reserve of 2 KiB applies at 34 m but not at 35 m.
    const auto at = [](std::uint32_t metres) {
        physics::HeadroomInput input;
        input.speed = {40'000 * mega};
        input.cable = {metres};
        input.mtu = {1500};
        input.small_packets = Percent::whole(90);
        input.response_quanta = 118;
        return model_of("spectrum-6")(input);
    };
    CHECK(at(34) == 47'104);
    CHECK(at(35) == 46'080);
}

TEST_CASE("SONiC's Spectrum model needs less for larger lossless packets, since fewer are small")
{
    CHECK(!never_less(model_of("spectrum-4"), as_it_is, larger_lossless));
}

TEST_CASE("SONiC's Tofino model never needs less when anything but the speed of 400G changes")
{
    const Model tofino = model_of("tofino-2");
    for (const auto change : {more_cable, larger_mtu, slower_peer, larger_lossless})
        CHECK(never_less(tofino, as_it_is, change));
    // Upstream doubles the response time only at 400G.
    physics::HeadroomInput input;
    input.response_quanta = 905;
    input.speed = {400'000 * mega};
    const std::uint64_t at_400 = tofino(input);
    input.speed = {800'000 * mega};
    CHECK(tofino(input) < at_400);
}

TEST_CASE("faster ports of the catalog's speeds never need less, with the response time of each speed")
{
    std::uint64_t last_floor = 0;
    std::vector<std::uint64_t> last(std::size(spectrum_chips));
    for (const BitsPerSecond speed : catalog::response_speeds()) {
        physics::HeadroomInput input;
        input.speed = speed;
        input.cable = {40};
        input.small_packets = Percent::whole(100);
        input.response_quanta = catalog::response_quanta(speed).value;
        CHECK(floor_of(input) >= last_floor);
        last_floor = floor_of(input);
        for (std::size_t at = 0; at < std::size(spectrum_chips); ++at) {
            const std::uint64_t now = model_of(spectrum_chips[at])(input);
            CHECK(now >= last[at]);
            last[at] = now;
        }
    }
}

TEST_CASE("the Linux drivers never need less when anything grows")
{
    const auto nic = [](const physics::HeadroomInput& input) {
        return physics::mlx5_buffer(input.speed, input.cable, input.mtu, {9216}, {128}).size.count;
    };
    const auto cells = [](const physics::HeadroomInput& input) {
        const auto buffer = physics::mlxsw_buffer(input.mtu, *input.interface_bits, {144}, input.lanes);
        return buffer.threshold_cells + buffer.delay_cells;
    };
    for (const auto change : {more_cable, larger_mtu, more_speed})
        CHECK(never_less(nic, as_it_is, change));
    CHECK(never_less(cells, as_it_is, larger_mtu));
    CHECK(never_less(cells, as_it_is, [](physics::HeadroomInput& input, std::mt19937& random) {
        *input.interface_bits += pick(random, 1, 5000);
    }));
}

TEST_CASE("some shipped tables shrink as the cable or the speed grows")
{
    const catalog::HeadroomTable& table = *catalog::table_of_sku("Mellanox-SN5600-C224O8");
    CHECK(table.row({10'000 * mega}, {40})->xoff.count == 20'480);
    CHECK(table.row({10'000 * mega}, {250})->xoff.count == 14'336);
    CHECK(table.row({25'000 * mega}, {40})->xoff.count == 22'528);
    CHECK(table.row({25'000 * mega}, {250})->xoff.count == 20'480);
    const catalog::HeadroomTable& other = *catalog::table_of_sku("Nokia-IXR7220-H6-P128");
    CHECK(other.row({50'000 * mega}, {5})->xoff > other.row({100'000 * mega}, {5})->xoff);
}

}
}
