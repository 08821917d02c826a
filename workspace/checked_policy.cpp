// SPDX-License-Identifier: Apache-2.0
#include "workspace/checked_policy.h"

#include "workspace/find_fabrics.h"
#include "workspace/find_files.h"
#include "workspace/find_policy.h"
#include "workspace/inputs.h"
#include "workspace/policy_files.h"

#include <set>

namespace rocelint::workspace {

static Result<Policy> read_file(const std::string& path)
{
    const auto source = Source::read(no_source, path);
    if (!source)
        return fail(ErrorKind::usage, source.error().message);
    return PolicyFiles().read(**source);
}

Result<Policy> read_nearest_policy(const std::string& named)
{
    const std::string path = named.empty() ? find_policy(".") : named;
    return path.empty() ? Policy{} : read_file(path);
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
        auto policy = read_file(path);
        if (!policy)
            return tl::unexpected(policy.error());
        policies.push_back(*std::move(policy));
    }
    return policies;
}

}
