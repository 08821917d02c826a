// SPDX-License-Identifier: Apache-2.0
#include "workspace/input/checked_policy.h"

#include "workspace/find/find_policy.h"
#include "workspace/input/find_inputs.h"
#include "workspace/input/inputs.h"
#include "workspace/input/policy_files.h"

#include <set>

namespace rocelint::workspace {

Result<Policy> read_nearest_policy(const std::string& named)
{
    const std::string path = named.empty() ? find_policy(".") : named;
    return PolicyFiles().read_file(path);
}

Result<FilesInForce> files_in_force(const InputOptions& options)
{
    auto found = find_inputs(options);
    if (!found)
        return tl::unexpected(found.error());
    if (!found->files.unreadable.empty())
        return fail(ErrorKind::usage, found->files.unreadable.front().message);
    // Neither policy nor topology applies to files that belong to no fabric.
    std::vector<std::string> folders;
    for (FabricFiles& fabric : found->fabrics) {
        if (!fabric.folder.empty())
            folders.push_back(std::move(fabric.folder));
    }
    if (folders.size() > 1)
        return fail_for_several(folders.size(), folders);
    const std::string at = folders.empty() ? first_path(options) : folders.front() + '/';
    return FilesInForce{options.policy.empty() ? find_policy(at) : options.policy,
        options.topology.empty() ? find_topology(at) : options.topology};
}

Result<std::vector<Policy>> policies_of(const InputOptions& input)
{
    std::set<std::string> paths;
    if (!input.policy.empty()) {
        paths.insert(input.policy);
    } else {
        for (const std::string& path : input.paths)
            paths.insert(find_policy(path));
        const FoundFiles found = find_files(input.paths, {});
        for (const FabricFiles& fabric : find_fabrics(found.files, input.paths))
            paths.insert(fabric.folder.empty() ? std::string() : find_policy(fabric.folder + '/'));
    }
    std::vector<Policy> policies;
    for (const std::string& path : paths) {
        if (path.empty())
            continue;
        auto policy = PolicyFiles().read_file(path);
        if (!policy)
            return tl::unexpected(policy.error());
        policies.push_back(*std::move(policy));
    }
    return policies;
}

}
