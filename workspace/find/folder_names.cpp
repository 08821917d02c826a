// SPDX-License-Identifier: Apache-2.0
#include "workspace/find/folder_names.h"

#include "workspace/files/path_names.h"

#include <cstddef>
#include <map>
#include <string_view>

namespace rocelint::workspace {
namespace {

// How far above a file the folder with the device's name is looked for.
constexpr std::size_t most_levels = 3;

struct FolderPart {
    std::size_t begin = 0;
    std::size_t length = 0;
};

// The folder at this level above a file, 1 being its own; of length 0 if the path has none.
FolderPart folder_above(std::string_view path, std::size_t level)
{
    std::size_t end = path.rfind('/');
    for (; level > 1 && end != std::string_view::npos && end > 0; --level)
        end = path.rfind('/', end - 1);
    if (end == std::string_view::npos || end == 0)
        return {};
    const std::size_t before = path.rfind('/', end - 1);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    return {begin, end - begin};
}

}

std::vector<std::string> distinguishing_folders(const std::vector<std::string>& paths)
{
    std::vector<std::string> whole;
    whole.reserve(paths.size());
    for (const std::string& path : paths)
        whole.push_back(absolute_path(path));
    std::vector<std::string> names(paths.size());
    for (std::size_t level = 1; level <= most_levels; ++level) {
        std::map<std::string, std::vector<std::size_t>> alike;
        for (std::size_t index = 0; index < whole.size(); ++index) {
            const FolderPart part = folder_above(whole[index], level);
            if (names[index].empty() && part.length > 0)
                alike[std::string(whole[index]).replace(part.begin, part.length, "/")].push_back(index);
        }
        for (const auto& [rest, members] : alike) {
            for (const std::size_t index : members) {
                const FolderPart part = folder_above(whole[index], level);
                if (members.size() > 1)
                    names[index] = whole[index].substr(part.begin, part.length);
            }
        }
    }
    return names;
}

}
