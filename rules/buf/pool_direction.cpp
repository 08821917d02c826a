// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/group_memory.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace rocelint::rules::buf020 {
namespace {

constexpr Example examples[] = {
    {.title = "The pool of the lossless priority groups is an egress pool",
        .files = {{{"sonic", "leaf1", R"({"BUFFER_POOL": {"ingress_lossless_pool": {"type": "egress"}}})"}}},
        .flagged = R"("pool": "ingress_lossless_pool")"},
    {.title = "The profile of the lossless queue is in an ingress pool",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"egress_lossless_profile": {"pool": "ingress_lossless_pool"}}})"}}},
        .flagged = R"("pool": "ingress_lossless_pool")"},
    {.title = "Priority groups have ingress pools, and queues egress pools",
        .files = {{{"sonic", "leaf1", ""}}}},
};

// Reports a pool that is used on the wrong side once, with one of the profiles that use it.
class Reported {
public:
    explicit Reported(DeviceContext& context) : context_(context) { }

    void look(const Port& port,
        const Setting<Ref>& buffer,
        PoolDirection wrong,
        std::string_view user,
        std::uint8_t number)
    {
        const Device& device = context_.device();
        const BufferProfile* profile = buffer_profile_of(device, buffer);
        const BufferPool* pool = profile == nullptr ? nullptr : pool_of(device, *profile);
        if (pool == nullptr || !pool->direction.is(wrong) || std::ranges::find(told_, pool) != told_.end())
            return;
        told_.push_back(pool);
        const std::string_view is = wrong == PoolDirection::egress ? "an egress" : "an ingress";
        context_.report({.at = device.place(profile->pool.origin),
            .message = fmt::format(
                "{} {} of {} {} has buffer profile {}, whose pool {} is {} pool: the switch cannot bind "
                "it, and keeps the binding that it had before",
                user,
                number,
                device.name,
                port.name,
                profile->name,
                pool->name,
                is),
            .subjects = {context_.subject(Property::buffer_pool, Part::of(*profile))},
            .related = {{device.place(pool->direction.origin), "the direction of the pool"},
                {device.place(buffer.origin, &port), "the profile is bound here"}},
            .fix = fmt::format("Give {} a pool of the other direction.", profile->name)});
    }

private:
    DeviceContext& context_;
    std::vector<const BufferPool*> told_;
};

void check(DeviceContext& context)
{
    const Device& device = context.device();
    const bool names_pools = std::ranges::any_of(device.buffer_profiles,
        [](const BufferProfile& profile) { return profile.pool.origin != OriginId{}; });
    if (!names_pools)
        return;
    Reported told(context);
    for (const Port& port : device.ports) {
        if (port.kind != PortKind::physical)
            continue;
        for (const PriorityGroup& group : device.groups_of(port))
            told.look(port, group.buffer, PoolDirection::egress, "priority group", group.number);
        for (const Queue& queue : device.queues_of(port))
            told.look(port, queue.buffer, PoolDirection::ingress, "queue", queue.number);
    }
}

}

extern const Rule rule = {
    .code = "BUF020",
    .name = "pool-of-other-direction",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary = "A priority group uses an egress pool, or a queue an ingress pool.",
    .why
    = "Priority groups account for packets where they enter, queues where they leave, and each draws on "
      "pools of its own side. A profile in a pool of the other side fits neither: the chip's interface "
      "refuses the binding, and the lossless class has no headroom, or its queue keeps the limit of the "
      "profile that was bound before. Where the chip's interface does not say so, the rule assumes that it "
      "refuses.",
    .source
    = "SAI inc/saibuffer.h, SAI_BUFFER_POOL_ATTR_TYPE; SAI inc/saibuffer.h, "
      "SAI_INGRESS_PRIORITY_GROUP_ATTR_BUFFER_PROFILE; sonic-buildimage files/build_templates/buffers_config.j2",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Use ingress pools for priority groups and egress pools for queues.",
    .check_device = check,
};

}
