// SPDX-License-Identifier: Apache-2.0
#include "rules/usual_class.h"

#include "models/fabric/classify.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace rocelint {

std::vector<std::vector<std::uint32_t>> named_groups(const Device& device)
{
    std::vector<std::vector<std::uint32_t>> groups = ports_by_classification(device);
    const auto name = [&device](std::uint32_t port) { return std::string_view(device.ports[port].name); };
    for (std::vector<std::uint32_t>& group : groups)
        std::ranges::sort(group, {}, name);
    std::ranges::sort(
        groups, {}, [&](const std::vector<std::uint32_t>& group) { return name(group.front()); });
    return groups;
}

Setting<std::uint8_t> usual_traffic_class(const DeviceContext& context, Dscp dscp)
{
    struct Vote {
        Setting<std::uint8_t> tc;
        std::size_t ports = 0;
        bool marked = false; ///< its class differs from that of unmarked packets
        [[nodiscard]] auto weight() const { return std::pair(ports, marked); }
    };
    std::array<Vote, 256> votes{};
    Setting<std::uint8_t> unread;
    for (const std::vector<std::uint32_t>& group : ports_by_classification(context.device())) {
        const auto carries = [&](std::uint32_t port) {
            return context.analysis.is_roce({context.index, port});
        };
        const auto count = static_cast<std::size_t>(std::ranges::count_if(group, carries));
        if (count == 0)
            continue;
        const Port& port = context.device().ports[*std::ranges::find_if(group, carries)];
        const Setting<std::uint8_t> tc = forward_dscp(context.device(), port, dscp).tc;
        if (!tc.peek_known()) {
            unread = tc;
            continue;
        }
        Vote& vote = votes[tc.value];
        const Setting<std::uint8_t> unmarked = forward_dscp(context.device(), port, 0).tc;
        vote.tc = vote.ports == 0 ? tc : vote.tc;
        vote.ports += count;
        vote.marked = vote.marked || (unmarked.peek_known() && unmarked.value != tc.value);
    }
    const Vote& most = *std::ranges::max_element(votes, {}, &Vote::weight);
    return most.ports == 0 ? unread : most.tc;
}

}
