// SPDX-License-Identifier: Apache-2.0
#include "workspace/session.h"

#include "workspace/checked_policy.h"
#include "workspace/inputs.h"

namespace rocelint::workspace {

Result<std::unique_ptr<Outcome>> Session::check(std::string_view today)
{
    std::unique_ptr<Source> policy_source;
    std::unique_ptr<Source> topology_source;
    Policy policy;
    Topology topology;
    if (!policy_.path.empty()) {
        policy_source = std::make_unique<Source>(policy_id, policy_.path, policy_.text);
        auto says = read_checked_policy(*policy_source);
        if (!says)
            return tl::unexpected(says.error());
        policy = *std::move(says);
    }
    if (!topology_.path.empty()) {
        topology_source = std::make_unique<Source>(topology_id, topology_.path, topology_.text);
        auto says = read_checked_topology(*topology_source);
        if (!says)
            return tl::unexpected(says.error());
        topology = *std::move(says);
    }
    std::vector<std::unique_ptr<Source>> sources;
    sources.reserve(files_.size());
    for (const auto& [path, text] : files_)
        sources.push_back(
            std::make_unique<Source>(first_input_id + static_cast<SourceId>(sources.size()), path, text));
    Loaded loaded = load_sources(
        std::move(sources), {.topology = topology.given() ? &topology : nullptr, .store = &store_});
    for (std::unique_ptr<Source>* source : {&policy_source, &topology_source}) {
        if (*source != nullptr)
            loaded.sources.put(std::move(*source));
    }
    auto outcome
        = check_loaded(std::move(loaded), std::move(topology), std::move(policy), selection_, today, &store_);
    store_.forget_unused();
    return outcome;
}

}
