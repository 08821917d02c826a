// SPDX-License-Identifier: Apache-2.0
#include "analysis/rdma_queue.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::nic003 {
namespace {

constexpr Example examples[] = {
    {.title = "The NIC reacts to notifications but sends none",
        .files = {{{"linux-host", "host1", R"(-/sys/class/net/ens1f0np0/ecn/roce_np/enable/3:1
+/sys/class/net/ens1f0np0/ecn/roce_np/enable/3:0
)"}}},
        .flagged = "roce_np/enable/3:0"},
    {.title = "The NIC sends notifications but does not react to them",
        .files = {{{"linux-host", "host1", R"(-/sys/class/net/ens1f0np0/ecn/roce_rp/enable/3:1
+/sys/class/net/ens1f0np0/ecn/roce_rp/enable/3:0
)"}}},
        .flagged = "roce_rp/enable/3:0"},
    {.title = "The policy says that senders slow down by round-trip times",
        .files = {{{"linux-host", "host1", R"(-/sys/class/net/ens1f0np0/ecn/roce_np/enable/3:1
+/sys/class/net/ens1f0np0/ecn/roce_np/enable/3:0
)"}}},
        .policy = "version: 1\nprofile: lossless\ncongestion_control: rtt\n"},
    {.title = "Both halves of DCQCN are on", .files = {{{"linux-host", "host1", ""}}}},
};

// The priorities in which this NIC sends RDMA that slows down on marks: for a class without PFC, the one from
// the NIC's own map.
PrioritySet used_priorities(const PortContext& context)
{
    PrioritySet used = context.required();
    const PrioritySet carried = context.carried();
    for (const RdmaClass& rdma_class : context.classes.classes) {
        if (context.classes.control_of(rdma_class) != CongestionControl::dcqcn) {
            used.erase(rdma_class.priority);
            continue;
        }
        if (!carried.has(rdma_class.priority))
            continue;
        if (const auto priority = nic_priority(context.device(), context.port(), rdma_class))
            used.insert(*priority);
    }
    return used;
}

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    if (!context.on_host() || !context.is_roce() || nic == nullptr
        || context.port().kind != PortKind::physical)
        return;
    const PrioritySet required = used_priorities(context);
    if (required.empty()
        || context.need(context.id, nic->ecn_notification, "the NIC's notification point") == nullptr
        || context.need(context.id, nic->ecn_reaction, "the NIC's reaction point") == nullptr)
        return;
    const PrioritySet seen = required & nic->notification_seen & nic->reaction_seen;
    for (const Priority priority : seen) {
        const bool notifies = nic->ecn_notification.value.has(priority);
        const bool reacts = nic->ecn_reaction.value.has(priority);
        if (notifies == reacts)
            continue;
        const OriginId off = (notifies ? nic->reaction_at : nic->notification_at)[priority];
        const OriginId on = (notifies ? nic->notification_at : nic->reaction_at)[priority];
        context.report({.at = context.place(off),
            .message = fmt::format("{} {} on priority {}: half of DCQCN is off",
                context.port_label(context.id),
                notifies
                    ? "sends congestion notifications but does not slow down when it receives them"
                    : "slows down on congestion notifications but sends none when it receives marked packets",
                priority),
            .subjects = {context.subject(Property::congestion_control, priority)},
            .related = {{context.place(on), "the half that is on"}},
            .fix = fmt::format("Write 1 to /sys/class/net/{}/ecn/{}/enable/{}.",
                context.port().name,
                notifies ? "roce_rp" : "roce_np",
                priority),
            .changes = {context.change(Property::congestion_control,
                PriorityDelta{.add = PrioritySet::of(priority), .remove = {}})}});
    }
}

}

extern const Rule rule = {
    .code = "NIC003",
    .name = "half-enabled-dcqcn",
    .severity = Severity::error,
    .scope = Scope::host,
    .summary = "A NIC has one half of DCQCN on for its RDMA priority and the other off.",
    .why = "The receiver (notification point) turns marks into CNPs, the sender (reaction point) slows "
           "down on them. Every host is both. With one half off, flows into or out of this host do not "
           "take part in congestion control and push the others aside.",
    .source = "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, "
              "section 3; Mellanox/nic-configuration-operator pkg/configuration (roce_np and "
              "roce_rp are enabled together)",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Enable roce_np and roce_rp for the RDMA priority.",
    .witness = Witness::congestion_control,
    .check_port = check,
};

}
