// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "models/fabric/target.h"
#include "models/text/sentence.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::nic022 {
namespace {

constexpr Example examples[] = {
    {.title = "The NIC pauses priority 3 and still drops its packets",
        .files = {{{"linux-host",
            "host1",
            R"(root@host1:~# rdma link
link ionic_0/1 state ACTIVE physical_state LINK_UP netdev benic1p1
root@host1:~# ethtool -i benic1p1
driver: ionic
bus-info: 0000:06:00.0
root@host1:~# nicctl show qos
NIC  : 42424650-4c32-3533-3330-323934000000 (0000:06:00.0)

Port : 0490814a-6c40-4242-4242-000011010000

  Classification type         : DSCP

  DSCP-to-priority :
    DSCP bitmap               : 0xfffefffffbffffff ==> priority : 0
    DSCP bitmap               : 0x0000000004000000 ==> priority : 3
    DSCP bitmap               : 0x0001000000000000 ==> priority : 6

  PFC :
    PFC priority bitmap       : 0x8
    PFC no-drop priorities    :
)",
            "nicctl.txt"}}},
        .flagged = "PFC no-drop priorities"},
    {.title = "The NIC's pause frames are off as a whole",
        .files = {{{"linux-host",
            "host1",
            R"(root@host1:~# rdma link
link ionic_0/1 state ACTIVE physical_state LINK_UP netdev benic1p1
root@host1:~# ethtool -i benic1p1
driver: ionic
bus-info: 0000:06:00.0
root@host1:~# nicctl show qos
NIC  : 42424650-4c32-3533-3330-323934000000 (0000:06:00.0)

Port : 0490814a-6c40-4242-4242-000011010000

  Classification type         : DSCP

  DSCP-to-priority :
    DSCP bitmap               : 0xfffefffffbffffff ==> priority : 0
    DSCP bitmap               : 0x0000000004000000 ==> priority : 3
    DSCP bitmap               : 0x0001000000000000 ==> priority : 6

  PFC :
    PFC priority bitmap       : 0x8
    PFC no-drop priorities    : 3
root@host1:~# nicctl show port
NIC  : 42424650-4c32-3533-3330-323934000000 (0000:06:00.0)

Port : 0490814a-6c40-4242-4242-000011010000 (eth1/1)
  Spec:
    speed                                    : 400G
    Pause type                               : NONE
    TX pause                                 : disabled
    RX pause                                 : disabled
)",
            "nicctl.txt"}}},
        .flagged = "Pause type"},
    {.title = "RDMA packets have a priority of their own, which the NIC neither pauses nor holds",
        .files = {{{"linux-host",
            "host1",
            R"(root@host1:~# rdma link
link ionic_0/1 state ACTIVE physical_state LINK_UP netdev benic1p1
root@host1:~# ethtool -i benic1p1
driver: ionic
bus-info: 0000:06:00.0
root@host1:~# cma_roce_tos -d ionic_0
106
root@host1:~# nicctl show qos
NIC  : 42424650-4c32-3533-3330-323934000000 (0000:06:00.0)

Port : 0490814a-6c40-4242-4242-000011010000

  Classification type         : DSCP

  DSCP-to-priority :
    DSCP bitmap               : 0xfffefffffbffffff ==> priority : 0
    DSCP bitmap               : 0x0000000004000000 ==> priority : 3
    DSCP bitmap               : 0x0001000000000000 ==> priority : 6

  PFC :
    PFC priority bitmap       : 0x0
    PFC no-drop priorities    :
)",
            "nicctl.txt"}}},
        .policy = "version: 1\n",
        .flagged = "PFC priority bitmap"},
    {.title = "Acknowledgements have the class of unmarked packets",
        .files = {{{"linux-host",
            "host1",
            R"(root@host1:~# rdma link
link ionic_0/1 state ACTIVE physical_state LINK_UP netdev benic1p1
root@host1:~# ethtool -i benic1p1
driver: ionic
bus-info: 0000:06:00.0
root@host1:~# nicctl show qos
NIC  : 42424650-4c32-3533-3330-323934000000 (0000:06:00.0)

Port : 0490814a-6c40-4242-4242-000011010000

  Classification type         : DSCP

  DSCP-to-priority :
    DSCP bitmap               : 0xfffefffffbffffff ==> priority : 0
    DSCP bitmap               : 0x0000000004000000 ==> priority : 3
    DSCP bitmap               : 0x0001000000000000 ==> priority : 6
  DSCP-to-purpose             : 46 ==> rdma-ack

  PFC :
    PFC priority bitmap       : 0x8
    PFC no-drop priorities    : 3
)",
            "nicctl.txt"}}},
        .flagged = "rdma-ack"},
    {.title = "Priority 0 is lossless, and acknowledgements are strict",
        .files = {{{"linux-host",
            "host1",
            R"(root@host1:~# rdma link
link ionic_0/1 state ACTIVE physical_state LINK_UP netdev benic1p1
root@host1:~# ethtool -i benic1p1
driver: ionic
bus-info: 0000:06:00.0
root@host1:~# nicctl show qos
NIC  : 42424650-4c32-3533-3330-323934000000 (0000:06:00.0)

Port : 0490814a-6c40-4242-4242-000011010000

  Classification type         : DSCP

  DSCP-to-priority :
    DSCP bitmap               : 0x0000000000000400 ==> priority : 0
    DSCP bitmap               : 0xffffbffffffffbff ==> priority : 1
    DSCP bitmap               : 0x0000400000000000 ==> priority : 6
    DSCP                      : 10 ==> priority : 0
    DSCP                      : 0-9, 11-45, 47-63 ==> priority : 1
    DSCP                      : 46 ==> priority : 6
  DSCP-to-purpose             : 46 ==> rdma-ack

  PFC :
    PFC priority bitmap       : 0x1
    PFC no-drop priorities    : 0

  Scheduling :
    --------------------------------------------
    Priority  Scheduling  Bandwidth Rate-limit
              Type        (in %age) (in Gbps)
    --------------------------------------------
    0         DWRR        99        N/A
    1         DWRR        1         N/A
    6         strict      N/A       10
)",
            "nicctl.txt"}}},
        .policy = "version: 1\n"},
};

void check_held(PortContext& context, const Nic& nic, PrioritySet paused)
{
    if (!nic.no_drop.known())
        return;
    const PrioritySet dropped = (paused & context.required()) - nic.no_drop.value;
    if (dropped.empty())
        return;
    Diagnosis diagnosis{.at = context.place(nic.no_drop.origin),
        .message = fmt::format(
            "{} has PFC on priority {}, but holds no packets of it back: it drops them before it asks for a pause",
            context.port_label(context.id),
            to_string(dropped)),
        .subjects = context.subjects(Property::pfc, dropped),
        .fix = fmt::format("Make priority {} of {} no-drop with the tool of the NIC.",
            to_string(dropped),
            context.port().name)};
    diagnosis.show(context.place(context.port().pfc_tx.origin), "the priorities with PFC");
    context.report(std::move(diagnosis));
}

void check_type(PortContext& context, const Nic& nic, PrioritySet paused)
{
    if (!nic.pauses_priorities.known() || nic.pauses_priorities.value
        || (paused & context.required()).empty())
        return;
    Diagnosis diagnosis{.at = context.place(nic.pauses_priorities.origin),
        .message
        = fmt::format("{} has PFC on priority {}, but its pause frames are not PFC in both directions: the "
                      "priorities have no effect",
            context.port_label(context.id),
            to_string(paused)),
        .subjects = {context.subject(Property::link_pause)},
        .fix = fmt::format("Set the pause frames of {} to PFC, sent and obeyed.", context.port().name)};
    diagnosis.show(context.place(context.port().pfc_tx.origin), "the priorities with PFC");
    context.report(std::move(diagnosis));
}

// A class that was taken for one without PFC only because the hosts have none: the policy does not state it, and no
// switch marks its packets.
bool is_left_open(const PortContext& context, const RdmaClass& rdma_class)
{
    return context.assumed() && rdma_class.pause == Pause::nowhere && !rdma_class.ecn
        && context.carried().has(rdma_class.priority);
}

void check_protected(PortContext& context, const Nic& nic, PrioritySet paused)
{
    if (!nic.no_drop.known())
        return;
    const Setting<std::uint8_t> ordinary = classify_dscp(context.device(), context.port(), 0).tc;
    for (const RdmaClass& rdma_class : context.classes.classes) {
        if (!is_left_open(context, rdma_class))
            continue;
        for (const Dscp dscp : rdma_class.dscps) {
            const Setting<std::uint8_t> priority = classify_dscp(context.device(), context.port(), dscp).tc;
            if (context.need(context.id, priority, fmt::format("the priority of DSCP {}", dscp)) == nullptr
                || context.need(context.id, ordinary, "the priority of DSCP 0") == nullptr)
                return;
            if (priority.value == ordinary.value || paused.has(priority.value))
                continue;
            Diagnosis diagnosis{.at = context.place(context.port().pfc_tx.origin),
                .message = fmt::format(
                    "{} sends RDMA packets with DSCP {} in priority {}, apart from unmarked packets, but has no PFC on it: "
                    "they are dropped under congestion like any other",
                    context.port_label(context.id),
                    dscp,
                    priority.value),
                .subjects = {context.subject(Property::pfc, priority.value)},
                .fix = fmt::format(
                    "Turn PFC on for priority {} on {}, or state `pfc: none` for the class in rocelint.yaml.",
                    priority.value,
                    context.port().name),
                .changes = {context.change(
                    Property::pfc, PriorityDelta{.add = PrioritySet::of(priority.value), .remove = {}})}};
            diagnosis.show(context.place(priority.origin), "the priority of these packets");
            return context.report(std::move(diagnosis));
        }
    }
}

void check_acknowledgements(PortContext& context, const Nic& nic, PrioritySet paused)
{
    if (!nic.ack_dscp.known() || context.required().empty())
        return;
    const Device& device = context.device();
    const Treatment own = forward_dscp(device, context.port(), nic.ack_dscp.value);
    const Treatment ordinary = forward_dscp(device, context.port(), 0);
    if (context.need(context.id, own.tc, "the priority of acknowledgements") == nullptr
        || context.need(context.id, ordinary.tc, "the priority of DSCP 0") == nullptr)
        return;
    if (own.tc.value != ordinary.tc.value || paused.has(own.tc.value))
        return;
    Diagnosis diagnosis{.severity = Severity::warning,
        .at = context.place(nic.ack_dscp.origin),
        .message = fmt::format(
            "{} marks RDMA acknowledgements with DSCP {}, which has the priority of unmarked packets ({}): they "
            "wait or are lost in its congestion, and senders repeat what had arrived",
            context.port_label(context.id),
            nic.ack_dscp.value,
            own.tc.value),
        .subjects = {context.subject(Property::dscp_map, nic.ack_dscp.value)},
        .fix = fmt::format("Map DSCP {} of {} to a strict priority, or to that of RDMA.",
            nic.ack_dscp.value,
            context.port().name)};
    diagnosis.show(context.place(own.tc.origin), "the priority of this DSCP");
    context.report(std::move(diagnosis));
}

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    const Port& port = context.port();
    if (!context.on_host() || !context.is_roce() || nic == nullptr || port.kind != PortKind::physical)
        return;
    // Other NICs have none of these settings.
    const bool has_any = nic->no_drop.origin != OriginId{} || nic->pauses_priorities.origin != OriginId{}
        || nic->ack_dscp.origin != OriginId{};
    if (!has_any || context.need(context.id, port.pfc_tx, "PFC") == nullptr)
        return;
    check_held(context, *nic, port.pfc_tx.value);
    check_type(context, *nic, port.pfc_tx.value);
    check_protected(context, *nic, port.pfc_tx.value);
    check_acknowledgements(context, *nic, port.pfc_tx.value);
}

}

extern const Rule rule = {
    .code = "NIC022",
    .name = "incomplete-pfc-on-nic",
    .severity = Severity::error,
    .other_severities
    = {{{Severity::warning, "where acknowledgements have the priority of unmarked packets"}}},
    .scope = Scope::host,
    .summary = "A NIC whose PFC consists of several settings has some of them without the others.",
    .why
    = "On some NICs, PFC is the sum of three settings: the priorities that it pauses, those whose packets it "
      "holds instead of dropping them, and the type of the port's pause frames. With one of them missing, "
      "the others look right and have no effect: a priority that is paused but not held loses packets "
      "before a pause is asked for, and without frames of type PFC nothing is paused at all. Where the NIC "
      "marks acknowledgements with a DSCP of their own, that needs a class too: a lost or late one makes the "
      "sender repeat what had arrived.",
    .source
    = "AMD, Distributed inference with SGLang and MoRI, Quality of service and congestion control (port pause "
      "type PFC in both directions, no-drop for the RDMA priority, bitmap 0x8 and no-drop priorities 3 in the "
      "expected output); ROCm/mori env_setup.sh (a warning where the bitmap does not cover the no-drop "
      "priority); AMD GPU operator, checks of Oracle Cloud clusters (DSCP 46 is rdma-ack, in strict priority 6)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix
    = "With AMD's nicctl: `nicctl update qos pfc --priority P --no-drop enable` sets both sets of priorities, "
      "`nicctl update port --all --pause-type pfc --rx-pause enable --tx-pause enable` the type.",
    .check_port = check,
};

}
