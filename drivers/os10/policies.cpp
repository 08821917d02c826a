// SPDX-License-Identifier: Apache-2.0
// Finds the qos-groups and queues of a policy's classes, from their class-maps.
#include "drivers/os10/policies.h"

#include <algorithm>

namespace rocelint::os10 {
namespace {

const Fact* match_of(const Blocks& blocks, LineKind map, LineKind match, std::string_view class_name)
{
    const Block* block = blocks.find(map, class_name);
    const Fact* line = block == nullptr ? nullptr : block->find(match);
    return line != nullptr && line->sense == line_cli::Sense::set ? line : nullptr;
}

}

std::optional<PrioritySet> groups_of(const Blocks& blocks, std::string_view class_name)
{
    const Fact* line = match_of(blocks, LineKind::group_map, LineKind::match_group, class_name);
    return line == nullptr ? std::nullopt
                           : std::optional(PrioritySet{static_cast<std::uint8_t>(line->value())});
}

std::optional<std::uint8_t> queue_of(const Blocks& blocks, std::string_view class_name)
{
    const Fact* line = match_of(blocks, LineKind::queue_map, LineKind::match_queue, class_name);
    return line == nullptr ? std::nullopt : std::optional(static_cast<std::uint8_t>(line->value()));
}

const Block* class_of_queue(const Blocks& blocks, const Block& policy, std::uint8_t queue)
{
    const auto found = std::ranges::find_if(
        policy.inner, [&](const Block& each) { return queue_of(blocks, each.name) == queue; });
    return found == policy.inner.end() ? nullptr : &*found;
}

}
