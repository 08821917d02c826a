// SPDX-License-Identifier: Apache-2.0
// An intent is written as a whole or not at all: the first device that cannot be written ends the run.
#include "workspace/fleet/render_intent.h"

#include "design/design_fabric.h"
#include "models/parallel/parallel.h"
#include "rules/rule_table.h"
#include "workspace/check/outcome.h"
#include "workspace/check/policy_options.h"
#include "workspace/files/path_names.h"
#include "workspace/fleet/intent_policy.h"
#include "workspace/input/load.h"
#include "workspace/input/policy_files.h"
#include "workspace/input/subnet_keys.h"
#include "workspace/topology_export/topology_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

namespace rocelint::workspace {
namespace {

const std::string policy_name = "rocelint.yaml";
const std::string topology_name = "topology.yaml";

Result<void> check_writable(const FabricIntent& intent)
{
    for (const IntentDevice& device : intent.devices) {
        const Driver& driver = *find_driver(device.platform.value);
        if (driver.renders_managers)
            return fail_at(intent,
                device.platform.at,
                "a subnet manager belongs to a subnet: state it in the section infiniband");
        if (driver.render == nullptr)
            return fail_at(intent,
                device.platform.at,
                fmt::format("this version cannot write configurations of {}", device.platform.value));
    }
    return {};
}

// Assigns each device its file or folder below the output folder.
class Placing {
public:
    explicit Placing(std::vector<FolderFile>& files) : files_(files) { }

    /// Returns the path for the topology, with a trailing slash for a folder; empty if names clash or lead
    /// out of the folder.
    std::string place(const DeviceDesign& device, Rendering rendering)
    {
        const bool alone = rendering.files.size() == 1 && !taken_.contains(rendering.files.front().name)
            && rendering.files.front().name.starts_with(device.name);
        const std::string folder = alone ? std::string() : device.name + '/';
        if (rendering.files.empty() || (!alone && !taken_.insert(device.name).second))
            return {};
        for (RenderedFile& file : rendering.files) {
            std::string path = folder + file.name;
            if (!stays_inside(path) || !taken_.insert(path).second)
                return {};
            files_.push_back({std::move(path), std::move(file.text), file.executable, file.secret});
        }
        return alone ? rendering.files.front().name : folder;
    }

private:
    std::vector<FolderFile>& files_;
    std::set<std::string, std::less<>> taken_{policy_name, topology_name};
};

// Checks the files as `check` would. An error that a rule finds in them refuses the device: something in the
// intent is beyond its platform, in a way that no step before has noticed. What a site asks for with rules of
// its own is not designed, and so is not a reason.
Result<void> check_rendered(const FabricIntent& intent, const RenderedFabric& rendered)
{
    std::vector<std::shared_ptr<const Source>> sources;
    std::unique_ptr<Source> policy_source;
    std::unique_ptr<Source> topology_source;
    for (const FolderFile& file : rendered.files) {
        if (file.path == policy_name)
            policy_source = std::make_unique<Source>(policy_id, file.path, file.text);
        else if (file.path == topology_name)
            topology_source = std::make_unique<Source>(topology_id, file.path, file.text);
        else
            sources.push_back(std::make_shared<const Source>(
                static_cast<SourceId>(first_input_id + sources.size()), file.path, file.text));
    }
    auto policy = PolicyFiles().read(*policy_source);
    if (!policy)
        return tl::unexpected(policy.error());
    auto topology = read_topology(*topology_source);
    if (!topology)
        return tl::unexpected(topology.error());
    Loaded loaded = load_sources(std::move(sources), {.topology = &*topology});
    loaded.reach = {.known = true, .whole = true, .paths = {}, .elsewhere = {}};
    loaded.sources.put(std::move(policy_source));
    loaded.sources.put(std::move(topology_source));
    const Selection selection = with_policy({}, *policy);
    const auto outcome
        = check_loaded(std::move(loaded), std::move(*topology), std::move(*policy), selection, today());
    for (const Finding& finding : outcome->report.findings) {
        if (finding.severity != Severity::error || find_rule(finding.rule->code) == nullptr)
            continue;
        const auto device
            = std::ranges::find(intent.devices, name_subject(finding, *outcome).device, &IntentDevice::name);
        if (device != intent.devices.end())
            return fail_at(intent,
                device->at,
                fmt::format("what can be written of it does not pass check: {}: {}",
                    finding.rule->code,
                    finding.message));
    }
    return {};
}

}

Result<std::vector<Rendering>> render_devices(
    const FabricIntent& intent, const std::vector<DeviceDesign>& designs)
{
    std::vector<Rendering> renderings(designs.size());
    run_parallel(designs.size(), [&](std::size_t index) {
        const Driver& driver = *find_driver(designs[index].platform);
        if (driver.render != nullptr)
            renderings[index] = driver.render(designs[index]);
    });
    for (std::size_t index = 0; index < designs.size(); ++index) {
        if (!renderings[index].refused.empty())
            return fail_at(intent,
                designs[index].at,
                fmt::format("{} cannot be written: {}", designs[index].name, renderings[index].refused));
    }
    return renderings;
}

Result<RenderedFabric> render_intent(FabricIntent& intent)
{
    if (auto read = read_subnet_keys(intent); !read)
        return tl::unexpected(read.error());
    if (auto writable = check_writable(intent); !writable)
        return tl::unexpected(writable.error());
    auto policy = read_intent_policy(intent);
    if (!policy)
        return tl::unexpected(policy.error());
    const auto designs = design_fabric(intent, policy->policy);
    if (!designs)
        return tl::unexpected(designs.error());
    auto renderings = render_devices(intent, *designs);
    if (!renderings)
        return tl::unexpected(renderings.error());
    RenderedFabric rendered;
    rendered.devices = designs->size();
    Placing placing(rendered.files);
    std::vector<std::string> places;
    for (std::size_t index = 0; index < designs->size(); ++index) {
        const DeviceDesign& design = (*designs)[index];
        Rendering& rendering = (*renderings)[index];
        for (const std::string& sentence : design.open)
            rendered.open[sentence].push_back(design.name);
        for (const std::string& sentence : rendering.left_out)
            rendered.left_out[{design.platform, sentence}].push_back(design.name);
        places.push_back(placing.place(design, std::move(rendering)));
        if (places.back().empty())
            return fail_at(intent,
                design.at,
                fmt::format(
                    "the files of {} cannot be written under this name: another file has it", design.name));
    }
    rendered.files.push_back({policy_name, std::move(policy->text)});
    rendered.files.push_back({topology_name, topology_text(intent, places)});
    if (auto checked = check_rendered(intent, rendered); !checked)
        return tl::unexpected(checked.error());
    return rendered;
}

}
