// SPDX-License-Identifier: Apache-2.0
// Each incast is computed for the numbers of senders of the options; its verdicts for every number up to the
// ports that there are.
#include "cli/command/check/simulate.h"

#include "cli/command/check/find_endpoint.h"
#include "cli/command/check/simulate_loads.h"
#include "cli/command/written_files.h"
#include "cli/report/simulate/simulate_report.h"
#include "cli/terminal/terminal.h"
#include "models/parallel/parallel.h"
#include "rules/rule_table.h"
#include "workspace/files/output_file.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

using simulate::Nanoseconds;

constexpr double nanoseconds_per_microsecond = 1000;

Nanoseconds microseconds(double count) { return Nanoseconds(count * nanoseconds_per_microsecond); }

void set_feedback(SimulatedFabric& fabric, const SimulateOptions& options)
{
    if (options.feedback_us) {
        fabric.feedback = microseconds(*options.feedback_us);
        fabric.feedback_source = "as given";
        return;
    }
    const Rule* rule = find_rule("ECN004");
    fabric.feedback
        = microseconds(first_value_of(rule->parameters, fabric.policy.setting_of(rule->code), "rtt_us"));
    fabric.feedback_source = "rtt_us of ECN004";
}

std::vector<std::uint32_t> numbers_of_senders(const SimulateOptions& options, std::uint32_t most)
{
    if (options.senders)
        return {*options.senders};
    std::vector<std::uint32_t> numbers;
    for (const std::uint32_t number : {2U, 8U, most}) {
        if (number <= most && std::ranges::find(numbers, number) == numbers.end())
            numbers.push_back(number);
    }
    return numbers;
}

void add_incast(SimulatedFabric& fabric, simulate::ConfiguredIncast incast, const SimulateOptions& options)
{
    if (options.senders && *options.senders > incast.most) {
        fabric.refused.push_back({incast.device,
            incast.rdma_class,
            incast.egress,
            fmt::format(
                "at most {} alike ports can send to one of these, not {}", incast.most, *options.senders)});
        return;
    }
    incast.values.feedback = fabric.feedback;
    SimulatedIncast one{.verdicts = simulate::verdicts_up_to(incast.values, incast.most)};
    for (const std::uint32_t number : numbers_of_senders(options, incast.most)) {
        simulate::Incast values = incast.values;
        values.senders = number;
        one.rows.push_back({number, simulate::closed_forms(values), std::nullopt});
    }
    one.incast = std::move(incast);
    fabric.incasts.push_back(std::move(one));
}

void find_all(SimulatedFabric& fabric, const SimulateOptions& options, std::optional<PortId> only)
{
    set_feedback(fabric, options);
    std::vector<simulate::ConfiguredIncasts> found(fabric.fabric.devices.size());
    run_parallel(found.size(), [&](std::size_t device) {
        const auto index = static_cast<std::uint32_t>(device);
        if (!only || only->device == index)
            found[device] = simulate::find_incasts(
                fabric.analysis, index, only ? std::optional(only->port) : std::nullopt);
    });
    for (simulate::ConfiguredIncasts& of_device : found) {
        for (simulate::ConfiguredIncast& incast : of_device.incasts)
            add_incast(fabric, std::move(incast), options);
        std::ranges::move(of_device.refused, std::back_inserter(fabric.refused));
    }
}

void simulate_all(SimulateData& data)
{
    struct Task {
        const SimulatedIncast* incast;
        SimulatedRow* row;
    };
    std::vector<Task> tasks;
    for (const auto& fabric : data.fabrics) {
        for (SimulatedIncast& one : fabric->incasts) {
            if (!one.incast.values.headroom)
                continue;
            for (SimulatedRow& row : one.rows)
                tasks.push_back({&one, &row});
        }
    }
    run_parallel(tasks.size(), [&](std::size_t index) {
        simulate::PacketRun run{.incast = tasks[index].incast->incast.values,
            .control = data.control,
            .duration = data.duration,
            .seed = data.seed};
        run.incast.senders = tasks[index].row->senders;
        tasks[index].row->packets = simulate::simulate_packets(run);
    });
}

std::unique_ptr<SimulatedFabric> understand(workspace::Inputs inputs, bool among_several)
{
    auto fabric = std::make_unique<SimulatedFabric>();
    if (among_several)
        fabric->folder = inputs.folder.empty() ? "." : inputs.folder;
    fabric->policy = std::move(inputs.policy);
    fabric->fabric = link(
        std::move(inputs.loaded.devices), std::move(inputs.loaded.sources), std::move(inputs.topology));
    fabric->analysis = analyse(fabric->fabric, fabric->policy);
    return fabric;
}

// Finds the port of --port in one of the fabrics; the error is that of the last one.
Result<void> add_all(SimulateData& data, const SimulateOptions& options)
{
    if (!options.flows.empty()) {
        for (const auto& fabric : data.fabrics)
            set_feedback(*fabric, options);
        return load_flows(data, options);
    }
    if (options.port.empty()) {
        for (const auto& fabric : data.fabrics)
            find_all(*fabric, options, std::nullopt);
        return {};
    }
    Result<PortId> port = fail(ErrorKind::usage, "no device was recognised");
    for (const auto& fabric : data.fabrics) {
        port = find_port(fabric->fabric, options.port);
        if (!port)
            continue;
        find_all(*fabric, options, *port);
        return {};
    }
    return tl::unexpected(port.error());
}

Result<void> check_outputs(const SimulateOptions& options)
{
    std::vector<NamedFile> written;
    if (!options.output.empty())
        written.push_back({"-o " + options.output, options.output});
    if (!options.plot.empty())
        written.push_back({"--plot " + options.plot, options.plot});
    if (written.empty())
        return {};
    const NamedFile read[] = {{"--policy", options.input.policy},
        {"--topology", options.input.topology},
        {"--flows", options.flows}};
    return check_written_files(written, read, options.input.paths);
}

ExitCode report(const SimulateData& data, const SimulateOptions& options)
{
    const std::string text
        = options.format == SimulateOptions::Format::json ? simulate_json(data) : simulate_text(data);
    if (!options.plot.empty()) {
        if (const auto drawn = workspace::write_output_file(options.plot, simulate_svg(data)); !drawn) {
            print_failure(drawn.error());
            return ExitCode::unreadable;
        }
    }
    if (options.output.empty()) {
        if (!print(text))
            return ExitCode::unreadable;
    } else if (const auto written = workspace::write_output_file(options.output, text); !written) {
        print_failure(written.error());
        return ExitCode::unreadable;
    }
    if (text.empty())
        print_error(data.flows > 0
                ? "rocelint: there is nothing to simulate: no flow crosses this port\n"
                : "rocelint: there is nothing to simulate: no switch has a lossless RDMA class on ports that "
                  "together could overfill another\n");
    return options.fail_on_loss && data.loses() ? ExitCode::findings : ExitCode::good;
}

}

Objection complete(SimulateOptions& options)
{
    if (!options.flows.empty() && options.senders)
        return "--flows states the senders; leave out --senders";
    if (!options.plot.empty() && !options.packets)
        return "--plot draws the queues of simulated packets; add --packets";
    if (options.control != simulate::RateControl::none && !options.packets)
        return "--control slows simulated packets down; add --packets";
    return {};
}

ExitCode run_simulate(const SimulateOptions& options)
{
    if (const auto writable = check_outputs(options); !writable) {
        print_failure(writable.error());
        return ExitCode::usage;
    }
    set_threads(options.jobs);
    SimulateData data{.packets = options.packets,
        .control = options.control,
        .duration = microseconds(options.duration_us),
        .seed = options.seed,
        .draw = options.output.empty() && prints_to_terminal(),
        .width = output_width()};
    bool any_unreadable = false;
    Result<void> found;
    {
        Progress progress(options.format == SimulateOptions::Format::text && !options.quiet);
        workspace::InputOptions input = options.input;
        input.progress = progress.count();
        input.not_inputs.push_back(options.output);
        input.not_inputs.push_back(options.flows);
        input.not_inputs.push_back(options.plot);
        auto inputs = workspace::read_fabrics(input, progress.sink());
        if (!inputs) {
            print_failure(inputs.error());
            return ExitCode::usage;
        }
        progress.stage("linking");
        for (workspace::Inputs& one : *inputs) {
            for (const Error& error : one.loaded.unreadable) {
                print_failure(error);
                any_unreadable = true;
            }
            data.fabrics.push_back(understand(std::move(one), inputs->size() > 1));
        }
        progress.stage("simulating");
        found = add_all(data, options);
        if (found && options.packets) {
            simulate_all(data);
            simulate_loads(data);
        }
    }
    if (std::ranges::all_of(data.fabrics, [](const auto& one) { return one->fabric.devices.empty(); })) {
        print_error("rocelint: no device was recognised, so there is nothing to simulate\n");
        if (options.format == SimulateOptions::Format::json)
            static_cast<void>(report(data, options));
        return ExitCode::unreadable;
    }
    if (!found) {
        print_failure(found.error());
        return found.error().kind == ErrorKind::unreadable ? ExitCode::unreadable : ExitCode::usage;
    }
    const ExitCode code = report(data, options);
    return any_unreadable ? ExitCode::unreadable : code;
}

}
