// SPDX-License-Identifier: Apache-2.0
#include "rules/need_queue.h"

#include "analysis/rdma_queue.h"
#include "models/fabric/classify.h"

#include <fmt/format.h>

namespace rocelint {

void explain_two_queues(
    RuleContext& context, PortId id, const Port& port, const RdmaClass& rdma_class, std::uint8_t queue)
{
    const Setting<std::uint8_t> stopped
        = queue_of_priority(context.fabric.device(id), port, rdma_class.priority);
    const bool differ = stopped.peek_known() && stopped.value != queue;
    context.not_checked(id,
        differ && rdma_class.pause != Pause::nowhere
            ? fmt::format(
                "packets of {} leave by queue {}, and its pause stops queue {} (QOS005): which of them "
                "RDMA should use is unknown",
                rdma_class.label(),
                queue,
                stopped.value)
            : fmt::format(
                "packets of {} leave by queue {} like unmarked packets (QOS002): which queue RDMA should "
                "use is unknown",
                rdma_class.label(),
                queue));
}

std::optional<std::uint8_t> need_queue(
    RuleContext& context, PortId id, const Port& port, const RdmaClass& rdma_class, DeviceFacts& facts)
{
    const RdmaQueue found = facts.rdma_queue(port, rdma_class);
    if (context.need(id, found.number, "the queue of the RDMA class") == nullptr)
        return std::nullopt;
    if (!found.disputed)
        return found.number.value;
    explain_two_queues(context, id, port, rdma_class, found.number.value);
    return std::nullopt;
}

std::optional<std::uint8_t> need_queue(PortContext& context, const RdmaClass& rdma_class)
{
    return need_queue(context, context.id, context.port(), rdma_class, context.facts());
}

PossibleQueues possible_queues(PortContext& context, const RdmaClass& rdma_class)
{
    const RdmaQueue found = context.facts().rdma_queue(context.port(), rdma_class);
    if (context.need(context.id, found.number, "the queue of the RDMA class") == nullptr)
        return {};
    PossibleQueues queues{found.number.value, std::nullopt};
    if (!found.disputed)
        return queues;
    const Setting<std::uint8_t> stopped
        = queue_of_priority(context.device(), context.port(), rdma_class.priority);
    if (stopped.peek_known() && stopped.value != found.number.value && rdma_class.pause != Pause::nowhere)
        queues.second = stopped.value;
    else
        queues.first = need_queue(context, rdma_class);
    return queues;
}

std::string queue_label(const RuleContext& context, PortId port, std::uint8_t queue)
{
    const Device& device = context.fabric.device(port);
    const std::string number = fmt::format("{} {}", name_of_queues(device), queue);
    const bool is_elsewhere = device.ports[port.port].kind == PortKind::system;
    return is_elsewhere
        ? fmt::format("{} of {} towards {}", number, device.name, device.ports[port.port].name)
        : fmt::format("{} of {}", number, context.port_label(port));
}

}
