// SPDX-License-Identifier: Apache-2.0
// Checks fabrics one after another, so that each is judged by its own policy and topology alone.
#include "workspace/check/check_fabrics.h"

#include "workspace/check/policy_options.h"
#include "workspace/files/path_names.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>

namespace rocelint::workspace {

namespace {

std::string root_of(const Inputs& inputs, const std::vector<std::string>& given)
{
    if (!inputs.folder.empty())
        return absolute_path(inputs.folder);
    const std::string first = given.empty() || given.front() == "-" ? std::string(".") : given.front();
    std::error_code ignored;
    return absolute_path(std::filesystem::is_directory(first, ignored) ? first : folder_of(first));
}

// If only files are named, some may have been left out.
bool names_folder(const std::vector<std::string>& given)
{
    return std::ranges::any_of(given, [](const std::string& path) {
        std::error_code ignored;
        return std::filesystem::is_directory(path, ignored);
    });
}

}

Result<CheckedFabrics> check_fabrics(
    const InputOptions& options, const Selection& selection, const StageSink& stage)
{
    auto inputs = read_fabrics(options, stage);
    if (!inputs)
        return tl::unexpected(inputs.error());
    CheckedFabrics checked;
    stage("checking");
    std::map<std::string, std::size_t> fabrics_of; // by path of their policy
    for (const Inputs& one : *inputs)
        ++fabrics_of[one.policy.path];
    for (Inputs& one : *inputs) {
        checked.find_time += one.find_time;
        checked.read_time += one.read_time;
        Selection asked = with_policy(selection, one.policy);
        asked.of_a_part = one.of_a_part;
        asked.shares_policy = fabrics_of[one.policy.path] > 1;
        auto outcome = check_loaded(
            std::move(one.loaded), std::move(one.topology), std::move(one.policy), asked, today());
        outcome->root = root_of(one, options.paths);
        outcome->of_a_part = one.of_a_part || (one.folder.empty() && !names_folder(options.paths));
        if (inputs->size() > 1) {
            outcome->folder = one.folder.empty() ? "." : one.folder;
            outcome->may_be_empty = (one.holds_others || one.folder.empty()) && !one.has_topology;
        }
        checked.outcomes.push_back(std::move(outcome));
    }
    // The files around fabrics need not contain a device, but some fabric must.
    const bool any = std::ranges::any_of(checked.outcomes,
        [](const std::unique_ptr<Outcome>& outcome) { return !outcome->fabric.devices.empty(); });
    if (!any)
        checked.outcomes.front()->may_be_empty = false;
    return checked;
}

}
