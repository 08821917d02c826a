// SPDX-License-Identifier: Apache-2.0
#include "analysis/rdma_queue.h"
#include "models/fabric/classify.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::cc001 {
namespace {

// A host with PFC for priority 3 whose NIC has one switch for its congestion control, which is off.
constexpr std::string_view off_by_option = R"(root@host1:~# hostname
host1
root@host1:~# ethtool -i ens1f0np0
driver: ice
version: 1.13.7
bus-info: 0000:31:00.0
root@host1:~# rdma link
link rocep49s0f0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0
root@host1:~# ethtool --show-priv-flags ens1f0np0
Private flags for ens1f0np0:
fw-lldp-agent          : off
root@host1:~# dcb pfc show dev ens1f0np0
pfc-cap 8 macsec-bypass off delay 0
prio-pfc 0:off 1:off 2:off 3:on 4:off 5:off 6:off 7:off
root@host1:~# dcb app show dev ens1f0np0
dscp-prio 26:3 48:6
root@host1:~# cat /etc/modprobe.d/irdma.conf
options irdma roce_ena=1 dcqcn_enable=0
)";
constexpr std::string_view off_in_debugfs = R"(root@host1:~# hostname
host1
root@host1:~# ethtool -i ens1f0np0
driver: bnxt_en
version: 6.15.0-1-generic
bus-info: 0000:a6:00.0
root@host1:~# rdma link
link bnxt_re0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0
root@host1:~# dcb pfc show dev ens1f0np0
pfc-cap 8 macsec-bypass off delay 0
prio-pfc 0:off 1:off 2:off 3:on 4:off 5:off 6:off 7:off
root@host1:~# dcb app show dev ens1f0np0
dscp-prio 26:3 48:6
root@host1:~# grep -H '' /sys/kernel/debug/bnxt_re/0000:a6:00.0/cc_config/enable_cc
/sys/kernel/debug/bnxt_re/0000:a6:00.0/cc_config/enable_cc:0
)";

constexpr Example examples[] = {
    {.title = "The leaf marks packets and the host ignores the marks",
        .files = {{{"linux-host", "host1", R"(-/sys/class/net/ens1f0np0/ecn/roce_np/enable/3:1
+/sys/class/net/ens1f0np0/ecn/roce_np/enable/3:0
-/sys/class/net/ens1f0np0/ecn/roce_rp/enable/3:1
+/sys/class/net/ens1f0np0/ecn/roce_rp/enable/3:0
)"},
            {"sonic", "leaf1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "/enable/3:0"},
    {.title
        = "The leaf marks packets, and the NIC, which has a switch for its reaction alone, ignores notifications",
        .files = {{{"linux-host", "host1", R"(-/sys/class/net/ens1f0np0/ecn/roce_np/enable/3:1
-/sys/class/net/ens1f0np0/ecn/roce_rp/enable/3:1
+/sys/class/net/ens1f0np0/ecn/roce_rp/enable/3:0
)"},
            {"sonic", "leaf1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "/enable/3:0"},
    {.title
        = "The leaf marks packets, and an option of the NIC's kernel module keeps its congestion control off",
        .files = {{{"linux-host", "host1", off_by_option, "capture.txt"}, {"sonic", "leaf1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "options irdma roce_ena=1 dcqcn_enable=0"},
    {.title = "The leaf marks packets, and the congestion control of the NIC's firmware is off",
        .files = {{{"linux-host", "host1", off_in_debugfs, "capture.txt"}, {"sonic", "leaf1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "enable_cc:0"},
    {.title = "A Junos leaf marks packets and the host ignores the marks",
        .files = {{{"linux-host", "host1", R"(-/sys/class/net/ens1f0np0/ecn/roce_np/enable/3:1
+/sys/class/net/ens1f0np0/ecn/roce_np/enable/3:0
-/sys/class/net/ens1f0np0/ecn/roce_rp/enable/3:1
+/sys/class/net/ens1f0np0/ecn/roce_rp/enable/3:0
)"},
            {"junos", "leaf1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:et-0/0/0\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "/enable/3:0"},
    {.title = "A Junos leaf marks and the host reacts",
        .files = {{{"linux-host", "host1", ""}, {"junos", "leaf1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:et-0/0/0\", b: \"host1:ens1f0np0\"}\n"},
    {.title = "The leaf marks and the host reacts",
        .files = {{{"linux-host", "host1", ""}, {"sonic", "leaf1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n"},
    {.title = "The leaf marks, and the policy says that senders slow down by round-trip times",
        .files = {{{"linux-host", "host1", R"(-/sys/class/net/ens1f0np0/ecn/roce_np/enable/3:1
+/sys/class/net/ens1f0np0/ecn/roce_np/enable/3:0
-/sys/class/net/ens1f0np0/ecn/roce_rp/enable/3:1
+/sys/class/net/ens1f0np0/ecn/roce_rp/enable/3:0
)"},
            {"sonic", "leaf1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n",
        .policy = "version: 1\nprofile: lossless\ncongestion_control: rtt\n"},
};

// Whether the port marks packets of the class; nullopt if its queues or the profile do not say.
std::optional<bool> marks(
    const Device& device, const Port& port, const RdmaClass& rdma_class, Setting<Ref>& ecn)
{
    const RdmaQueue queue = rdma_queue(device, port, rdma_class);
    if (queue.disputed || !queue.number.known())
        return std::nullopt;
    ecn = ecn_of_queue(device, port, queue.number.value);
    if (!ecn.known())
        return std::nullopt;
    const EcnProfile* profile = profile_of(device, ecn);
    if (profile != nullptr && !profile->known())
        return std::nullopt;
    return profile != nullptr && profile->marks();
}

void check_class(FabricContext& context, PortId host_port, PortId leaf_port, const RdmaClass& rdma_class)
{
    const Device& host = context.fabric.device(host_port);
    const Nic& nic = host.nics[context.fabric.port(host_port).nic];
    const auto sent_in = nic_priority(host, context.fabric.port(host_port), rdma_class);
    if (!sent_in)
        return;
    const Priority priority = *sent_in;
    // Some NICs have a switch for their reaction alone.
    const bool both_seen = nic.notification_seen.has(priority);
    if (!nic.reaction_seen.has(priority))
        return;
    const bool reacts = nic.ecn_reaction.value_or({}).has(priority);
    // A NIC with only one half enabled is at fault itself (NIC003).
    if (both_seen && nic.ecn_notification.value_or({}).has(priority) != reacts)
        return;
    const Device& leaf = context.fabric.device(leaf_port);
    const Port& port = context.fabric.port(leaf_port);
    Setting<Ref> ecn;
    const std::optional<bool> marked = marks(leaf, port, rdma_class, ecn);
    if (!marked) {
        context.not_checked(host_port, "whether the switch port marks packets is unknown");
        return;
    }
    if (*marked == reacts)
        return;
    const OriginId nic_side = nic.reaction_at[priority];
    const Span at_host = host.place(nic_side, &context.fabric.port(host_port));
    const Span at_leaf = leaf.place(ecn.origin, &port);
    Diagnosis diagnosis{.at = reacts ? at_leaf : at_host,
        .message = reacts
            ? fmt::format("{} reacts to congestion marks on priority {}, but {} never marks: DCQCN "
                          "has nothing to work with",
                context.port_label(host_port),
                priority,
                context.port_label(leaf_port))
            : fmt::format(
                "{} marks packets of {}, but {} {} congestion notifications: its flows never slow down",
                context.port_label(leaf_port),
                rdma_class.label(),
                context.port_label(host_port),
                both_seen ? "neither sends nor obeys" : "does not obey"),
        .subjects = {reacts ? Subject{leaf_port, Property::ecn, rdma_class.priority}
                            : Subject{host_port, Property::congestion_control, priority}},
        .related = {{reacts ? at_host : at_leaf, reacts ? "the NIC" : "the switch port"}},
        .fix = reacts ? fmt::format(
                   "Turn ECN marking on for {} on {}.", rdma_class.label(), context.port_label(leaf_port))
            : both_seen
            ? fmt::format("Turn both halves of DCQCN on for priority {} on {}.",
                priority,
                context.port_label(host_port))
            : fmt::format("Let {} slow down on congestion notifications.", context.port_label(host_port))};
    if (!reacts)
        diagnosis.changes.push_back({.port = host_port,
            .property = Property::congestion_control,
            .value = PriorityDelta{.add = PrioritySet::of(priority), .remove = {}}});
    else if (const auto target = context.shared().marking().for_port(leaf_port, rdma_class.priority))
        diagnosis.changes.push_back({.port = leaf_port,
            .property = Property::ecn,
            .number = rdma_queue(leaf, port, rdma_class).number.value,
            .value = *target});
    context.report(std::move(diagnosis));
}

void check(FabricContext& context)
{
    for (const Link& link : context.fabric.links) {
        for (const PortId end : {link.a, link.b}) {
            const PortId other = end == link.a ? link.b : link.a;
            const Port& port = context.fabric.port(end);
            if (context.fabric.device(end).kind != DeviceKind::host
                || context.fabric.device(other).kind != DeviceKind::network_switch
                || port.nic >= context.fabric.device(end).nics.size() || !context.analysis.is_roce(end))
                continue;
            const PrioritySet required = context.analysis.carried_classes(end);
            for (const RdmaClass& rdma_class : context.classes.classes) {
                if (required.has(rdma_class.priority) && context.classes.expects_marks(rdma_class))
                    check_class(context, end, other, rdma_class);
            }
        }
    }
}

}

extern const Rule rule = {
    .code = "CC001",
    .name = "half-closed-congestion-loop",
    .severity = Severity::error,
    .scope = Scope::fabric,
    .summary
    = "Switch and host disagree about congestion control: one marks or reacts and the other does not.",
    .why
    = "DCQCN is one loop: the switch marks, the receiver notifies, the sender slows down. If any part is "
      "off, the others look healthy but have no effect, and the fabric relies on pause alone. Congestion "
      "control by round-trip times (Zero Touch RoCE, DOCA PCC) needs neither marks nor notifications, "
      "which `congestion_control` of the policy states.",
    .source = "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, section 3",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Turn on marking at the switches and both halves of DCQCN at the hosts, or turn all of them off; "
           "or, if other congestion control is in use, state `congestion_control` in the policy.",
    .witness = Witness::congestion_control,
    .check_fabric = check,
};

}
