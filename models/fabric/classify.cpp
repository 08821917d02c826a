// SPDX-License-Identifier: Apache-2.0
// Follows a code point through the maps of one device: class, queue, group, priority. An unread map makes
// everything after it unread, so that no rule mistakes a guess for an answer.
#include "models/fabric/classify.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rocelint {
namespace {

// The result for a code point that the map does not cover; records the missing entry as an unread setting if
// there is a reason.
Setting<std::uint8_t> unmapped(const ClassMap& map, std::uint8_t from)
{
    if (from >= map.origin.size() || map.origin[from] == OriginId{}
        || map.origin[from].kind() != OriginKind::unread)
        return {};
    note_unread(&map.origin[from], map.origin[from]);
    return Setting<std::uint8_t>::unread(map.origin[from]);
}

// Looks up `from` in the map of `ref`. Without a bound map, numbers stay the same: every platform here
// behaves like that (802.1Q-2022 table 8-4 is the only alternative, and drivers bind it explicitly).
Setting<std::uint8_t> through(
    const Device& device, const Setting<Ref>& ref, const Setting<std::uint8_t>& from)
{
    if (!ref.known())
        return Setting<std::uint8_t>::unread(ref.origin);
    if (!from.known())
        return from;
    const ClassMap* map = device.map(ref);
    if (map == nullptr)
        return {from.value, ref.origin};
    const std::uint8_t target = map->at_point(from.value);
    if (target == ClassMap::unmapped)
        return unmapped(*map, from.value);
    return {target, map->origin[from.value]};
}

// A number that the map sends to `to`: `to` itself if it is one of them, else the lowest.
Setting<std::uint8_t> backwards(
    const Device& device, const Setting<Ref>& ref, const Setting<std::uint8_t>& to)
{
    if (!ref.known())
        return Setting<std::uint8_t>::unread(ref.origin);
    if (!to.known())
        return to;
    const ClassMap* map = device.map(ref);
    if (map == nullptr)
        return {to.value, ref.origin};
    if (to.value < 8 && map->to[to.value] == to.value)
        return {to.value, map->origin[to.value]};
    for (const std::uint8_t from : PrioritySet::all()) {
        if (map->to[from] == to.value)
            return {from, map->origin[from]};
    }
    return Setting<std::uint8_t>::unread({}); // no number maps to it
}

void finish(const Device& device, const Port& port, Treatment& treatment)
{
    treatment.queue = through(device, port.tc_to_queue, treatment.tc);
    treatment.group = through(device, port.tc_to_priority_group, treatment.tc);
    treatment.tx_priority = backwards(device, port.priority_to_priority_group, treatment.group);
    treatment.rx_priority = backwards(device, port.priority_to_queue, treatment.queue);
}

// What the treatment of a code point depends on; unread settings have a value of their own.
using Signature = std::array<std::uint32_t, 9>;

Signature signature_of(const Port& port)
{
    constexpr std::uint32_t unread = 0xfffffffeU;
    const auto bound = [](const Setting<Ref>& map) { return map.peek_known() ? map.value.index : unread; };
    return {bound(port.dscp_to_tc),
        bound(port.pcp_to_tc),
        bound(port.tc_to_queue),
        bound(port.tc_to_priority_group),
        bound(port.priority_to_queue),
        bound(port.priority_to_priority_group),
        bound(port.ingress_policy),
        port.trust.peek_known() ? static_cast<std::uint32_t>(port.trust.value) : unread,
        port.default_tc.peek_known() ? port.default_tc.value : unread};
}

// Sets the class from an ingress policy. Returns whether the policy decides for this code point.
bool decide_by_policy(const Device& device,
    const Port& port,
    std::optional<Dscp> dscp,
    std::optional<Priority> pcp,
    Treatment& treatment)
{
    const Setting<Ref>& policy = port.ingress_policy;
    // On many devices nothing mentions a policy, so there is none; an unreadable policy could do anything.
    if (policy.origin == OriginId{} || (policy.known() && policy.value.none()))
        return false;
    if (!policy.known()) {
        treatment.tc = Setting<std::uint8_t>::unread(policy.origin);
        return true;
    }
    if (policy.value.index >= device.policies.size())
        return false;
    for (const PolicyClass& candidate : device.policies[policy.value.index].classes) {
        const bool matches = candidate.matches_everything || (dscp && candidate.dscps.has(*dscp))
            || (pcp && candidate.pcps.has(*pcp));
        const bool may_match = candidate.matches_other && (!dscp || candidate.possible.has(*dscp))
            && (!pcp || candidate.possible_pcps.has(*pcp));
        if (may_match && !matches) {
            treatment.tc = Setting<std::uint8_t>::unread({});
            treatment.decided_by = &candidate;
            return true;
        }
        if (!matches)
            continue;
        treatment.decided_by = &candidate;
        if (!candidate.set_tc.known())
            return false;
        treatment.tc = candidate.set_tc;
        return true;
    }
    return false;
}

}

Treatment forward_dscp(const Device& device, const Port& port, Dscp dscp)
{
    Treatment treatment;
    if (!decide_by_policy(device, port, dscp, std::nullopt, treatment)) {
        if (!port.trust.known())
            treatment.tc = Setting<std::uint8_t>::unread(port.trust.origin);
        else if (port.trust.value == Trust::dscp || port.trust.value == Trust::dscp_else_pcp)
            treatment.tc = device.map(port.dscp_to_tc) != nullptr || !port.dscp_to_tc.known()
                ? through(device, port.dscp_to_tc, {dscp, port.trust.origin})
                : port.default_tc;
        else
            treatment.tc = port.default_tc;
    }
    treatment.queue = through(device, port.tc_to_queue, treatment.tc);
    return treatment;
}

Treatment classify_dscp(const Device& device, const Port& port, Dscp dscp)
{
    Treatment treatment = forward_dscp(device, port, dscp);
    finish(device, port, treatment);
    return treatment;
}

Treatment classify_pcp(const Device& device, const Port& port, Priority pcp)
{
    Treatment treatment;
    if (!decide_by_policy(device, port, std::nullopt, pcp, treatment)) {
        if (!port.trust.known())
            treatment.tc = Setting<std::uint8_t>::unread(port.trust.origin);
        else if (port.trust.value == Trust::pcp || port.trust.value == Trust::dscp_else_pcp)
            treatment.tc = through(device, port.pcp_to_tc, {pcp, port.trust.origin});
        else
            treatment.tc = port.default_tc;
    }
    finish(device, port, treatment);
    return treatment;
}

Setting<std::uint8_t> priority_of(const Treatment& treatment)
{
    return treatment.tx_priority.known() ? treatment.tx_priority : treatment.rx_priority;
}

std::vector<std::vector<std::uint32_t>> ports_by_classification(const Device& device)
{
    // Neighboring ports usually have the same bindings, so group runs of them before sorting.
    struct Run {
        Signature signature;
        std::vector<std::uint32_t> ports;
    };
    std::vector<Run> runs;
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        if (device.ports[index].kind != PortKind::physical)
            continue;
        const Signature signature = signature_of(device.ports[index]);
        if (runs.empty() || runs.back().signature != signature)
            runs.push_back({signature, {}});
        runs.back().ports.push_back(index);
    }
    std::ranges::stable_sort(runs, {}, &Run::signature);
    std::vector<std::vector<std::uint32_t>> groups;
    for (std::size_t at = 0; at < runs.size(); ++at) {
        if (at == 0 || runs[at].signature != runs[at - 1].signature)
            groups.push_back(std::move(runs[at].ports));
        else
            groups.back().insert(groups.back().end(), runs[at].ports.begin(), runs[at].ports.end());
    }
    std::ranges::sort(groups, {}, [](const std::vector<std::uint32_t>& group) { return group.front(); });
    return groups;
}

Setting<std::uint8_t> tc_of_priority(const Device& device, const Port& port, Priority priority)
{
    constexpr std::uint8_t classes = 16;
    const Setting<std::uint8_t> queue = queue_of_priority(device, port, priority);
    const Setting<std::uint8_t> group = group_of_priority(device, port, priority);
    if (!queue.known())
        return queue;
    Setting<std::uint8_t> found;
    for (std::uint8_t tc = 0; tc < classes; ++tc) {
        const Setting<std::uint8_t> its_group = group_of_tc(device, port, tc);
        const bool same_group = !group.known() || !its_group.known() || its_group.value == group.value;
        if (!queue_of_tc(device, port, tc).is(queue.value) || !same_group)
            continue;
        if (found.known())
            return Setting<std::uint8_t>::unread({});
        found = {tc, queue.origin};
    }
    return found;
}

DscpSet dscps_of_tc(const Device& device, const Port& port, std::uint8_t tc)
{
    DscpSet set;
    for (const Dscp dscp : DscpSet::all()) {
        if (classify_dscp(device, port, dscp).tc.is(tc))
            set.insert(dscp);
    }
    return set;
}

Setting<std::uint8_t> queue_of_tc(const Device& device, const Port& port, std::uint8_t tc)
{
    return through(device, port.tc_to_queue, {tc, port.tc_to_queue.origin});
}

Setting<std::uint8_t> queue_of_priority(const Device& device, const Port& port, Priority priority)
{
    return through(device, port.priority_to_queue, {priority, port.priority_to_queue.origin});
}

Setting<std::uint8_t> group_of_tc(const Device& device, const Port& port, std::uint8_t tc)
{
    return through(device, port.tc_to_priority_group, {tc, port.tc_to_priority_group.origin});
}

Setting<std::uint8_t> group_of_priority(const Device& device, const Port& port, Priority priority)
{
    return through(
        device, port.priority_to_priority_group, {priority, port.priority_to_priority_group.origin});
}

const Setting<Ref>& ecn_of_queue(const Device& device, const Port& port, std::uint8_t queue)
{
    // If queues are visible, the driver lists all of them, so a missing queue is unread.
    static constexpr Setting<Ref> not_listed;
    const Queue* found = device.queue(port, queue);
    return found != nullptr ? found->ecn : not_listed;
}

}
