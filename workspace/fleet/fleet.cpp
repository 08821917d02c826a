// SPDX-License-Identifier: Apache-2.0
// Checks configurations in memory as one fabric; `plan` and `push` do this after each step.
#include "workspace/fleet/fleet.h"

#include "drivers/driver.h"
#include "push/reach/reading.h"
#include "rules/rule_table.h"
#include "workspace/check/next_boot.h"
#include "workspace/input/policy_files.h"
#include "workspace/topology_import/import_topology.h"

#include <map>

namespace rocelint::workspace {
namespace {

}

Result<void> read_rules(FleetRules& rules)
{
    if (!rules.policy_text.empty()) {
        const Source source(policy_id, rules.policy_path, rules.policy_text);
        PolicyFiles files;
        auto policy = files.read(source);
        if (!policy)
            return tl::unexpected(policy.error());
        if (policy->has_other_files()) {
            // A plan contains its policy, but not the files next to it.
            rules.policy_text = whole_text(*policy, rules.policy_text);
            const Source whole(policy_id, rules.policy_path, rules.policy_text);
            policy = read_policy(whole, known_rules());
            if (!policy)
                return tl::unexpected(policy.error());
        }
        rules.policy = *std::move(policy);
    }
    if (!rules.topology_text.empty()) {
        const Source source(topology_id, rules.topology_path, rules.topology_text);
        auto topology = read_any_topology(source);
        if (!topology)
            return tl::unexpected(topology.error());
        rules.topology = *std::move(topology);
    }
    return {};
}

CheckedFleet check_fleet(const std::vector<const FleetDevice*>& fleet, const FleetRules& rules)
{
    std::vector<std::shared_ptr<const Source>> sources;
    std::map<SourceId, std::size_t> owner;
    for (std::size_t index = 0; index < fleet.size(); ++index) {
        const Driver& driver = *find_driver(fleet[index]->platform);
        for (const CollectedFile& file : fleet[index]->files) {
            const auto id = static_cast<SourceId>(first_input_id + sources.size());
            owner[id] = index;
            sources.push_back(std::make_unique<Source>(
                id, push::collected_path(driver, fleet[index]->name, file), file.text));
        }
    }
    Loaded loaded = load_sources(std::move(sources), {});
    // A plan is about the state of a host after its steps, which captures from before the steps would
    // contradict.
    take_after_boot(loaded);
    if (!rules.policy_text.empty())
        loaded.sources.put(std::make_unique<Source>(policy_id, rules.policy_path, rules.policy_text));
    if (!rules.topology_text.empty())
        loaded.sources.put(std::make_unique<Source>(topology_id, rules.topology_path, rules.topology_text));
    CheckedFleet result;
    result.device.resize(fleet.size());
    result.outcome = check_loaded(std::move(loaded), rules.topology, rules.policy, rules.selection, today());
    const Fabric& fabric = result.outcome->fabric;
    for (std::uint32_t index = 0; index < fabric.devices.size(); ++index) {
        for (const SourceId file : fabric.devices[index].files) {
            if (const auto place = owner.find(file); place != owner.end() && !result.device[place->second])
                result.device[place->second] = index;
        }
    }
    return result;
}

}
