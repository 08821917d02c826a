// SPDX-License-Identifier: Apache-2.0
// An unproven path is not a broken one: both are shown, but only a broken path gives exit code 1.
#include "cli/command/check/trace.h"

#include "cli/command/check/find_endpoint.h"
#include "cli/command/check/find_ib_port.h"
#include "cli/command/written_files.h"
#include "cli/report/trace/trace_data.h"
#include "models/parallel/parallel.h"
#include "models/text/nearest.h"
#include "models/text/sentence.h"
#include "rules/deadlock_options.h"
#include "workspace/files/output_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace rocelint::cli {
namespace {

// The data of a trace; it must not move, because the analysis points into it.
struct Traced {
    Policy policy;
    Fabric fabric;
    Analysis analysis;
    routing::Failures failed;
    std::optional<proof::FabricProof> proof;
};

// The class with that name or priority; no value for all classes.
Result<std::optional<std::uint8_t>> find_class(const ClassModel& classes, const std::string& name)
{
    if (name.empty())
        return std::optional<std::uint8_t>{};
    std::vector<std::string_view> known;
    for (std::size_t index = 0; index < classes.classes.size(); ++index) {
        const RdmaClass& one = classes.classes[index];
        if (equal_ignoring_case(one.name, name) || fmt::format("{}", one.priority) == name)
            return std::optional(static_cast<std::uint8_t>(index));
        known.push_back(one.name);
    }
    return fail(ErrorKind::usage,
        known.empty()
            ? fmt::format("--class: unknown RDMA class '{}'; this fabric has none", name)
            : fmt::format(
                "--class: unknown RDMA class '{}'; this fabric has {}", name, fmt::join(known, ", ")));
}

bool is_cut_off(const proof::FabricProof& proof, std::uint32_t endpoint)
{
    return std::ranges::all_of(proof.destinations().endpoints[endpoint].attachments,
        [&](PortId attachment) { return proof.channel_in(attachment) == routing::none; });
}

TracedPair trace_pair(
    const proof::FabricProof& proof, std::uint32_t from, std::uint32_t to, std::optional<std::uint8_t> only)
{
    TracedPair pair{from, to, {}, {}};
    for (const std::uint32_t end : {from, to}) {
        if (is_cut_off(proof, end))
            pair.cut_off.push_back(end);
    }
    if (!pair.cut_off.empty())
        return pair;
    const std::size_t classes = proof.analysis().classes.classes.size();
    for (std::uint8_t kind = 0; kind < classes; ++kind) {
        if ((only && *only != kind) || !proof.uses(to, kind))
            continue;
        if (auto walk = proof::walk(proof, from, to, kind))
            pair.walks.push_back(std::move(*walk));
    }
    if (pair.walks.empty())
        return pair;
    if (auto back = proof::walk(proof, to, from, proof::Packet::notification))
        pair.walks.push_back(std::move(*back));
    return pair;
}

// For two hosts with several ports in one subnet, traces port by port, in both directions.
void trace_infiniband(const TraceOptions& options, TraceData& data)
{
    const std::vector<PortId> from = find_ib_ports(data.fabric(), options.from);
    const std::vector<PortId> to = find_ib_ports(data.fabric(), options.to);
    for (const std::uint32_t device : data.fabric().subnets) {
        std::vector<std::uint32_t> here;
        std::vector<std::uint32_t> there;
        for (const PortId port : from) {
            if (port.device == device)
                here.push_back(port.port);
        }
        for (const PortId port : to) {
            if (port.device == device)
                there.push_back(port.port);
        }
        if (here.empty() || there.empty() || here == there)
            continue;
        const lid_routing::SubnetGraph graph(*data.fabric().devices[device].subnet);
        const std::size_t pairs = std::max(here.size(), there.size());
        for (std::size_t index = 0; index < pairs; ++index) {
            const std::uint32_t a = here[index % here.size()];
            const std::uint32_t b = there[index % there.size()];
            data.lid_walks.push_back(proof::walk_to_lid(graph, device, a, b));
            data.lid_walks.push_back(proof::walk_to_lid(graph, device, b, a));
        }
    }
}

// For two hosts with several NICs each, traces NIC by NIC, as rails are used.
Result<void> trace_named(const TraceOptions& options, std::optional<std::uint8_t> only, TraceData& data)
{
    const auto from = find_endpoints(data.proof, options.from);
    if (!from)
        return tl::unexpected(from.error());
    const auto to = find_endpoints(data.proof, options.to);
    if (!to)
        return tl::unexpected(to.error());
    if (*from == *to)
        return fail(
            ErrorKind::usage, fmt::format("'{}' and '{}' are the same endpoint", options.from, options.to));
    const std::size_t pairs = std::max(from->size(), to->size());
    for (std::size_t index = 0; index < pairs; ++index)
        data.pairs.push_back(
            trace_pair(data.proof, (*from)[index % from->size()], (*to)[index % to->size()], only));
    if (pairs > 1)
        data.notes.push_back("a host with several RDMA ports is traced port by port, first to first; name a "
                             "port (HOST:PORT) for another pair, or use --all-pairs");
    return {};
}

void add_notes(TraceData& data, const routing::Failures& failed)
{
    const Analysis& analysis = data.proof.analysis();
    if (!failed.empty())
        data.notes.push_back(
            "assumed to be broken, and known to every switch: " + proof::describe(failed, *analysis.fabric));
    for (const std::string& line : analysis.assumptions)
        data.notes.push_back("assumed policy: " + line);
    // The first assumption is about routes; the others are about what happens after a failure.
    if (std::vector<std::string> routes = routing::route_assumptions(data.proof.graph()); !routes.empty())
        data.notes.push_back(std::move(routes.front()));
    std::vector<std::string> cut_off;
    for (std::uint32_t end = 0; end < data.proof.destinations().endpoints.size(); ++end) {
        if (is_cut_off(data.proof, end))
            cut_off.push_back(endpoint_label(data.proof, end));
    }
    if (!cut_off.empty() && data.all)
        data.notes.push_back(fmt::format("{} left out, since no cable of {} is up: {}",
            cut_off.size() == 1 ? "one endpoint is" : fmt::format("{} endpoints are", cut_off.size()),
            one_or_many(cut_off.size(), "it", "them"),
            fmt::join(cut_off, ", ")));
    if (!data.proof.judge().frame().from.valid())
        data.notes.push_back(
            fmt::format("no host's MTU is known: RDMA packets are assumed to be frames of {} bytes",
                data.proof.judge().frame().size.count));
}

ExitCode report(const TraceOptions& options, Traced& traced)
{
    const proof::FabricProof& proof = *traced.proof;
    std::optional<proof::DeadlockProof> deadlock;
    Places places(traced.fabric.sources);
    TraceData data{.proof = proof, .places = places};
    const auto only = find_class(traced.analysis.classes, options.class_name);
    if (!only) {
        print_failure(only.error());
        return ExitCode::usage;
    }
    if (options.all_pairs) {
        data.all = proof::prove_all_pairs(proof);
        proof::DeadlockOptions options_of_rule = deadlock_options(traced.policy);
        options_of_rule.failed = traced.failed;
        data.deadlock
            = &deadlock.emplace(proof::prove_freedom_from_deadlock(traced.analysis, options_of_rule));
        for (const std::uint32_t subnet : traced.fabric.subnets)
            data.subnets.push_back({subnet, proof::prove_free_of_credit_loops(traced.fabric, subnet)});
    } else {
        trace_infiniband(options, data);
        // The hosts may have only InfiniBand.
        if (const auto named = trace_named(options, *only, data); !named && data.lid_walks.empty()) {
            print_failure(named.error());
            return ExitCode::usage;
        }
    }
    const bool ethernet = !data.proof.destinations().endpoints.empty();
    if (ethernet && (data.all || !data.pairs.empty()))
        add_notes(data, traced.failed);
    data.colour = options.format == TraceOptions::Format::text
        && (options.colour == ColourMode::always || (options.output.empty() && wants_colour(options.colour)));
    const std::string text
        = options.format == TraceOptions::Format::json ? trace_json(data) : trace_text(data);
    if (options.output.empty()) {
        if (!print(text))
            return ExitCode::unreadable;
    } else if (const auto written = workspace::write_output_file(options.output, text); !written) {
        print_failure(written.error());
        return ExitCode::unreadable;
    }
    return data.verdict() >= proof::Grade::broken ? ExitCode::findings : ExitCode::good;
}

}

Objection complete(TraceOptions& options)
{
    std::vector<std::string>& words = options.input.paths;
    if (!options.all_pairs) {
        const auto is_folder
            = [](const std::string& word) { return word == "." || word == ".." || word.ends_with('/'); };
        if (words.empty() || is_folder(words[0]))
            return "trace needs two ends (host, host:port or switch:port) and paths, or --all-pairs; "
                   "`rocelint show devices` lists the devices";
        if (words.size() < 2 || is_folder(words[1]))
            return Objection(
                fmt::format("trace needs two ends (host, host:port or switch:port), and this is one: "
                            "write `rocelint trace {} OTHER {}`; `rocelint show devices` lists the devices",
                    words[0],
                    words.size() < 2 ? "." : words[1]));
        options.from = words[0];
        options.to = words[1];
        words.erase(words.begin(), words.begin() + 2);
    }
    if (words.empty())
        words = {"."};
    return {};
}

ExitCode run_trace(const TraceOptions& options)
{
    if (!options.output.empty()) {
        const NamedFile written[] = {{"-o " + options.output, options.output}};
        const NamedFile read[] = {{"--policy", options.input.policy}, {"--topology", options.input.topology}};
        if (const auto writable = check_written_files(written, read, options.input.paths); !writable) {
            print_failure(writable.error());
            return ExitCode::usage;
        }
    }
    set_threads(options.jobs);
    auto traced = std::make_unique<Traced>();
    std::vector<Error> unreadable;
    Result<routing::Failures> failed;
    {
        Progress progress(options.format == TraceOptions::Format::text && !options.quiet);
        workspace::InputOptions input = options.input;
        input.progress = progress.count();
        input.not_inputs.push_back(options.output);
        auto inputs = workspace::read_inputs(input, progress.sink());
        if (!inputs) {
            print_failure(inputs.error());
            return ExitCode::usage;
        }
        progress.stage("linking");
        unreadable = std::move(inputs->loaded.unreadable);
        traced->policy = std::move(inputs->policy);
        traced->fabric = link(std::move(inputs->loaded.devices),
            std::move(inputs->loaded.sources),
            std::move(inputs->topology));
        progress.stage("tracing");
        traced->analysis = analyse(traced->fabric, traced->policy);
        failed = find_failures(traced->fabric, options.failed);
        if (failed) {
            traced->failed = std::move(*failed);
            traced->proof.emplace(traced->analysis, traced->failed);
        }
    }
    if (!failed) {
        print_failure(failed.error());
        return ExitCode::usage;
    }
    for (const Error& error : unreadable)
        print_failure(error);
    if (traced->fabric.devices.empty()) {
        print_error("rocelint: no device was recognised, so there is nothing to trace\n");
        return ExitCode::unreadable;
    }
    const ExitCode code = report(options, *traced);
    return unreadable.empty() || code == ExitCode::usage ? code : ExitCode::unreadable;
}

}
