// SPDX-License-Identifier: Apache-2.0
// Flows replace the equal senders: which ports send to which, and how fast, follows from the paths of the flows.
#include "cli/command/check/simulate_loads.h"

#include "cli/command/check/find_endpoint.h"
#include "cli/command/check/resolve_flows.h"
#include "cli/report/trace/trace_data.h"
#include "models/parallel/parallel.h"
#include "models/text/source.h"

#include <fmt/format.h>

#include <span>

namespace rocelint::cli {
namespace {

// Traffic to a destination without a route on some switch of the path is missing from the loads downstream.
void note_lost(SimulatedFabric& fabric, const proof::FabricProof& proof, const simulate::OfferedLoads& loads)
{
    for (const simulate::LostTraffic& lost : loads.lost)
        fabric.lost_traffic.push_back(fmt::format(
            "{}: no path to {} is known; the traffic of flows to it is missing from the loads downstream",
            fabric.fabric.devices[lost.device].name,
            endpoint_label(proof, lost.to)));
    if (!loads.settled)
        fabric.lost_traffic.emplace_back(
            "the paths of flows form a circle of full cables, in which their rates do not settle; the loads are those "
            "of the last attempt");
}

// Every start takes a computation of all rates.
Result<void> limit_starts(std::span<const simulate::Flow> flows)
{
    constexpr std::size_t most = 10'000;
    const std::size_t count = simulate::start_times(flows).size();
    if (count > most)
        return fail(ErrorKind::usage,
            fmt::format("the flows begin at {} different times, and {} are computed at most; round start_us",
                count,
                most));
    return {};
}

}

Result<void> load_flows(SimulateData& data, const SimulateOptions& options)
{
    if (data.fabrics.size() > 1)
        return fail(ErrorKind::usage,
            fmt::format("--flows needs one fabric, and the paths hold {}; name the folder of one of them",
                data.fabrics.size()));
    SimulatedFabric& fabric = *data.fabrics.front();
    std::optional<PortId> only;
    if (!options.port.empty()) {
        const auto port = find_port(fabric.fabric, options.port);
        if (!port)
            return tl::unexpected(port.error());
        only = *port;
    }
    const auto source = Source::read_named(0, options.flows);
    if (!source)
        return tl::unexpected(source.error());
    const auto stated = workspace::read_flows(**source);
    if (!stated)
        return tl::unexpected(stated.error());
    const proof::FabricProof proof(fabric.analysis);
    const auto flows = resolve_flows(proof, *stated);
    if (!flows)
        return tl::unexpected(flows.error());
    if (const auto limited = limit_starts(*flows); !limited)
        return limited;
    data.flows = flows->size();
    const simulate::OfferedLoads offered = simulate::offered_loads(proof, *flows);
    note_lost(fabric, proof, offered);
    std::vector<const simulate::OfferedLoad*> chosen;
    for (const simulate::OfferedLoad& load : offered.loads) {
        if (!only || *only == load.egress)
            chosen.push_back(&load);
    }
    fabric.loads.resize(chosen.size());
    run_parallel(chosen.size(), [&](std::size_t index) {
        SimulatedLoad& load = fabric.loads[index];
        load.port = simulate::loaded_port(fabric.analysis, *chosen[index]);
        load.port.values.feedback = fabric.feedback;
        if (load.port.refused.empty() && load.port.overfilled())
            load.forms = simulate::mixed_forms(load.port.values, load.port.mixed());
    });
    return {};
}

void simulate_loads(SimulateData& data)
{
    std::vector<SimulatedLoad*> tasks;
    for (const auto& fabric : data.fabrics) {
        for (SimulatedLoad& load : fabric->loads) {
            if (load.forms && load.port.knows_headroom())
                tasks.push_back(&load);
        }
    }
    run_parallel(tasks.size(), [&](std::size_t index) {
        const simulate::PacketRun run{.incast = tasks[index]->port.values,
            .control = data.control,
            .duration = data.duration,
            .seed = data.seed,
            .senders = tasks[index]->port.mixed()};
        tasks[index]->packets = simulate::simulate_packets(run);
    });
}

}
