// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/ib_fabric/draft.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <unordered_map>
#include <vector>

namespace rocelint::ib_fabric {

/// False for a file that identifies every node by LID or name only: it belongs to whichever subnet is read
/// with it.
[[nodiscard]] inline bool has_guids(const Draft& draft)
{
    return std::ranges::any_of(draft.nodes, [](const DraftNode& node) {
        return node.node.guid != 0
            || std::ranges::any_of(node.ports, [](const DraftPort& port) { return port.port.guid != 0; });
    });
}

/// Determines which files share nodes, directly or through others.
class Kinship {
public:
    explicit Kinship(const std::vector<Draft>& drafts) : parent_(drafts.size())
    {
        std::iota(parent_.begin(), parent_.end(), 0U);
        std::unordered_map<Guid, std::uint32_t> first;
        for (std::uint32_t index = 0; index < drafts.size(); ++index) {
            const auto join = [&](Guid guid) {
                if (guid == 0)
                    return;
                const auto [found, fresh] = first.try_emplace(guid, index);
                if (!fresh)
                    parent_[root(index)] = root(found->second);
            };
            for (const DraftNode& node : drafts[index].nodes) {
                join(node.node.guid);
                for (const DraftPort& port : node.ports)
                    join(port.port.guid);
            }
        }
    }
    [[nodiscard]] std::uint32_t root(std::uint32_t index) const
    {
        while (parent_[index] != index)
            index = parent_[index];
        return index;
    }

private:
    std::vector<std::uint32_t> parent_;
};

}
