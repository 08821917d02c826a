// SPDX-License-Identifier: Apache-2.0
// The options of a check that a policy states.
#include "workspace/check/policy_options.h"

#include "workspace/files/path_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace rocelint::workspace {
namespace {

std::string resolved(const std::string& path)
{
    std::error_code error;
    const std::filesystem::path real = std::filesystem::weakly_canonical(absolute_path(path), error);
    return error ? std::string() : real.string();
}

}

Selection with_policy(Selection selection, const Policy& policy)
{
    if (selection.select.empty())
        selection.select = policy.select;
    if (selection.ignore.empty())
        selection.ignore = policy.ignore;
    if (std::ranges::find(policy.reports, "html", &PolicyReport::format) != policy.reports.end())
        selection.keep_proofs = true;
    return selection;
}

std::string place_of_key(const Policy& policy, std::string_view key)
{
    const auto place = policy.places.find(key);
    return place == policy.places.end()
        ? policy.path
        : fmt::format(
            "{}:{}:{}", place->second.file, place->second.position.line, place->second.position.column);
}

Result<void> check_policy_path(const Policy& policy, std::string_view key, const std::string& path)
{
    const auto place = policy.places.find(key);
    const std::string& stated_in = place == policy.places.end() ? policy.path : place->second.file;
    const std::string real = resolved(path);
    const std::string folder = resolved(folder_of(stated_in));
    if (!real.empty() && !folder.empty() && is_below(real, folder))
        return {};
    return fail(ErrorKind::usage,
        fmt::format(
            "{}: '{}' leads out of the folder of this policy through a symbolic link; name a file in that folder",
            place_of_key(policy, key),
            path));
}

}
