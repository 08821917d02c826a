// SPDX-License-Identifier: Apache-2.0
// Headroom of port/priority pairs on one core: items per second are pairs per second.
#include "models/catalog/asic.h"
#include "models/physics/headroom.h"

#include <benchmark/benchmark.h>
#include <vector>

namespace rocelint::bench {
namespace {

// Ports as in a fabric: every speed, cables of 1 to 300 m, all Spectrum generations in turn.
struct Pair {
    physics::HeadroomInput input;
    physics::AsicDelays asic;
};

std::vector<Pair> pairs()
{
    constexpr std::uint32_t count = 4096;
    constexpr std::uint32_t longest = 300;
    const auto speeds = catalog::response_speeds();
    const auto asics = catalog::all_asics();
    std::vector<Pair> out;
    for (std::uint32_t at = 0; at < count; ++at) {
        Pair pair;
        pair.input.speed = speeds[at % speeds.size()];
        pair.input.cable = {at % longest + 1};
        pair.input.response_quanta = catalog::response_quanta(pair.input.speed).value;
        pair.input.interface_bits = catalog::interface_bits(pair.input.speed).value;
        pair.asic = asics[at % 6].delays();
        out.push_back(pair);
    }
    return out;
}

template <class Work>
void run(benchmark::State& state, Work work)
{
    const std::vector<Pair> all = pairs();
    for (auto _ : state) {
        for (const Pair& pair : all)
            benchmark::DoNotOptimize(work(pair));
    }
    state.SetItemsProcessed(
        static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(all.size()));
}

void headroom_components(benchmark::State& state)
{
    run(state, [](const Pair& pair) { return physics::component_headroom(pair.input, pair.asic.cell); });
}

void headroom_spectrum(benchmark::State& state)
{
    run(state, [](const Pair& pair) { return physics::spectrum_headroom(pair.input, pair.asic); });
}

// The work of checking one pair: look up the figures, calculate both models and the floor.
void headroom_of_a_pair(benchmark::State& state)
{
    run(state, [](const Pair& pair) {
        physics::HeadroomInput input = pair.input;
        const auto quanta = catalog::response_quanta(input.speed);
        input.response_quanta = quanta.value;
        input.response_source = quanta.source;
        input.interface_bits = catalog::interface_bits(input.speed).value;
        return physics::component_headroom(input, pair.asic.cell).xoff.count
            + physics::spectrum_headroom(input, pair.asic).xoff.count + physics::headroom_floor(input).count;
    });
}

void find_an_asic(benchmark::State& state)
{
    constexpr std::string_view names[]
        = {"x86_64-nvidia_sn5600-r0", "Mellanox-SN5600-C224O8", "DCS-7060X6-64PE", "no-such-model"};
    std::size_t at = 0;
    for (auto _ : state)
        benchmark::DoNotOptimize(catalog::find_asic(names[at++ % std::size(names)]));
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()));
}

BENCHMARK(headroom_components);
BENCHMARK(headroom_spectrum);
BENCHMARK(headroom_of_a_pair);
BENCHMARK(find_an_asic);

}
}

BENCHMARK_MAIN();
