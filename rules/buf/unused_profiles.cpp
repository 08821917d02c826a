// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/target.h"
#include "rules/buf/bound_buffers.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <span>

namespace rocelint::rules::buf021 {
namespace {

constexpr Example examples[] = {
    {.title = "The switch defines profiles for queues, and the table that binds them is missing",
        .files = {{{"sonic", "leaf1", R"({"BUFFER_QUEUE": null})"}}},
        .flagged = R"("egress_lossless_profile": {)"},
    {.title = "The switch defines a profile for lossy priority groups, and no group has it",
        .files = {{{"sonic", "leaf1", R"({"BUFFER_PG": {"Ethernet0|0": null, "Ethernet4|0": null}})"}}},
        .flagged = R"("ingress_lossy_profile": {)"},
    {.title = "Queues and groups bind the profiles", .files = {{{"sonic", "leaf1", ""}}}},
};

// On some platforms, daemons bind profiles to groups of lossless priorities, so these groups do not count.
bool is_counted(const Queue& /*queue*/) { return true; }
bool is_counted(const PriorityGroup& group) { return !group.lossless.peek_known() || !group.lossless.value; }

// Whether none of the parts that count has a profile, as far as known. Requests an unread setting that
// decides.
template <class Part>
bool all_lack_one(std::span<const Part> parts)
{
    const auto bound = std::ranges::find_if(parts, [](const Part& part) { return binds(part); });
    if (bound != parts.end()) {
        if constexpr (std::same_as<Part, PriorityGroup>)
            (void)bound->lossless.known();
        return false;
    }
    const Part* unread = nullptr;
    for (const Part& part : parts) {
        if (!is_counted(part))
            continue;
        if (part.buffer.peek_known())
            return true;
        unread = &part;
    }
    return unread != nullptr && unread->buffer.known();
}

// Whether a group of a lossless priority takes its memory from this pool.
bool serves_lossless(const Device& device, const BufferPool* pool)
{
    return std::ranges::any_of(device.groups, [&](const PriorityGroup& group) {
        if (!group.lossless.peek_known() || !group.lossless.value || !group.buffer.peek_known())
            return false;
        const BufferProfile* profile = target_of(device.buffer_profiles, group.buffer);
        return profile != nullptr && target_of(device.pools, profile->pool) == pool;
    });
}

// A profile of a pool of this direction that has no headroom, preferably of a pool that no lossless group uses.
const BufferProfile* profile_of(const Device& device, PoolDirection direction)
{
    const BufferProfile* found = nullptr;
    for (const BufferProfile& profile : device.buffer_profiles) {
        const BufferPool* pool = target_of(device.pools, profile.pool);
        if (!profile.at.somewhere() || pool == nullptr || !pool->direction.is(direction)
            || profile.xoff.peek_known() || (pool->size.peek_known() && pool->size.value.count == 0))
            continue;
        if (!serves_lossless(device, pool))
            return &profile;
        found = found == nullptr ? &profile : found;
    }
    return found;
}

void report(DeviceContext& context, const BufferProfile& profile, std::string_view parts, Property property)
{
    context.report({.at = profile.at,
        .message = fmt::format(
            "{} defines {}, and none of its {} binds a buffer profile: nothing is reserved for RDMA and CNPs, and "
            "the limits of the hardware decide what is dropped",
            context.device().name,
            profile.name,
            parts),
        .subjects = {context.subject(property)},
        .fix = fmt::format("Bind buffer profiles to the {} of each port.", parts)});
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    const auto port = std::ranges::find_if(device.ports, [&](const Port& one) {
        const auto index = static_cast<std::uint32_t>(&one - device.ports.data());
        return one.kind == PortKind::physical && one.groups_visible && one.queues_visible
            && context.analysis.is_roce({context.index, index});
    });
    if (device.kind != DeviceKind::network_switch || port == device.ports.end())
        return;
    const BufferProfile* egress = profile_of(device, PoolDirection::egress);
    if (egress != nullptr && all_lack_one<Queue>(device.queues))
        report(context, *egress, "queues", Property::buffer_threshold);
    const BufferProfile* ingress = profile_of(device, PoolDirection::ingress);
    if (ingress != nullptr && all_lack_one<PriorityGroup>(device.groups))
        report(context, *ingress, "lossy priority groups", Property::reserve);
}

}

extern const Rule rule = {
    .code = "BUF021",
    .name = "unused-profiles",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "A switch defines buffer profiles for queues or lossy priority groups, and none binds one.",
    .why
    = "A profile has no effect until a queue or priority group binds it. Without any binding nothing is reserved, no queue "
      "has a stated share of its pool, and the hardware's own limits decide which packets are dropped: CNPs and RDMA "
      "packets among the first in a burst. A table of bindings that is missing as a whole is easily overlooked, since all "
      "definitions are in place.",
    .source
    = "sonic-buildimage files/build_templates/buffers_config.j2 (the rows of BUFFER_QUEUE and BUFFER_PG that bind the "
      "profiles); SONiC doc/qos/reclaim-reserved-buffer.md (without a row nothing is reserved)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Bind the profiles to the queues and the lossy priority groups of each port.",
    .check_device = check,
};

}
