// SPDX-License-Identifier: Apache-2.0
// Times each stage separately on generated configurations. `stage_bench --benchmark_filter=eos` runs one.
#include "drivers/driver.h"
#include "tests/bench/fabric_generator.h"
#include "workspace/check/outcome.h"

#include <benchmark/benchmark.h>
#include <malloc.h>
#include <memory>
#include <string>

namespace rocelint::bench {
namespace {

constexpr Size one_switch{.leaves = 64, .spines = 32, .hosts = 1024, .nics = 2, .ports = 64};

void count_bytes(benchmark::State& state, const Source& source)
{
    state.SetBytesProcessed(
        static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(source.size()));
}

void parse(benchmark::State& state, std::string_view platform, const std::string& text)
{
    const Source source(0, "config", text);
    const Driver& driver = *find_driver(platform);
    for (auto _ : state)
        benchmark::DoNotOptimize(driver.parse(source));
    count_bytes(state, source);
}

void parse_and_read(benchmark::State& state, std::string_view platform, const std::string& text)
{
    const Source source(0, "config", text);
    const Driver& driver = *find_driver(platform);
    std::size_t ports = 1;
    std::size_t bytes = 0;
    for (auto _ : state) {
        const Tree tree = driver.parse(source);
        const Reading reading = driver.read({&tree, 1}, "device");
        const Device& device = reading.device;
        ports = device.ports.size();
        bytes = device.ports.capacity() * sizeof(Port) + device.queues.capacity() * sizeof(Queue)
            + device.groups.capacity() * sizeof(PriorityGroup) + device.maps.capacity() * sizeof(ClassMap)
            + device.ecn_profiles.capacity() * (sizeof(EcnProfile) + 3 * sizeof(EcnCurve))
            + device.origins.bytes();
        benchmark::DoNotOptimize(reading);
    }
    count_bytes(state, source);
    state.counters["bytes_per_port"]
        = ports == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(ports);
}

void parse_sonic(benchmark::State& state) { parse(state, "sonic", sonic_leaf(one_switch, 0)); }
void read_sonic(benchmark::State& state) { parse_and_read(state, "sonic", sonic_leaf(one_switch, 0)); }
void parse_eos(benchmark::State& state) { parse(state, "eos", eos_leaf(one_switch, 1)); }
void read_eos(benchmark::State& state) { parse_and_read(state, "eos", eos_leaf(one_switch, 1)); }
constexpr Size many_ports{.leaves = 1, .spines = 1, .hosts = 1, .nics = 1, .ports = 512};
void parse_junos(benchmark::State& state) { parse(state, "junos", junos_leaf(many_ports, 0)); }
void read_junos(benchmark::State& state) { parse_and_read(state, "junos", junos_leaf(many_ports, 0)); }
void read_junos_commands(benchmark::State& state)
{
    parse_and_read(state, "junos", junos_commands(many_ports));
}
void parse_nvue(benchmark::State& state) { parse(state, "nvue", nvue_leaf(many_ports)); }
void read_nvue(benchmark::State& state) { parse_and_read(state, "nvue", nvue_leaf(many_ports)); }
void parse_nxos(benchmark::State& state) { parse(state, "nxos", nxos_leaf(many_ports)); }
void read_nxos(benchmark::State& state) { parse_and_read(state, "nxos", nxos_leaf(many_ports)); }
void parse_iosxr(benchmark::State& state) { parse(state, "iosxr", iosxr_leaf(many_ports)); }
void read_iosxr(benchmark::State& state) { parse_and_read(state, "iosxr", iosxr_leaf(many_ports)); }
void parse_os10(benchmark::State& state) { parse(state, "os10", os10_leaf(many_ports)); }
void read_os10(benchmark::State& state) { parse_and_read(state, "os10", os10_leaf(many_ports)); }
void parse_sonic_cli(benchmark::State& state) { parse(state, "sonic-cli", sonic_cli_leaf(many_ports)); }
void read_sonic_cli(benchmark::State& state)
{
    parse_and_read(state, "sonic-cli", sonic_cli_leaf(many_ports));
}
void parse_host(benchmark::State& state) { parse(state, "linux-host", host_capture(one_switch, 0)); }
void read_host(benchmark::State& state) { parse_and_read(state, "linux-host", host_capture(one_switch, 0)); }

std::vector<std::shared_ptr<const Source>> fabric_sources(const Size& size)
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
    return sources;
}

// Everything after reading: link, evidence, inference, all rules, folding.
void link_and_check(benchmark::State& state)
{
    const auto leaves = static_cast<std::uint32_t>(state.range(0));
    const Size size{.leaves = leaves, .spines = leaves / 2, .hosts = leaves * 4, .nics = 2, .ports = 64};
    std::size_t findings = 0;
    for (auto _ : state) {
        state.PauseTiming();
        workspace::Loaded loaded = workspace::load_sources(fabric_sources(size), {});
        state.ResumeTiming();
        const auto outcome = workspace::check_loaded(std::move(loaded), {}, {}, {}, "2026-01-01");
        findings = outcome->report.findings.size();
    }
    state.counters["findings"] = static_cast<double>(findings);
    state.counters["ports"] = static_cast<double>((leaves + leaves / 2) * 64);
}

BENCHMARK(parse_sonic);
BENCHMARK(read_sonic);
BENCHMARK(parse_eos);
BENCHMARK(read_eos);
BENCHMARK(parse_junos);
BENCHMARK(read_junos);
BENCHMARK(read_junos_commands);
BENCHMARK(parse_nvue);
BENCHMARK(read_nvue);
BENCHMARK(parse_nxos);
BENCHMARK(read_nxos);
BENCHMARK(parse_iosxr);
BENCHMARK(read_iosxr);
BENCHMARK(parse_os10);
BENCHMARK(read_os10);
BENCHMARK(parse_sonic_cli);
BENCHMARK(read_sonic_cli);
BENCHMARK(parse_host);
BENCHMARK(read_host);
BENCHMARK(link_and_check)->Arg(16)->Arg(64)->Arg(256)->Unit(benchmark::kMillisecond);

}
}

int main(int count, char** words)
{
    // Keep freed memory in the process. Otherwise, depending on what ran before, glibc may get a tree's arena from the system
    // every time, and the same code takes half as long again.
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    benchmark::Initialize(&count, words);
    if (benchmark::ReportUnrecognizedArguments(count, words))
        return 2;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
