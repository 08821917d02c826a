// SPDX-License-Identifier: Apache-2.0
// A core switch without RDMA hosts is still on paths between them. Pruning switches that no such path can use
// needs no routes, and so also works if routes are unknown.
#include "analysis/paths.h"

#include <algorithm>
#include <compare>

namespace rocelint {
namespace {

// A cable, by the two switches it connects.
struct JoinedCable {
    std::uint32_t low;
    std::uint32_t high;
    std::uint32_t link;
    friend auto operator<=>(const JoinedCable&, const JoinedCable&) = default;
};

bool same_way(const JoinedCable& a, const JoinedCable& b) { return a.low == b.low && a.high == b.high; }

std::vector<JoinedCable> sorted_cables(const Fabric& fabric, std::span<const std::uint32_t> links)
{
    std::vector<JoinedCable> cables;
    cables.reserve(links.size());
    for (const std::uint32_t index : links) {
        const Link& link = fabric.links[index];
        cables.push_back(
            {std::min(link.a.device, link.b.device), std::max(link.a.device, link.b.device), index});
    }
    std::ranges::sort(cables);
    return cables;
}

}

std::vector<std::uint32_t> links_on_paths(
    const Fabric& fabric, std::span<const std::uint32_t> links, const std::vector<bool>& has_rdma_host)
{
    std::vector<std::uint32_t> on_path;
    if (std::ranges::count(has_rdma_host, true) < 2)
        return on_path;
    const std::vector<JoinedCable> cables = sorted_cables(fabric, links);
    // Cables between the same two switches are represented by the first of them.
    std::vector<std::vector<std::uint32_t>> ways_of(fabric.devices.size());
    std::vector<std::uint32_t> degree(fabric.devices.size(), 0);
    for (std::uint32_t at = 0; at < cables.size(); ++at) {
        if (at != 0 && same_way(cables[at - 1], cables[at]))
            continue;
        for (const std::uint32_t end : {cables[at].low, cables[at].high}) {
            ways_of[end].push_back(at);
            ++degree[end];
        }
    }
    std::vector<std::uint32_t> leaving;
    for (std::uint32_t device = 0; device < fabric.devices.size(); ++device) {
        if (degree[device] == 1 && !has_rdma_host[device])
            leaving.push_back(device);
    }
    std::vector<bool> gone(cables.size(), false);
    while (!leaving.empty()) {
        const std::uint32_t device = leaving.back();
        leaving.pop_back();
        for (const std::uint32_t way : ways_of[device]) {
            if (gone[way])
                continue;
            gone[way] = true;
            const std::uint32_t other = cables[way].low == device ? cables[way].high : cables[way].low;
            if (--degree[other] == 1 && !has_rdma_host[other])
                leaving.push_back(other);
        }
    }
    bool stays = false;
    for (std::size_t at = 0; at < cables.size(); ++at) {
        if (at == 0 || !same_way(cables[at - 1], cables[at]))
            stays = !gone[at];
        if (stays)
            on_path.push_back(cables[at].link);
    }
    return on_path;
}

}
