// SPDX-License-Identifier: Apache-2.0
// Turns loaded files into findings, for every command that checks.
#include "workspace/check/outcome.h"

#include "models/parallel/parallel.h"
#include "models/routing/routes.h"
#include "workspace/check/next_boot.h"
#include "workspace/check/settle_unchecked.h"
#include "workspace/check/unjudged_lines.h"
#include "workspace/input/planned_devices.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::workspace {
namespace {

void find_unjudged_lines(const Fabric& fabric, std::vector<FileReport>& files)
{
    std::vector<std::map<SourceId, std::vector<std::uint32_t>>> found(fabric.devices.size());
    run_parallel(found.size(),
        [&](std::size_t device) { found[device] = unjudged_lines(fabric.devices[device], fabric.sources); });
    std::map<SourceId, std::vector<std::uint32_t>> by_source;
    for (auto& of_device : found)
        by_source.merge(of_device);
    for (FileReport& file : files) {
        if (const auto lines = by_source.find(file.source); lines != by_source.end())
            file.unjudged = std::move(lines->second);
    }
}

// Without a cable between two switches there is at most one path, so no route needs to be assumed.
std::vector<std::string> find_assumed_routes(const Fabric& fabric)
{
    const auto is_switch
        = [&fabric](PortId port) { return fabric.device(port).kind == DeviceKind::network_switch; };
    const bool any = std::ranges::any_of(
        fabric.links, [&](const Link& link) { return is_switch(link.a) && is_switch(link.b); });
    return any ? routing::route_assumptions(routing::Graph(fabric)) : std::vector<std::string>{};
}

}

std::unique_ptr<Outcome> check_loaded(
    Loaded loaded, Topology topology, Policy policy, const Selection& selection, std::string_view today)
{
    auto outcome = std::make_unique<Outcome>();
    outcome->asked = {loaded.platform, topology, loaded.reach, selection, std::string(today)};
    outcome->policy = std::move(policy);
    outcome->files = std::move(loaded.files);
    outcome->unreadable = std::move(loaded.unreadable);
    outcome->bytes = loaded.bytes;
    outcome->lines = loaded.lines;
    const auto begin = std::chrono::steady_clock::now();
    NextBoot next_boot(loaded);
    outcome->fabric = link(std::move(loaded.devices), std::move(loaded.sources), std::move(topology));
    compare_with_plan(outcome->fabric, loaded.reach, outcome->files, outcome->unreadable);
    const auto linked = std::chrono::steady_clock::now();
    outcome->analysis = analyse(outcome->fabric, outcome->policy);
    outcome->report = check(outcome->analysis, selection, std::move(loaded.syntax), today);
    next_boot.add_findings(*outcome, selection, today);
    settle_unchecked(outcome->fabric, outcome->report.not_checked);
    relate_misspelt(loaded.misspelt, outcome->report.findings);
    outcome->assumed_routes = find_assumed_routes(outcome->fabric);
    find_unjudged_lines(outcome->fabric, outcome->files);
    outcome->link_time = linked - begin;
    outcome->check_time = std::chrono::steady_clock::now() - linked;
    return outcome;
}

bool is_missing_devices(const Outcome& outcome)
{
    return outcome.fabric.devices.empty() && !outcome.may_be_empty;
}

std::string today()
{
    const std::chrono::year_month_day date{
        std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now())};
    return fmt::format("{:04}-{:02}-{:02}",
        static_cast<int>(date.year()),
        static_cast<unsigned>(date.month()),
        static_cast<unsigned>(date.day()));
}

Named name_port(PortId id, const Fabric& fabric)
{
    if (id.device >= fabric.devices.size())
        return {};
    const Device& device = fabric.devices[id.device];
    return {device.name, device.part_name(id.port)};
}

Named name_subject(const Finding& finding, const Outcome& outcome)
{
    if (!finding.subjects.empty())
        return name_port(finding.subjects.front().port, outcome.fabric);
    // A finding about the text itself has no subject, but its file belongs to a device.
    const auto file = std::ranges::find(outcome.files, finding.at.source, &FileReport::source);
    return {finding.at.somewhere() && file != outcome.files.end() ? std::string_view(file->device)
                                                                  : std::string_view{},
        {}};
}

}
