// SPDX-License-Identifier: Apache-2.0
// Times the proofs over fat trees: proof_bench [PORTS...]. Prints seconds and peak memory for each size.
#include "analysis/analysis.h"
#include "analysis/proof/deadlock/deadlock.h"
#include "analysis/proof/path/pairs.h"
#include "models/routing/turns.h"
#include "tests/fat_tree.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>

namespace rocelint {
namespace {

class Stopwatch {
public:
    double lap()
    {
        const auto now = std::chrono::steady_clock::now();
        const double seconds = std::chrono::duration<double>(now - last_).count();
        last_ = now;
        return seconds;
    }

private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

double peak_megabytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    constexpr double kilo = 1000;
    return static_cast<double>(usage.ru_maxrss) * 1.024 / kilo;
}

std::vector<std::vector<bool>> host_ports(const Fabric& fabric)
{
    std::vector<std::vector<bool>> include;
    for (const Device& device : fabric.devices)
        include.emplace_back(device.ports.size(), device.kind == DeviceKind::host);
    return include;
}

Policy policy_of_fat_tree()
{
    Policy policy;
    policy.classes.emplace();
    RdmaClass& rdma = policy.classes->classes.emplace_back();
    rdma.name = "rdma";
    rdma.priority = 3;
    rdma.dscps.insert(26);
    return policy;
}

// Starts with the linked fabric: `trace --all-pairs`, then the deadlock check of `check`.
void prove(const Fabric& fabric)
{
    Stopwatch watch;
    const Policy policy = policy_of_fat_tree();
    const Analysis analysis = analyse(fabric, policy);
    fmt::print("  analysis {:.3f} s\n", watch.lap());
    const proof::FabricProof paths(analysis);
    fmt::print("  every hop judged {:.3f} s\n", watch.lap());
    const proof::AllPairs all = proof::prove_all_pairs(paths);
    fmt::print("  {} pairs, {} broken, {} unproven, {} causes {:.3f} s, {:.0f} MB\n",
        all.pairs,
        all.broken,
        all.unproven,
        all.causes.size(),
        watch.lap(),
        peak_megabytes());
    const proof::DeadlockProof proof = proof::prove_freedom_from_deadlock(analysis, {});
    fmt::print(
        "  deadlock with k = 1 {:.3f} s, {:.0f} MB: {} rings, {} valleys, {} looked at, {} dependencies\n",
        watch.lap(),
        peak_megabytes(),
        proof.rings.size(),
        proof.valleys.size(),
        proof.examined,
        proof.dependencies);
}

void run(std::uint32_t ports)
{
    Stopwatch watch;
    testing::FatTree shape;
    shape.ports = ports;
    shape.deviating_leaf = 0;
    const Fabric fabric = testing::make_fat_tree(shape);
    fmt::print("fat tree of {}-port switches: {} devices, {} links, made in {:.2f} s, {:.0f} MB\n",
        ports,
        fabric.devices.size(),
        fabric.links.size(),
        watch.lap(),
        peak_megabytes());
    const routing::Graph graph(fabric);
    const routing::Destinations destinations = routing::find_destinations(graph, host_ports(fabric));
    fmt::print("  graph and {} destination classes {:.3f} s\n", destinations.classes.size(), watch.lap());
    const routing::TurnTable turns = routing::turns_in_use(graph, destinations);
    fmt::print("  {} turns in use {:.3f} s, {:.0f} MB\n", turns.count(), watch.lap(), peak_megabytes());
    prove(fabric);
    shape.own_asns = true;
    fmt::print(
        "  the same with an AS number for each switch, so that ways down and up again are permitted:\n");
    prove(testing::make_fat_tree(shape));
}

}
}

int main(int argc, char** argv)
{
    for (int index = 1; index < argc; ++index)
        rocelint::run(static_cast<std::uint32_t>(std::strtoul(argv[index], nullptr, 10)));
    if (argc == 1)
        rocelint::run(8);
    return 0;
}
