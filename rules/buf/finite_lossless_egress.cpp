// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/group_memory.h"
#include "analysis/rdma_queue.h"
#include "models/catalog/catalog.h"
#include "models/fabric/classify.h"
#include "rules/need_queue.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::buf005 {
namespace {

constexpr double nearly_all[] = {0.98};

constexpr Parameter parameters[] = {
    {.name = "share",
        .defaults = nearly_all,
        .unit = "of the pool, or of a slice of it",
        .meaning = "the smallest static threshold that counts as no limit",
        .source
        = "sonic-buildimage device/arista/x86_64-arista_7060x6_*: 82434938 in two slices of a pool of 164733224"},
};

constexpr Example examples[] = {
    {.title = "The lossless queue may hold eight times what is free, and not all of the pool",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_POOL": {"egress_lossless_pool": {"mode": "dynamic"}},
 "BUFFER_PROFILE": {"egress_lossless_profile": {"static_th": null, "dynamic_th": "3"}}})"}}},
        .flagged = R"("dynamic_th": "3")"},
    {.title = "The lossless queue has no limit",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_POOL": {"egress_lossless_pool": {"mode": "dynamic"}},
 "BUFFER_PROFILE": {"egress_lossless_profile": {"static_th": null, "dynamic_th": "7"}}})"}}}},
    {.title = "The lossless queue may hold a sixteenth of the pool",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"egress_lossless_profile": {"static_th": "2097152"}}})"}}},
        .flagged = R"("static_th": "2097152")"},
    {.title = "The lossless queue may hold the whole pool", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "The lossless queue has the profile of the best-effort queue, on an unknown chip",
        .files = {{{"sonic",
            "leaf1",
            R"({"DEVICE_METADATA": {"localhost": {"hwsku": "New-Switch", "platform": "x86_64-new_switch-r0"}},
 "BUFFER_QUEUE": {"Ethernet0|3": {"profile": "egress_lossy_profile"}}})"}}},
        .flagged = R"("dynamic_th": "0")"},
    {.title = "The lossless queue has the profile of the best-effort queue, which has no limit",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"egress_lossy_profile": {"dynamic_th": "7"}},
 "BUFFER_QUEUE": {"Ethernet0|3": {"profile": "egress_lossy_profile"}}})"}}},
        .flagged = R"("profile": "egress_lossy_profile")"},
    {.title = "The lossless queue of the uplink has no buffer profile, unlike all others",
        .files = {{{"sonic", "leaf1", R"({"BUFFER_QUEUE": {"Ethernet4|3": null}})"}}},
        .flagged = R"("BUFFER_QUEUE": {)"},
    {.title = "The lossless egress buffer has a finite alpha",
        .files = {{{"nvue",
            "leaf1",
            R"(+nv set qos advance-buffer-config default-global egress-lossless-buffer shared-alpha alpha_8
)"}}},
        .topology = "devices: {leaf1: {role: leaf, asic: spectrum-4}}\n",
        .flagged = "egress-lossless-buffer shared-alpha alpha_8"},
};

// A fixed limit has no effect if the memory runs out first: the pool, or the slice of it that a port uses.
enum class Limit { none, finite, unknown };

Limit judge_fixed(const PortContext& context, const BufferPool& pool, Bytes limit)
{
    const auto holds = [&](std::uint32_t parts) {
        return static_cast<double>(limit.count)
            >= context.number("share") * static_cast<double>(pool.size.value.count) / parts;
    };
    if (holds(1))
        return Limit::none;
    const catalog::Asic* asic = catalog::asic_of(context.device());
    if (asic != nullptr && asic->memory_slices.known())
        return holds(asic->memory_slices.value) ? Limit::none : Limit::finite;
    if (asic != nullptr && asic->model.known())
        return Limit::finite;
    // Some chips divide the memory into two or four slices; nothing says whether this chip does.
    constexpr std::uint32_t most_slices = 4;
    return holds(most_slices) ? Limit::unknown : Limit::finite;
}

Limit judge(const PortContext& context, const BufferProfile& profile, std::string& reason)
{
    const Device& device = context.device();
    const BufferPool* pool = pool_of(device, profile);
    if (profile.fixed_threshold.known()) {
        if (pool == nullptr || !pool->size.known()) {
            reason = "the size of the pool of its queue is not known";
            return Limit::unknown;
        }
        reason
            = "the limit of its queue may be that of a part of the memory: whether the chip has parts is not known";
        return judge_fixed(context, *pool, profile.fixed_threshold.value);
    }
    if (!profile.dynamic_threshold.known()) {
        reason = "the threshold of its queue's buffer profile is not known";
        return Limit::unknown;
    }
    const catalog::Asic* asic = catalog::asic_of(device);
    const auto alpha = asic == nullptr ? std::nullopt : asic->alpha_of(profile.dynamic_threshold.value);
    reason = "the catalog does not state the meaning of a dynamic threshold on this hardware";
    return !alpha ? Limit::unknown : alpha->infinite ? Limit::none : Limit::finite;
}

void report_finite(PortContext& context, const Queue& queue, const BufferProfile& profile, Priority priority)
{
    const Device& device = context.device();
    const bool fixed = profile.fixed_threshold.known();
    context.report({.at
        = device.place(fixed ? profile.fixed_threshold.origin : profile.dynamic_threshold.origin),
        .message = fmt::format(
            "{} may drop packets of priority {} on their way out: buffer profile {} limits {} {} to "
            "{}, although a lossless class may be limited only at ingress",
            context.port_label(context.id),
            priority,
            profile.name,
            name_of_queues(device),
            queue.number,
            fixed ? fmt::format("{} bytes", profile.fixed_threshold.value.count)
                  : fmt::format(
                      "a share of what is free (dynamic threshold {})", profile.dynamic_threshold.value)),
        .subjects = {{{context.id.device, Port::no_index}, Property::buffer_threshold, Part::of(profile)}},
        .related = {{context.place(queue.buffer.origin), "the profile is bound here"}},
        .fix = fmt::format("Give {} the threshold that means no limit on this platform.", profile.name)});
}

void report_unbound(PortContext& context, const Queue& queue, Priority priority)
{
    context.report({.at = context.place(queue.buffer.origin),
        .message = fmt::format(
            "queue {} of {}, which carries priority {}, has no buffer profile: it shares what lossy queues may "
            "take, and its packets are dropped when that is used up",
            queue.number,
            context.port_label(context.id),
            priority),
        .subjects = {context.subject(Property::buffer_threshold, priority)},
        .fix = fmt::format(
            "Bind the lossless egress profile to queue {} of {}.", queue.number, context.port().name)});
}

// A device that binds no queue at all may configure buffers elsewhere.
bool binds_queues(const Device& device)
{
    return std::ranges::any_of(
        device.queues, [](const Queue& queue) { return queue.buffer.known() && !queue.buffer.value.none(); });
}

// Whether best-effort packets use the profile too, and its share of free memory is below the platform's
// maximum: then it is not a lossless profile, regardless of what one step means on this chip.
bool is_lossy_profile(const PortContext& context, const BufferProfile& profile)
{
    const Device& device = context.device();
    const Setting<std::uint8_t> ordinary = classify_dscp(device, context.port(), 0).queue;
    const Queue* queue = ordinary.peek_known() ? device.queue(context.port(), ordinary.value) : nullptr;
    const auto most = parse_signed(catalog::platform_default(device.platform, "dynamic_threshold_max").value);
    return queue != nullptr && buffer_profile_of(device, queue->buffer) == &profile && most
        && profile.dynamic_threshold.known() && profile.dynamic_threshold.value < *most;
}

// No limit of its own, but shares memory that best-effort packets may use up.
bool is_profile_of_best_effort(const PortContext& context, const Queue& own, const BufferProfile& profile)
{
    const Device& device = context.device();
    const Setting<std::uint8_t> ordinary = classify_dscp(device, context.port(), 0).queue;
    const Queue* queue = ordinary.peek_known() && ordinary.value != own.number
        ? device.queue(context.port(), ordinary.value)
        : nullptr;
    return queue != nullptr && buffer_profile_of(device, queue->buffer) == &profile
        && pool_of(device, profile) != nullptr;
}

void report_shared(PortContext& context, const Queue& queue, const BufferProfile& profile, Priority priority)
{
    const Device& device = context.device();
    context.report({.at = context.place(queue.buffer.origin),
        .message = fmt::format(
            "queue {} of {}, which carries priority {}, has buffer profile {} like best-effort packets: "
            "they may fill pool {}, and its packets are then dropped on their way out",
            queue.number,
            context.port_label(context.id),
            priority,
            profile.name,
            pool_of(device, profile)->name),
        .subjects = {context.subject(Property::buffer_threshold, priority)},
        .related = {{device.place(profile.pool.origin), "the pool of the profile"}},
        .fix = fmt::format(
            "Bind the lossless egress profile to queue {} of {}.", queue.number, context.port().name)});
}

void check_class(PortContext& context, const RdmaClass& rdma_class)
{
    const Device& device = context.device();
    const std::optional<std::uint8_t> number = need_queue(context, rdma_class);
    if (!number)
        return;
    const Queue* queue = device.queue(context.port(), *number);
    if (queue == nullptr
        || context.need(context.id, queue->buffer, "the buffer of the RDMA queue") == nullptr)
        return;
    if (queue->buffer.value.none()) {
        if (binds_queues(device))
            return report_unbound(context, *queue, rdma_class.priority);
        return context.not_checked(context.id,
            "no queue of the device binds a buffer profile: what configures them is not "
            "visible");
    }
    const BufferProfile* profile = buffer_profile_of(device, queue->buffer);
    if (profile == nullptr)
        return;
    std::string reason;
    switch (judge(context, *profile, reason)) {
    case Limit::finite:
        return report_finite(context, *queue, *profile, rdma_class.priority);
    case Limit::unknown:
        if (is_lossy_profile(context, *profile))
            return report_finite(context, *queue, *profile, rdma_class.priority);
        return context.not_checked(context.id, reason);
    case Limit::none:
        if (is_profile_of_best_effort(context, *queue, *profile))
            report_shared(context, *queue, *profile, rdma_class.priority);
        return;
    }
}

void check(PortContext& context)
{
    if (!context.on_switch() || !context.is_roce() || context.port().kind != PortKind::physical
        || !context.port().queues_visible)
        return;
    const PrioritySet required = context.required();
    for (const RdmaClass& rdma_class : context.classes.classes) {
        if (required.has(rdma_class.priority))
            check_class(context, rdma_class);
    }
}

}

extern const Rule rule = {
    .code = "BUF005",
    .name = "finite-lossless-egress",
    .severity = Severity::error,
    .scope = Scope::port,
    .summary = "The egress queue of an RDMA class has a limit, or no buffer profile.",
    .why = "A lossless class is limited where it enters: its priority group pauses the sender. If its egress "
           "queue reaches a limit first, packets for which there is room at ingress are dropped at egress "
           "without any pause being sent. Shipped profiles therefore set no limit there: the whole pool, a "
           "whole slice of a chip that has several, or the dynamic threshold that means no limit.",
    .source
    = "sonic-mgmt issues 17149 and 6173 (lossless traffic must not be dropped at egress); sonic-buildimage "
      "files/build_templates/buffers_config.j2 and device/*/buffers_defaults_*.j2, egress_lossless_profile; "
      "Mellanox/SAI-Implementation mlnx_sai_buffer.c (7 is without limit)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Give the profile a static threshold of the whole pool, or the dynamic one that means no limit. "
           "Check which of them the hardware accepts.",
    .check_port = check,
};

}
