// SPDX-License-Identifier: Apache-2.0
// NICs that should be configured alike, and the outliers among them.
#include "analysis/facts/boards.h"

#include <algorithm>

namespace rocelint {

std::map<std::string_view, std::vector<BoardNic>> boards(const Analysis& analysis)
{
    std::map<std::string_view, std::vector<BoardNic>> found;
    const std::vector<Device>& devices = analysis.fabric->devices;
    for (std::uint32_t device = 0; device < devices.size(); ++device) {
        if (devices[device].kind != DeviceKind::host)
            continue;
        for (const Nic& nic : devices[device].nics) {
            const PortId port{device, nic.port};
            if (nic.port != Port::no_index && nic.board.known() && analysis.is_roce(port))
                found[nic.board.value].push_back({port, &nic});
        }
    }
    return found;
}

std::vector<Outliers> outliers(const std::vector<ComparedValue>& all)
{
    std::vector<Outliers> groups; // by value, in the order of their first port
    for (const ComparedValue& compared : all) {
        const auto same = std::ranges::find_if(
            groups, [&](const Outliers& group) { return group.odd.front().value == compared.value; });
        if (same == groups.end())
            groups.push_back({{compared}, {}, 0});
        else
            same->odd.push_back(compared);
    }
    if (groups.size() < 2)
        return {};
    const auto most
        = std::ranges::max_element(groups, {}, [](const Outliers& group) { return group.odd.size(); });
    const ComparedValue usual = most->odd.front();
    const std::size_t others = most->odd.size();
    groups.erase(most);
    for (Outliers& group : groups) {
        group.usual = usual;
        group.others = others;
    }
    return groups;
}

}
