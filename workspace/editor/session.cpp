// SPDX-License-Identifier: Apache-2.0
#include "workspace/editor/session.h"

#include "workspace/check/policy_options.h"
#include "workspace/input/inputs.h"

namespace rocelint::workspace {

void Session::put(const std::string& path, std::string text)
{
    std::shared_ptr<const Source>& file = files_[path];
    if (file == nullptr || file->text() != text)
        file = std::make_shared<const Source>(file == nullptr ? no_source : file->id(), path, text);
}

Result<std::unique_ptr<Outcome>> Session::check(
    std::string_view today, const std::function<bool()>& superseded)
{
    std::unique_ptr<Source> policy_source;
    std::unique_ptr<Source> topology_source;
    PolicyFiles policy_files(in_memory_);
    Policy policy;
    Topology topology;
    if (!policy_.path.empty()) {
        policy_source = std::make_unique<Source>(policy_id, policy_.path, policy_.text);
        auto says = read_policy_ == nullptr ? policy_files.read(*policy_source) : *read_policy_;
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
    std::vector<std::shared_ptr<const Source>> sources;
    sources.reserve(files_.size());
    for (auto& [path, file] : files_) {
        // Ids follow the order of the paths, as on disk. They move if a file was added or removed.
        const auto id = first_input_id + static_cast<SourceId>(sources.size());
        if (file->id() != id)
            file = std::make_shared<const Source>(id, *file);
        sources.push_back(file);
    }
    Loaded loaded = load_sources(
        std::move(sources), {.topology = topology.given() ? &topology : nullptr, .known = &known_});
    known_.forget_unused();
    loaded.reach = reach_;
    if (superseded && superseded())
        return fail(ErrorKind::cancelled, "the texts have changed since the check began");
    for (std::unique_ptr<Source>* source : {&policy_source, &topology_source}) {
        if (*source != nullptr)
            loaded.sources.put(std::move(*source));
    }
    for (std::unique_ptr<Source>& source : policy_files.take())
        loaded.sources.put(std::move(source));
    // A policy that was read before is that of examples of own rules, which choose their rule themselves.
    const Selection asked = read_policy_ == nullptr ? with_policy(selection_, policy) : selection_;
    return check_loaded(std::move(loaded), std::move(topology), std::move(policy), asked, today);
}

}
