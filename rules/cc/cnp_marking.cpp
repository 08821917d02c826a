// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::cc005 {
namespace {

constexpr Example examples[] = {
    {.title = "The NIC sends CNPs with DSCP 40, which the leaf treats as best effort",
        .files = {{{"linux-host",
                       "host1",
                       R"(-/sys/class/net/ens1f0np0/ecn/roce_np/cnp_dscp:48
+/sys/class/net/ens1f0np0/ecn/roce_np/cnp_dscp:40
)"},
            {"sonic", "leaf1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "cnp_dscp:40"},
    {.title = "The NIC sends CNPs with another DSCP that the leaf gives the same class",
        .files = {{{"linux-host",
                       "host1",
                       R"(-/sys/class/net/ens1f0np0/ecn/roce_np/cnp_dscp:48
+/sys/class/net/ens1f0np0/ecn/roce_np/cnp_dscp:40
)"},
            {"sonic", "leaf1", R"({"DSCP_TO_TC_MAP": {"AZURE": {"40": "6"}}})"}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n"},
    {.title = "The NIC has another DSCP for CNPs, which nothing sends: the policy leaves RDMA to PFC alone",
        .files = {{{"linux-host",
                       "host1",
                       R"(-/sys/class/net/ens1f0np0/ecn/roce_np/cnp_dscp:48
+/sys/class/net/ens1f0np0/ecn/roce_np/cnp_dscp:40
)"},
            {"sonic", "leaf1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n",
        .policy = "version: 1\nprofile: lossless\ncongestion_control: none\n"},
    {.title = "The NIC sends CNPs with DSCP 48",
        .files = {{{"linux-host", "host1", ""}, {"sonic", "leaf1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n"},
};

bool same_queue(const Treatment& a, const Treatment& b)
{
    return a.queue.known() && b.queue.known() ? a.queue.value == b.queue.value
                                              : a.tc.known() && b.tc.is(a.tc.value);
}

void check_port(FabricContext& context, PortId host_port, PortId leaf_port, Dscp expected)
{
    const Device& host = context.fabric.device(host_port);
    const Nic& nic = host.nics[context.fabric.port(host_port).nic];
    // If the running NIC was not queried, the firmware's initial value is in force.
    const Setting<std::uint8_t>& marked
        = nic.cnp_dscp.origin == OriginId{} && nic.stored_cnp_dscp.peek_known() ? nic.stored_cnp_dscp
                                                                                : nic.cnp_dscp;
    const std::uint8_t* sent = context.need(host_port, marked, "the DSCP of the NIC's CNPs");
    if (sent == nullptr || *sent == expected)
        return;
    const Device& leaf = context.fabric.device(leaf_port);
    const Port& port = context.fabric.port(leaf_port);
    const Treatment got = classify_dscp(leaf, port, *sent);
    const Treatment wanted = classify_dscp(leaf, port, expected);
    if (!got.tc.known() || !wanted.tc.known()) {
        context.not_checked(host_port, "the classes of CNPs at the switch are unknown");
        return;
    }
    if (same_queue(got, wanted))
        return;
    const Setting<std::uint8_t> priority = priority_of(got);
    const bool lossless = priority.known() && port.pfc_tx.known() && port.pfc_tx.value.has(priority.value);
    const bool ordinary = same_queue(got, classify_dscp(leaf, port, 0));
    context.report({.severity = lossless || ordinary ? std::nullopt : std::optional(Severity::warning),
        .at = host.place(marked.origin, &context.fabric.port(host_port)),
        .message
        = fmt::format("{} sends CNPs with DSCP {}, which {} treats as {} instead of the class of CNPs "
                      "(DSCP {}): senders slow down late",
            context.port_label(host_port),
            *sent,
            context.port_label(leaf_port),
            lossless       ? fmt::format("lossless priority {}", priority.value)
                : ordinary ? std::string("best effort")
                           : fmt::format("traffic class {}", got.tc.value),
            expected),
        .subjects = {{host_port, Property::cnp_marking, *sent},
            {{leaf_port.device, Port::no_index}, Property::dscp_map, *sent}},
        .related
        = {{leaf.place(got.tc.origin, &port), fmt::format("the class of DSCP {} at the switch", *sent)}},
        .fix = fmt::format("Set the CNP DSCP of {} to {}, or map DSCP {} to the class of CNPs on {}.",
            context.port_label(host_port),
            expected,
            *sent,
            leaf.name),
        .changes
        = {{.port = host_port, .property = Property::cnp_marking, .value = std::uint8_t{expected}}}});
}

void check(FabricContext& context)
{
    if (!context.classes.sends_cnps())
        return;
    for (const Link& link : context.fabric.links) {
        for (const PortId end : {link.a, link.b}) {
            const PortId other = end == link.a ? link.b : link.a;
            const Port& port = context.fabric.port(end);
            if (context.fabric.device(end).kind != DeviceKind::host
                || context.fabric.device(other).kind != DeviceKind::network_switch
                || port.nic >= context.fabric.device(end).nics.size() || !context.analysis.is_roce(end))
                continue;
            if (!context.classes.cnp.dscp)
                context.not_checked(end,
                    "the DSCP of CNPs is unknown: no policy states it and no NIC shows it",
                    "state `cnp:` in rocelint.yaml");
            else
                check_port(context, end, other, *context.classes.cnp.dscp);
        }
    }
}

}

extern const Rule rule = {
    .code = "CC005",
    .name = "cnp-marked-for-another-class",
    .severity = Severity::error,
    .without_policy = Severity::warning,
    .other_severities
    = {{{Severity::warning, "where the CNPs are neither paused nor queued with unmarked packets"}}},
    .scope = Scope::fabric,
    .summary = "A NIC marks its CNPs with a DSCP that the switch does not put into the class of CNPs.",
    .why = "A CNP is useful only if it is fast. Marked with a DSCP that the switches do not know, it "
           "queues with bulk traffic, and the sender that it is meant to slow down goes on filling the "
           "queue meanwhile.",
    .source = "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, section 3; "
              "Mellanox/nic-configuration-operator pkg/configuration (cnp_dscp); Cumulus Linux 5.16, RDMA "
              "over Converged Ethernet (DSCP 48 to 55 is switch priority 6)",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Write the DSCP of the CNP class to ecn/roce_np/cnp_dscp.",
    .check_fabric = check,
};

}
