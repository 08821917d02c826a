// SPDX-License-Identifier: Apache-2.0
// A policy may use files anywhere in a repository, so it must be read to find them.
#include "workspace/git/revision_policies.h"

#include "workspace/git/commit_files.h"
#include "workspace/input/load.h"
#include "workspace/input/policy_files.h"

#include <set>
#include <system_error>

namespace rocelint::workspace {
namespace {

namespace fs = std::filesystem;

std::set<std::string> policies_in(const fs::path& folder)
{
    std::set<std::string> found;
    std::error_code failed;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, failed);
    for (; !failed && at != fs::recursive_directory_iterator(); at.increment(failed)) {
        if (at->path().filename() == "rocelint.yaml")
            found.insert(at->path().lexically_relative(folder).generic_string());
    }
    return found;
}

}

Result<void> write_policy_files(git_repository& repository,
    const git_object& tree,
    const std::vector<std::string>& named,
    const fs::path& folder)
{
    std::set<std::string> policies = policies_in(folder);
    policies.insert(named.begin(), named.end());
    std::set<std::string> wanted;
    for (const std::string& policy : policies) {
        const auto text = git::text_of(repository, tree, policy);
        if (!text)
            continue;
        PolicyFiles files([&](const std::string& path) { return git::text_of(repository, tree, path); });
        // Errors in the policy are reported when the check reads it; the files that it names before the error
        // are known.
        static_cast<void>(files.read(Source(policy_id, policy, *text)));
        for (const std::string& path : files.paths()) {
            if (git::has_path(tree, path))
                wanted.insert(path);
        }
    }
    if (wanted.empty())
        return {};
    return git::write_out(repository, tree, {wanted.begin(), wanted.end()}, folder);
}

}
