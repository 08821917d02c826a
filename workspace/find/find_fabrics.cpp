// SPDX-License-Identifier: Apache-2.0
// Sites often lie next to each other in one folder. If they were joined, leaf1 of one site would be linked to
// spine1 of another, and neither site's policy would apply.
#include "workspace/find/find_fabrics.h"

#include "workspace/files/path_names.h"
#include "workspace/find/find_policy.h"
#include "workspace/find/group_files.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <system_error>

namespace rocelint::workspace {
namespace {

bool has_file(const std::string& folder, const char* name)
{
    std::error_code ignored;
    const std::filesystem::path path = std::filesystem::path(folder) / name;
    return std::filesystem::is_regular_file(path, ignored) && !is_of_another_tool(path.string());
}

class FabricFinder {
public:
    /// Returns the absolute folder of the fabric that a folder belongs to, or an empty string.
    const std::string& fabric_of(const std::string& folder)
    {
        const auto known = fabrics_.find(folder);
        if (known != fabrics_.end())
            return known->second;
        std::string found;
        const bool is_marked = has_file(folder, "rocelint.yaml") || has_file(folder, "topology.yaml");
        const std::string above = folder_of(folder);
        if (is_marked && !belongs_to_device(folder))
            found = folder;
        else if (!above.empty() && above != folder)
            found = fabric_of(above);
        return fabrics_.emplace(folder, std::move(found)).first->second;
    }

private:
    // A switch may be named "topology", and a host's files may include a policy.
    bool belongs_to_device(const std::string& folder)
    {
        const std::string above = find_topology(folder_of(folder) + '/');
        if (above.empty())
            return false;
        auto known = topologies_.find(above);
        if (known == topologies_.end()) {
            std::optional<Topology> topology;
            // A topology that cannot be read is rejected where it applies.
            if (const auto source = Source::read(no_source, above)) {
                if (auto read = read_topology(**source))
                    topology = std::move(*read);
            }
            known = topologies_.emplace(above, std::move(topology)).first;
        }
        if (!known->second)
            return false;
        return std::ranges::any_of(known->second->devices, [&](const TopologyDevice& device) {
            const std::string planned = planned_path(*known->second, device);
            return !planned.empty() && (is_below(planned, folder) || is_below(folder, planned));
        });
    }

    std::map<std::string, std::string> fabrics_; ///< by folder
    std::map<std::string, std::optional<Topology>> topologies_; ///< by path
};

// A policy without other files is not a fabric, but a file of the fabric around it.
void join_lone_policies(FabricFinder& finder, std::map<std::string, FabricFiles>& fabrics)
{
    std::vector<std::string> lone;
    for (const auto& [folder, fabric] : fabrics) {
        const bool is_lone = fabric.files.size() == 1 && last_name(fabric.files.front()) == "rocelint.yaml";
        if (is_lone && !folder.empty())
            lone.push_back(folder);
    }
    for (const std::string& folder : lone) {
        const std::string& above = finder.fabric_of(folder_of(folder));
        if (above == folder || !fabrics.contains(above))
            continue;
        std::vector<std::string>& around = fabrics[above].files;
        around.push_back(std::move(fabrics[folder].files.front()));
        std::ranges::sort(around);
        fabrics.erase(folder);
    }
}

}

std::vector<FabricFiles> find_fabrics(
    const std::vector<std::string>& files, const std::vector<std::string>& paths)
{
    FabricFinder finder;
    std::map<std::string, FabricFiles> fabrics;
    std::string before; // the folder of the last file: files of one folder are consecutive
    std::vector<std::string>* around = nullptr;
    for (const std::string& file : files) {
        if (std::string own = folder_of(file); around == nullptr || own != before) {
            before = std::move(own);
            around = &fabrics[finder.fabric_of(absolute_path(before))].files;
        }
        around->push_back(file);
    }
    join_lone_policies(finder, fabrics);
    std::vector<FabricFiles> found;
    for (auto& [folder, fabric] : fabrics) {
        if (!folder.empty())
            fabric.folder = as_written(folder, paths.front());
        fabric.has_topology = !folder.empty() && has_file(folder, "topology.yaml");
        fabric.holds_others = std::ranges::any_of(fabrics,
            [&](const auto& other) { return other.first != folder && is_below(other.first, folder); });
        found.push_back(std::move(fabric));
    }
    return found;
}

}
