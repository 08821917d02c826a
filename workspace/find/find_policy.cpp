// SPDX-License-Identifier: Apache-2.0
// Looks for rocelint.yaml and topology.yaml upward from the path, as git looks for .git, so that checking a
// part of a fabric uses the same files as checking the whole.
#include "workspace/find/find_policy.h"

#include "analysis/policy/policy_keys.h"
#include "models/fabric/topology_keys.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <vector>

namespace rocelint::workspace {
namespace {

namespace files = std::filesystem;

bool is_file(const files::path& path)
{
    std::error_code ignored;
    return files::is_regular_file(path, ignored);
}

// The absolute folder that `path` is or is in.
files::path folder_containing(const std::string& path)
{
    std::error_code error;
    files::path absolute = files::absolute(path, error).lexically_normal();
    if (error)
        return {};
    if (!absolute.has_filename())
        absolute = absolute.parent_path();
    return files::is_directory(absolute, error) ? absolute : absolute.parent_path();
}

std::string find_upward(const std::string& path, const char* name)
{
    for (files::path folder = folder_containing(path); !folder.empty(); folder = folder.parent_path()) {
        if (is_file(folder / name) && !is_of_another_tool((folder / name).string()))
            return as_written((folder / name).string(), path);
        if (folder == folder.root_path())
            break;
    }
    return {};
}

}

bool is_of_another_tool(const std::string& path)
{
    constexpr std::size_t most = std::size_t{64} << 10U;
    std::string text(most, '\0');
    std::ifstream in(path, std::ios::binary);
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    std::vector<std::string_view> keys;
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        if (const std::size_t colon = line.find(':'); colon != std::string_view::npos)
            keys.push_back(line.substr(0, colon));
    }
    const auto has = [&keys](std::string_view key) { return std::ranges::find(keys, key) != keys.end(); };
    const bool marked = (has("apiVersion") && has("kind")) || (has("name") && has("topology"));
    const auto is_ours = [&](const KeyTable& table) {
        return std::ranges::any_of(table.keys, [&](const DocumentKey& key) { return has(key.name); });
    };
    return marked && !is_ours(topology_keys::top) && !is_ours(policy_keys::top);
}

std::string as_written(const std::string& absolute, const std::string& argument)
{
    std::error_code error;
    if (files::path(argument).is_absolute())
        return absolute;
    const files::path here = files::current_path(error);
    return error ? absolute : files::path(absolute).lexically_relative(here).string();
}

std::string find_policy(const std::string& path) { return find_upward(path, "rocelint.yaml"); }

std::string find_topology(const std::string& path) { return find_upward(path, "topology.yaml"); }

}
