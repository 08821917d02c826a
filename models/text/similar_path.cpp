// SPDX-License-Identifier: Apache-2.0
#include "models/text/similar_path.h"

#include "models/text/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

namespace rocelint {

std::string similar_path(const std::string& path)
{
    constexpr std::size_t most_names = 10'000; // of larger folders only a part is compared
    const std::size_t end = path.find_last_not_of('/');
    if (end == std::string::npos)
        return {};
    const std::filesystem::path wanted = path.substr(0, end + 1);
    const std::filesystem::path folder = wanted.parent_path();
    std::error_code error;
    std::vector<std::string> names;
    for (std::filesystem::directory_iterator entry(folder.empty() ? "." : folder, error), last;
         !error && entry != last && names.size() < most_names;
         entry.increment(error))
        names.push_back(entry->path().filename().string());
    // Whatever the order of the folder, the same word is proposed.
    std::ranges::sort(names);
    const std::vector<std::string_view> known(names.begin(), names.end());
    const std::string name = wanted.filename().string();
    // Names of a fabric differ in few letters, so only slips of the finger count: leaf1.jsn, sitee.
    const std::string_view near = nearest(name, known, std::clamp<std::size_t>(name.size() / 4, 1, 2));
    return near.empty() ? std::string() : (folder / near).string();
}

std::string meant_path(const std::string& path)
{
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored))
        return {};
    const std::string similar = similar_path(path);
    return similar.empty() ? std::string() : fmt::format("; did you mean '{}'?", similar);
}

}
