// SPDX-License-Identifier: Apache-2.0
#include "analysis/rdma_queue.h"
#include "rules/need_queue.h"
#include "rules/rule.h"
#include "rules/uec/trimming_queues.h"

#include <fmt/format.h>

namespace rocelint::rules::uec001 {
namespace {

constexpr Example examples[] = {
    {.title = "The queue of the lossless class cuts packets",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"egress_lossless_profile": {"packet_discard_action": "trim"}},
 "SWITCH_TRIMMING": {"GLOBAL": {"size": "128", "dscp_value": "20", "queue_index": "6"}}})"}}},
        .flagged = R"("packet_discard_action": "trim")"},
    {.title = "Only a queue of a lossy class cuts packets",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_PROFILE": {"trimmed_profile": {"pool": "egress_lossy_pool", "size": "4096", "dynamic_th": "0", "packet_discard_action": "trim"}},
 "BUFFER_QUEUE": {"Ethernet0|0-2": null, "Ethernet0|0": {"profile": "egress_lossy_profile"}, "Ethernet0|1-2": {"profile": "trimmed_profile"}},
 "SWITCH_TRIMMING": {"GLOBAL": {"size": "128", "dscp_value": "20", "queue_index": "6"}}})"}}}},
    {.title = "The traffic class that PFC protects from loss is eligible for trimming",
        .files = {{{"nvue", "leaf1", R"(+nv set system forwarding packet-trim state enabled
+nv set system forwarding packet-trim switch-priority 6
+nv set interface swp1-2 packet-trim egress-eligibility traffic-class 3
)"}}},
        .flagged = "egress-eligibility traffic-class 3"},
};

void check_class(PortContext& context, const RdmaClass& rdma_class)
{
    const Device& device = context.device();
    const std::optional<std::uint8_t> number = need_queue(context, rdma_class);
    if (!number)
        return;
    const Queue* queue = device.queue(context.port(), *number);
    const BufferProfile* profile = queue == nullptr ? nullptr : trimming_profile(device, *queue);
    if (profile == nullptr)
        return;
    context.report({.at = device.place(profile->trims.origin),
        .message = fmt::format(
            "{} protects priority {} from loss with PFC, but buffer profile {} cuts the packets that "
            "queue {} has no room for: each arrives as a stub, and its payload is lost",
            context.port_label(context.id),
            rdma_class.priority,
            profile->name,
            queue->number),
        .subjects = {{{context.id.device, Port::no_index}, Property::trimming, Part::of(*profile)}},
        .related = {{context.place(queue->buffer.origin), "the profile is bound here"}},
        .fix = fmt::format(
            "Trim packets of lossy classes only: give {} the action drop, or the queue another profile.",
            profile->name)});
}

void check(PortContext& context)
{
    if (!context.on_switch() || !context.is_roce() || context.port().kind != PortKind::physical
        || !context.port().queues_visible || !may_trim(context.device()))
        return;
    const PrioritySet required = context.required();
    for (const RdmaClass& rdma_class : context.classes.classes) {
        if (required.has(rdma_class.priority))
            check_class(context, rdma_class);
    }
}

}

extern const Rule rule = {
    .code = "UEC001",
    .name = "trimmed-lossless-class",
    .severity = Severity::error,
    .scope = Scope::port,
    .summary = "The queue of a class that PFC protects from loss trims packets instead.",
    .why = "Trimming is made for lossy classes: where a queue has no room, it cuts the packet to a few bytes "
           "and sends that on, so that the receiver asks for the rest at once. PFC promises that there is "
           "always room. A class with both has payload thrown away without the switch counting a drop, and a "
           "RoCE NIC that does not know trimmed packets treats them as damaged.",
    .source
    = "sonic-net/SONiC doc/packet_trimming/packet-trimming-design.md 1.1 (trimming is for lossy queues); NVIDIA Cumulus "
      "Linux 5.14, Packet Trimming",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Trim lossy classes only.",
    .check_port = check,
};

}
