// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/target.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

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

bool is_bound(const Setting<Ref>& buffer) { return buffer.known_by_the_way() && !buffer.value.none(); }

// Whether all that is known of these queues or groups of RoCE ports is that they have no profile. Groups that lossless
// priorities use get theirs from daemons on some platforms, and do not count.
template <class Part>
bool all_lack_one(std::span<const Part> parts)
{
    const auto is_counted = [](const Part& part) {
        if constexpr (requires { part.lossless; })
            return !part.lossless.known_by_the_way() || !part.lossless.value;
        else
            return true;
    };
    return std::ranges::none_of(parts, [&](const Part& part) {
        return is_counted(part) && is_bound(part.buffer);
    }) && std::ranges::any_of(parts, [&](const Part& part) {
        return is_counted(part) && part.buffer.known_by_the_way() && part.buffer.value.none();
    });
}

// The first profile of a pool of this direction that is not for headroom, and that no daemon made.
const BufferProfile* profile_of(const Device& device, PoolDirection direction)
{
    for (const BufferProfile& profile : device.buffer_profiles) {
        const BufferPool* pool = target_of(device.pools, profile.pool);
        if (profile.at.somewhere() && pool != nullptr && pool->direction.known_by_the_way()
            && pool->direction.value == direction && !profile.xoff.known_by_the_way()
            && (!pool->size.known_by_the_way() || pool->size.value.count > 0))
            return &profile;
    }
    return nullptr;
}

void report(DeviceContext& context, const BufferProfile* profile, std::string_view parts, Property property)
{
    if (profile == nullptr)
        return;
    Finding& finding = context.report(profile->at,
        fmt::format(
            "{} defines {}, and none of its {} binds a buffer profile: nothing is reserved for RDMA and CNPs, and "
            "the limits of the hardware decide what is dropped",
            context.device().name,
            profile->name,
            parts));
    context.blame(finding, property);
    finding.fix = fmt::format("Bind buffer profiles to the {} of each port.", parts);
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
    if (all_lack_one<Queue>(device.queues))
        report(context, profile_of(device, PoolDirection::egress), "queues", Property::buffer_threshold);
    if (all_lack_one<PriorityGroup>(device.groups))
        report(
            context, profile_of(device, PoolDirection::ingress), "lossy priority groups", Property::reserve);
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
