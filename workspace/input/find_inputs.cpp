// SPDX-License-Identifier: Apache-2.0
#include "workspace/input/find_inputs.h"

#include "workspace/files/path_names.h"
#include "workspace/find/find_policy.h"
#include "workspace/input/inputs.h"
#include "workspace/input/policy_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>

namespace rocelint::workspace {
namespace {

// A topology given by name applies to all files, and so does standard input.
std::vector<FabricFiles> part(
    const InputOptions& options, const std::vector<std::string>& files, bool from_stdin)
{
    std::vector<FabricFiles> fabrics;
    if (options.topology.empty() && !from_stdin)
        fabrics = find_fabrics(files, options.paths);
    if (fabrics.empty())
        fabrics.push_back({.folder = {}, .files = files});
    if (from_stdin)
        fabrics.front().files.insert(fabrics.front().files.begin(), "-");
    return fabrics;
}

}

void drop_file(std::vector<std::string>& files, const std::string& path)
{
    struct stat own { };
    if (path.empty() || ::stat(path.c_str(), &own) != 0)
        return;
    std::erase_if(files, [&own](const std::string& file) {
        struct stat status { };
        return ::stat(file.c_str(), &status) == 0 && status.st_ino == own.st_ino
            && status.st_dev == own.st_dev;
    });
}

std::string first_path(const InputOptions& options)
{
    return options.paths.front() == "-" ? "." : options.paths.front();
}

tl::unexpected<Error> fail_for_several(std::size_t count, const std::vector<std::string>& folders)
{
    return fail(ErrorKind::usage,
        fmt::format(
            "these paths hold {} fabrics, each with a rocelint.yaml or topology.yaml of its own; name one: {}",
            count,
            fmt::join(folders, ", ")));
}

Result<FoundInputs> find_inputs(const InputOptions& options)
{
    PolicyFiles outer_files;
    const auto outer
        = outer_files.read_file(options.policy.empty() ? find_policy(first_path(options)) : options.policy);
    if (!outer)
        return tl::unexpected(outer.error());
    std::vector<std::string> named = options.paths;
    const bool from_stdin = std::erase(named, "-") > 0;
    FoundFiles found = find_files(named, outer->exclude, options.follow);
    if (!options.evidence.empty()) {
        std::error_code ignored;
        if (!std::filesystem::is_directory(options.evidence, ignored))
            return fail(ErrorKind::usage,
                fmt::format(
                    "--evidence: {} is not a folder; write one with captures of counters", options.evidence));
        std::erase_if(found.files, [top = absolute_path(options.evidence)](const std::string& file) {
            return is_below(absolute_path(file), top);
        });
    }
    for (const std::string& path : options.not_inputs)
        drop_file(found.files, path);
    for (const std::unique_ptr<Source>& extended : outer_files.take())
        drop_file(found.files, extended->path());
    std::vector<FabricFiles> fabrics = part(options, found.files, from_stdin);
    return FoundInputs{std::move(found), std::move(fabrics)};
}

}
