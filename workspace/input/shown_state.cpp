// SPDX-License-Identifier: Apache-2.0
// A capture of one command, such as PFC in force, means nothing without the configuration of its switch: both are read
// together, as in the log of one session.
#include "workspace/input/shown_state.h"

#include "models/fabric/device.h"
#include "workspace/input/read_group.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

namespace rocelint::workspace {
namespace {

using ReportOf = std::unordered_map<SourceId, FileReport*>;

bool is_plain(const Port& port)
{
    return port.description.empty() && !port.admin_up.configured() && !port.speed.configured()
        && !port.max_frame.configured() && !port.trust.configured() && !port.pfc_tx.configured();
}

bool has_problem(const std::vector<Finding>& known, const SyntaxProblem& problem)
{
    return std::ranges::any_of(known, [&](const Finding& finding) {
        return finding.at == problem.at && finding.message == problem.message;
    });
}

// What the counters of both readings point into lives as long as the device.
void keep_counters(Device& from, Device& to)
{
    to.counter_readings = std::move(from.counter_readings);
    to.counter_arenas = std::move(from.counter_arenas);
    to.counter_arenas.push_back(from.arena);
}

void read_again(
    Device& device, const std::vector<SourceId>& captures, const ReportOf& reports, Loaded& loaded)
{
    std::vector<InputFile> files;
    FileGroup group{.files = {}, .shared = {}, .name = device.name};
    const auto is_shared = [&](SourceId id) {
        return std::ranges::find(device.shared_files, id) != device.shared_files.end();
    };
    const auto add = [&](SourceId id) {
        const auto report = reports.find(id);
        auto source = loaded.sources.share(id);
        const Driver* driver = report == reports.end() ? nullptr : find_driver(report->second->platform);
        if (source == nullptr || driver == nullptr)
            return false;
        if (is_shared(id))
            group.shared.push_back(files.size());
        group.files.push_back(files.size());
        files.push_back({.source = std::move(source), .driver = driver, .reason = {}});
        return true;
    };
    // Files of several devices come last.
    std::vector<SourceId> order;
    std::ranges::remove_copy_if(device.files, std::back_inserter(order), is_shared);
    order.insert(order.end(), captures.begin(), captures.end());
    order.insert(order.end(), device.shared_files.begin(), device.shared_files.end());
    if (!std::ranges::all_of(order, add))
        return;
    ReadGroup joined = read_group(group, files, nullptr);
    if (device.name_is_configured != joined.device.name_is_configured || joined.device.name != device.name) {
        joined.device.name_is_configured = device.name_is_configured;
        joined.device.name = device.name;
        joined.device.stated_name = device.stated_name;
    }
    for (std::size_t index = 0; index < group.files.size(); ++index) {
        const SourceId id = files[index].source->id();
        if (std::ranges::find(captures, id) == captures.end())
            continue;
        FileReport& report = *reports.at(id);
        report.coverage = std::move(joined.coverage[index]);
        report.device = device.name;
    }
    for (const SyntaxProblem& problem : joined.problems) {
        if (std::ranges::find(captures, problem.at.source) != captures.end()
            && !has_problem(loaded.syntax, problem))
            loaded.syntax.push_back(syntax_finding(problem));
    }
    keep_counters(device, joined.device);
    device = std::move(joined.device);
}

}

bool is_state_capture(const Device& device)
{
    return device.kind == DeviceKind::network_switch && !device.name_is_configured
        && (device.shows_state || !device.neighbours.empty()) && std::ranges::all_of(device.ports, is_plain);
}

void read_with_state(const StateFiles& captures, Loaded& loaded)
{
    if (captures.empty())
        return;
    ReportOf reports;
    for (FileReport& report : loaded.files)
        reports.emplace(report.source, &report);
    for (const auto& [index, files] : captures)
        read_again(loaded.devices[index], files, reports, loaded);
}

}
