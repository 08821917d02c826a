// SPDX-License-Identifier: Apache-2.0
// Incasts of a generated fabric by closed forms, flows between all its hosts, and the packets of one port.
#include "analysis/analysis.h"
#include "analysis/simulate/configured.h"
#include "analysis/simulate/packets.h"
#include "analysis/simulate/traffic.h"
#include "models/fabric/fabric.h"
#include "tests/bench/fabric_generator.h"
#include "workspace/input/load.h"

#include <benchmark/benchmark.h>
#include <memory>
#include <string>
#include <vector>

namespace rocelint::bench {
namespace {

// A linked and analysed fabric of SONiC and EOS switches.
struct KnownFabric {
    Fabric fabric;
    Policy policy;
    Analysis analysis;
};

std::unique_ptr<KnownFabric> known_fabric(const Size& size)
{
    std::vector<std::shared_ptr<const Source>> sources;
    const auto add = [&sources](std::string path, const std::string& text) {
        sources.push_back(
            std::make_unique<Source>(static_cast<SourceId>(sources.size()), std::move(path), text));
    };
    for (std::uint32_t leaf = 0; leaf < size.leaves; ++leaf)
        add("leaf" + std::to_string(leaf),
            platform_of(size, leaf) == Platform::sonic ? sonic_leaf(size, leaf) : eos_leaf(size, leaf));
    for (std::uint32_t spine = 0; spine < size.spines; ++spine)
        add("spine" + std::to_string(spine), sonic_spine(size, spine));
    for (std::uint32_t host = 0; host < size.hosts; ++host)
        add("hosts/host" + std::to_string(host) + "/capture.txt", host_capture(size, host));
    workspace::Loaded loaded = workspace::load_sources(std::move(sources), {});
    auto known = std::make_unique<KnownFabric>();
    known->fabric = link(std::move(loaded.devices), std::move(loaded.sources), {});
    known->analysis = analyse(known->fabric, known->policy);
    return known;
}

void closed_forms_of_a_fabric(benchmark::State& state)
{
    const auto known = known_fabric({.leaves = 667, .spines = 333, .hosts = 0, .ports = 64});
    std::size_t incasts = 0;
    for (auto _ : state) {
        incasts = 0;
        for (std::uint32_t device = 0; device < known->fabric.devices.size(); ++device) {
            for (simulate::ConfiguredIncast& incast :
                simulate::find_incasts(known->analysis, device).incasts) {
                ++incasts;
                benchmark::DoNotOptimize(simulate::verdicts_up_to(incast.values, incast.most));
                for (const std::uint32_t senders : {2U, 8U, incast.most}) {
                    incast.values.senders = senders;
                    benchmark::DoNotOptimize(simulate::closed_forms(incast.values));
                }
            }
        }
    }
    state.counters["switches"] = static_cast<double>(known->fabric.devices.size());
    state.counters["incasts"] = static_cast<double>(incasts);
}

void flows_between_all_hosts(benchmark::State& state)
{
    const auto hosts = static_cast<std::uint32_t>(state.range(0));
    const auto known
        = known_fabric({.leaves = hosts / 32, .spines = hosts / 64, .hosts = hosts, .nics = 1, .ports = 64});
    const proof::FabricProof proof(known->analysis);
    std::vector<simulate::Flow> flows;
    const auto ends = static_cast<std::uint32_t>(proof.destinations().class_of.size());
    for (std::uint32_t from = 0; from < ends; ++from) {
        const auto speed = simulate::speed_of_endpoint(proof, from);
        for (std::uint32_t to = 0; to < ends; ++to) {
            if (from != to && speed && !proof.starts(from).empty() && proof.uses(to, 0))
                flows.push_back({.from = from,
                    .to = to,
                    .bits_per_second = static_cast<double>(speed->count),
                    .start = simulate::Nanoseconds(1000.0 * (from % state.range(1)))});
        }
    }
    std::size_t loads = 0;
    for (auto _ : state)
        loads = simulate::offered_loads(proof, flows).loads.size();
    state.counters["flows"] = static_cast<double>(flows.size());
    state.counters["loads"] = static_cast<double>(loads);
}

// 64 senders of 400G for 10 ms; the argument is the RateControl.
void packets_of_a_port(benchmark::State& state)
{
    constexpr std::uint64_t gigabit = 1'000'000'000;
    const simulate::PacketRun run{.incast = {.senders = 64,
                                      .sender_rate = {400 * gigabit},
                                      .egress_rate = {400 * gigabit},
                                      .threshold = {.alpha = {.value = 0.125}, .shared = {64'000'000}},
                                      .marking = simulate::Marking{{400'000}, {1'600'000}, 0.2},
                                      .headroom = simulate::GroupHeadroom{.size = {250'000},
                                          .propagation = simulate::Nanoseconds(150),
                                          .response = simulate::Nanoseconds(1200)},
                                      .feedback = simulate::Nanoseconds(8000),
                                      .packet = {1048}},
        .control = static_cast<simulate::RateControl>(state.range(0)),
        .duration = simulate::Nanoseconds(10'000'000)};
    std::uint64_t delivered = 0;
    for (auto _ : state)
        delivered = simulate::simulate_packets(run).delivered.count;
    state.counters["packets"] = static_cast<double>(delivered / run.incast.packet.count);
}

BENCHMARK(closed_forms_of_a_fabric)->Unit(benchmark::kMillisecond);
BENCHMARK(flows_between_all_hosts)
    ->Args({128, 1})
    ->Args({128, 16})
    ->Args({512, 1})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(packets_of_a_port)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

}
}

BENCHMARK_MAIN();
