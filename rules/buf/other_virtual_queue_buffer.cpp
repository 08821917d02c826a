// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/group_memory.h"
#include "models/text/sentence.h"
#include "rules/chassis_examples.h"
#include "rules/need_queue.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace rocelint::rules::buf022 {
namespace {

using chassis_examples::card;
using chassis_examples::own_queues;
using chassis_examples::queues_to_card2;

constexpr Example examples[] = {
    {.title = "The lossless queues towards the other card have the buffers of lossy ones",
        .files = {{{"sonic", "card1", card},
            {"sonic", "card1", own_queues, "qos.json"},
            {"sonic",
                "card1",
                R"({"QUEUE": {"card2|asic0|Ethernet0|3": {"wred_profile": "AZURE_LOSSLESS"},
           "card2|asic0|Ethernet4|3": {"wred_profile": "AZURE_LOSSLESS"}},
 "BUFFER_QUEUE": {"card2|asic0|Ethernet0|0-7": {"profile": "egress_lossy_profile"},
                  "card2|asic0|Ethernet4|0-7": {"profile": "egress_lossy_profile"}}})",
                "buffers.json"}}},
        .flagged = R"("card2|asic0|Ethernet0|0-7": {"profile": "egress_lossy_profile"})"},
    {.title = "The queues towards the other card have the buffers of those towards the card's own ports",
        .files = {{{"sonic", "card1", card},
            {"sonic", "card1", own_queues, "qos.json"},
            {"sonic", "card1", queues_to_card2, "buffers.json"}}}},
};

// The buffers of a lossless class on the card's own ports.
struct OwnBuffers {
    Priority priority = 0;
    std::uint8_t queue = 0;
    std::uint32_t port = 0;
    const BufferProfile* profile = nullptr;
};

std::vector<OwnBuffers> find_own_buffers(DeviceContext& context)
{
    const Device& device = context.device();
    std::vector<OwnBuffers> found;
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        const PortId id{context.index, index};
        const Port& port = device.ports[index];
        if (port.kind != PortKind::physical || !context.analysis.is_roce(id))
            continue;
        const PrioritySet required = context.analysis.required_priorities(id);
        for (const RdmaClass& rdma_class : context.classes.classes) {
            const bool is_new
                = std::ranges::find(found, rdma_class.priority, &OwnBuffers::priority) == found.end();
            if (!is_new || !required.has(rdma_class.priority))
                continue;
            const auto number = need_queue(context, id, port, rdma_class, context.facts());
            const Queue* queue = number ? device.queue(port, *number) : nullptr;
            if (queue == nullptr || !queue->buffer.known())
                continue;
            if (const BufferProfile* profile = buffer_profile_of(device, queue->buffer); profile != nullptr)
                found.push_back({rdma_class.priority, *number, index, profile});
        }
    }
    return found;
}

std::string name_of(const BufferProfile* profile)
{
    return profile == nullptr ? "no buffer profile" : fmt::format("buffer profile {}", profile->name);
}

void report(DeviceContext& context, const OwnBuffers& own, const std::vector<std::uint32_t>& unlike)
{
    const Device& device = context.device();
    const PortId first{context.index, unlike.front()};
    const Port& port = device.ports[first.port];
    const Queue& queue = *device.queue(port, own.queue);
    Diagnosis diagnosis{.at = device.place(queue.buffer.origin, &port),
        .message = fmt::format(
            "{}{} has {}, and towards {} it has {}: packets of priority {}, which must not be lost, are dropped at another "
            "limit where they leave by another chip or card",
            queue_label(context, first, own.queue),
            unlike.size() == 1 ? std::string()
                               : fmt::format(" and {}", counted(unlike.size() - 1, "other port")),
            name_of(buffer_profile_of(device, queue.buffer)),
            device.ports[own.port].name,
            name_of(own.profile),
            own.priority),
        .related = {{own.profile->at, "the profile that the card's own ports have"}},
        .fix = fmt::format("Bind {} to virtual output queue {} towards every port of the chassis.",
            own.profile->name,
            own.queue)};
    for (const std::uint32_t index : unlike) {
        const PortId id{context.index, index};
        diagnosis.blame(id, Property::buffer_threshold, own.priority);
        if (index != unlike.front())
            diagnosis.also_on.push_back(id);
    }
    context.report(std::move(diagnosis));
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    const bool has_other_cards = device.other_cards_unread
        || std::ranges::find(device.ports, PortKind::system, &Port::kind) != device.ports.end();
    if (!has_other_cards || !device.virtual_queues.is(true))
        return;
    const std::vector<OwnBuffers> found = find_own_buffers(context);
    if (device.other_cards_unread && !found.empty())
        return context.not_checked({context.index, Port::no_index}, std::string(other_cards_unread));
    for (const OwnBuffers& own : found) {
        std::vector<std::uint32_t> unlike;
        for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
            const Queue* queue = device.ports[index].kind == PortKind::system
                ? device.queue(device.ports[index], own.queue)
                : nullptr;
            if (queue == nullptr
                || context.need({context.index, index}, queue->buffer, "the buffer of a virtual output queue")
                    == nullptr)
                continue;
            const BufferProfile* profile = buffer_profile_of(device, queue->buffer);
            if (profile == nullptr || profile->name != own.profile->name)
                unlike.push_back(index);
        }
        if (!unlike.empty())
            report(context, own, unlike);
    }
}

}

extern const Rule rule = {
    .code = "BUF022",
    .name = "other-virtual-queue-buffer",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "A card of a chassis limits a lossless class differently for egress ports of other cards.",
    .why
    = "In a chassis with virtual output queues, packets wait at the chip that they come in by, and the buffer profile of "
      "the queue towards their egress port limits how many may. A lossless class is paused by its priority group, so "
      "its queues must not drop before that. Where only the queues towards the card's own ports have the lossless "
      "profile, packets to other cards are dropped at the limit of a lossy class.",
    .source
    = "sonic-net/sonic-swss orchagent/bufferorch.cpp, processQueue (the profile is that of the virtual output queue); "
      "sonic-net/sonic-buildimage src/sonic-config-engine/tests/sample_output, buffers of Arista and Nokia line "
      "cards (rows of the same profiles for all system ports)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Bind the lossless buffer profile to the queue of the class towards every port of the chassis.",
    .check_device = check,
};

}
