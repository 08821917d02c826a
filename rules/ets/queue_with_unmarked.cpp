// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "rules/blame.h"
#include "rules/rule.h"
#include "rules/usual_class.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace rocelint::rules::ets010 {
namespace {

constexpr Example examples[] = {
    {.title = "Unmarked packets leave by the queue of RDMA",
        .files = {{{"sonic", "leaf1", R"({"TC_TO_QUEUE_MAP": {"AZURE": {"0": "3"}}})"}}},
        .flagged = R"("0": "3")"},
    {.title = "Each class has a queue of its own", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "Unmarked packets leave by the queue of RDMA",
        .files = {{{"eos", "leaf1", R"(+qos map traffic-class 1 to tx-queue 3
)"}}},
        .flagged = "qos map traffic-class 1 to tx-queue 3"},
    {.title = "Unmarked packets leave by the queue of RDMA",
        .files = {{{"nvue",
            "leaf1",
            R"(+nv set qos egress-queue-mapping default-global switch-priority 0 traffic-class 3
)"}}},
        .flagged = "switch-priority 0 traffic-class 3"},
    {.title = "Unmarked packets leave by the queue of RDMA",
        .files = {{{"sonic-cli", "leaf1", R"(@ qos map tc-queue ROCE
- traffic-class 0 queue 0
+ traffic-class 0 queue 3
)"}}},
        .flagged = "traffic-class 0 queue 3"},
    {.title = "Each class has a queue of its own", .files = {{{"os10", "leaf1", ""}}}},
};

// A line that puts RDMA and unmarked packets into one queue.
struct Shared {
    Span at;
    std::uint32_t port = 0; ///< the first affected port by name
    std::uint8_t queue = 0;
    std::uint8_t tc = 0; ///< the class in the line
    Dscp dscp = 0; ///< the first DSCP of the RDMA class
    const RdmaClass* rdma_class = nullptr;
};

// Whether the port classifies packets of the code point by DSCP; if not, that is the fault (QOS001).
bool classifies(const Port& port, const Treatment& treatment)
{
    return treatment.decided_by != nullptr || port.trust.is(Trust::dscp)
        || port.trust.is(Trust::dscp_else_pcp);
}

void look_at(
    DeviceContext& context, std::uint32_t index, const RdmaClass& rdma_class, std::vector<Shared>& found)
{
    const Device& device = context.device();
    const Port& port = device.ports[index];
    const PortId id{context.index, index};
    if (rdma_class.dscps.empty() || !context.analysis.carried_classes(id).has(rdma_class.priority)
        || !context.analysis.is_lossless_at(rdma_class, id))
        return;
    const Dscp dscp = rdma_class.dscps.first();
    const Treatment rdma = classify_dscp(device, port, dscp);
    const Treatment unmarked = forward_dscp(device, port, 0);
    if (!classifies(port, rdma) || context.need(id, rdma.queue, "the queue of RDMA packets") == nullptr
        || context.need(id, unmarked.queue, "the queue of unmarked packets") == nullptr)
        return;
    // If RDMA is in the class of unmarked packets, or the reverse, the map of code points is at fault
    // (QOS002, QOS003).
    if (!rdma.tc.known() || !unmarked.tc.known() || rdma.tc.value == unmarked.tc.value
        || rdma.queue.value != unmarked.queue.value || !priority_of(rdma).is(rdma_class.priority))
        return;
    // A class usually leaves by the queue with its own number, so the row that deviates from that is the
    // cause.
    const bool of_unmarked = unmarked.tc.value != unmarked.queue.value && rdma.tc.value == rdma.queue.value;
    const Treatment& cause = of_unmarked ? unmarked : rdma;
    const Span at = device.place(cause.queue.origin, &port);
    if (std::ranges::none_of(found, [&](const Shared& other) { return other.at == at; }))
        found.push_back({at, index, rdma.queue.value, cause.tc.value, dscp, &rdma_class});
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    if (device.kind != DeviceKind::network_switch)
        return;
    std::vector<Shared> found;
    for (const std::vector<std::uint32_t>& group : named_groups(device)) {
        const auto port = std::ranges::find_if(group, [&](std::uint32_t index) {
            return context.analysis.is_roce({context.index, index});
        });
        if (port == group.end())
            continue;
        for (const RdmaClass& rdma_class : context.classes.classes)
            look_at(context, *port, rdma_class, found);
    }
    for (const Shared& shared : found) {
        Diagnosis diagnosis{.at = shared.at,
            .message = fmt::format(
                "{} sends packets of {} and unmarked packets by one queue, {}: ordinary traffic is paused with "
                "RDMA, and RDMA waits behind it",
                device.name,
                shared.rdma_class->label(),
                shared.queue),
            .subjects = {context.subject(Property::queue_map, shared.tc)},
            .fix = fmt::format("Map traffic class {} to a queue of its own.", shared.tc)};
        show_class(device, device.ports[shared.port], shared.dscp, diagnosis);
        context.report(std::move(diagnosis));
    }
}

}

extern const Rule rule = {
    .code = "ETS010",
    .name = "rdma-queue-shared-with-unmarked",
    .severity = Severity::error,
    .without_policy = Severity::warning,
    .scope = Scope::device,
    .summary = "A lossless class and unmarked traffic leave by one egress queue.",
    .why
    = "PFC stops queues. Where packets without a mark are in the queue of a lossless class, each pause for "
      "that class stops them too, their bursts fill the queue that RDMA should leave by, and RDMA has "
      "neither the scheduler's share nor the queue's ECN marking to itself. The classes look separate in "
      "the maps of code points and of priority groups.",
    .source
    = "IEEE 802.1Q-2022 clause 36.1 (pause stops the queue of a priority) and clause 8.6.6 (queuing by traffic "
      "class); sonic-buildimage files/build_templates/qos_config.j2, TC_TO_QUEUE_MAP (a queue for each class)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Map the lossless class, or the class of unmarked packets, to a queue of its own.",
    .check_device = check,
};

}
