// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/paused_priorities.h"
#include "models/fabric/member_places.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::pfc004 {
namespace {

constexpr std::string_view leaf_to_spine = "links:\n  - {a: \"leaf1:Ethernet4\", b: \"spine1:Ethernet4\"}\n";

constexpr std::string_view storage_too = R"({"DSCP_TO_TC_MAP": {"AZURE": {"34": "4"}},
 "TC_TO_PRIORITY_GROUP_MAP": {"AZURE": {"4": "4"}},
 "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3,4", "pfcwd_sw_enable": "3,4"},
  "Ethernet4": {"pfc_enable": "3,4", "pfcwd_sw_enable": "3,4"}},
 "QUEUE": {"Ethernet0|4": {"wred_profile": "AZURE_LOSSLESS"}, "Ethernet4|4": {"wred_profile": "AZURE_LOSSLESS"}},
 "BUFFER_PG": {"Ethernet0|4": {"profile": "pg_lossless_100000_5m_profile"},
  "Ethernet4|4": {"profile": "pg_lossless_100000_40m_profile"}},
 "BUFFER_QUEUE": {"Ethernet0|4-7": {"profile": "egress_lossless_profile"},
  "Ethernet4|4-7": {"profile": "egress_lossless_profile"}}})";

constexpr Example examples[] = {
    {.title = "The spine does not pause the priority that the leaf pauses",
        .files
        = {{{"sonic", "leaf1", ""}, {"sonic", "spine1", R"({"PORT_QOS_MAP": {"Ethernet4": {"pfc_enable": ""}},
 "BUFFER_PG": {"Ethernet4|3": null}})"}}},
        .topology = leaf_to_spine,
        .flagged = R"("pfc_enable": "")",
        .flagged_device = "spine1"},
    {.title = "Leaf and spine pause the same priority",
        .files = {{{"sonic", "leaf1", ""}, {"sonic", "spine1", ""}}},
        .topology = leaf_to_spine},
    {.title = "PFC is off at one end of a link between switches of two vendors",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet2/1
-   priority-flow-control on
+   no priority-flow-control
)"},
            {"sonic", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet2/1\", b: \"spine1:Ethernet4\"}\n",
        .flagged = "no priority-flow-control"},
    {.title = "Both vendors' switches pause priority 3",
        .files = {{{"eos", "leaf1", ""}, {"sonic", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet2/1\", b: \"spine1:Ethernet4\"}\n"},
    {.title = "The leaf pauses a second class, which the policy gives to storage hosts only",
        .files = {{{"sonic", "leaf1", storage_too}, {"linux-host", "host1", ""}}},
        .topology = "devices:\n  leaf1: {role: leaf}\n  host1: {role: host}\n"
                    "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n",
        .policy = "version: 1\nprofile: lossless\nclasses:\n"
                  "  - {name: gpu, priority: 3, dscp: [26]}\n"
                  "  - {name: storage, priority: 4, dscp: [34], roles: [storage, leaf, spine]}\n"
                  "cnp: {priority: 6, dscp: 48}\n"},
    {.title = "The spine's end of the link has no congestion notification profile",
        .files = {{{"junos", "leaf1", ""},
            {"junos", "spine1", R"(-            congestion-notification-profile lossless;
)"}}},
        .topology = "links:\n  - {a: \"leaf1:et-0/0/0\", b: \"spine1:et-0/0/0\"}\n",
        .flagged = "et-0/0/0 {",
        .flagged_device = "spine1"},
    {.title = "Both ends have the profile",
        .files = {{{"junos", "leaf1", ""}, {"junos", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:et-0/0/0\", b: \"spine1:et-0/0/0\"}\n"},
    {.title = "The spine's end of the link has no PFC",
        .files = {{{"onyx", "leaf1", ""},
            {"onyx", "spine1", R"(+   interface ethernet 1/2 no dcb priority-flow-control mode force
)"}}},
        .topology = "links:\n  - {a: \"leaf1:Eth1/2\", b: \"spine1:Eth1/2\"}\n",
        .flagged = "no dcb priority-flow-control mode",
        .flagged_device = "spine1"},
    {.title = "Both ends pause priority 3",
        .files = {{{"onyx", "leaf1", ""}, {"onyx", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Eth1/2\", b: \"spine1:Eth1/2\"}\n"},
    {.title = "PFC is off at one end of a link between switches of two vendors",
        .files = {{{"os10", "leaf1", R"(@ interface ethernet1/1/2
- priority-flow-control mode on
)"},
            {"sonic", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:ethernet1/1/2\", b: \"spine1:Ethernet4\"}\n",
        .flagged = "interface ethernet1/1/2"},
    {.title = "PFC is off at one end of a link between switches of two vendors",
        .files = {{{"nxos", "leaf1", R"(@ interface Ethernet1/2
-  priority-flow-control mode on
+  priority-flow-control mode off
)"},
            {"sonic", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet1/2\", b: \"spine1:Ethernet4\"}\n",
        .flagged = "priority-flow-control mode off"},
    {.title = "PFC is off at one end of a link between two kinds of SONiC",
        .files = {{{"sonic-cli", "leaf1", R"(@ interface Eth1/2
- priority-flow-control priority 3
)"},
            {"sonic", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Eth1/2\", b: \"spine1:Ethernet4\"}\n",
        .flagged = "interface Eth1/2"},
    {.title = "A profile of one port switches PFC off in both directions",
        .files = {{{"nvue", "leaf1", R"(+nv set qos pfc unpaused switch-priority 3
+nv set qos pfc unpaused rx disable
+nv set qos pfc unpaused tx disable
+nv set interface swp2 qos pfc profile unpaused
)"},
            {"sonic", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:swp2\", b: \"spine1:Ethernet4\"}\n",
        .flagged = "nv set qos pfc unpaused"},
    {.title = "PFC is off at one end of a link between switches of two vendors",
        .files = {{{"iosxr", "leaf1", R"(@ interface HundredGigE0/0/0/1
- priority-flow-control mode on
+ priority-flow-control mode off
)"},
            {"sonic", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:HundredGigE0/0/0/1\", b: \"spine1:Ethernet4\"}\n",
        .flagged = "priority-flow-control mode off"},
};

struct End {
    PortId id;
    const Device* device;
    const Port* port;
    PrioritySet paused;
};

// The priorities of the classes that exist on devices of this role.
PrioritySet existing_at(const ClassModel& classes, const Device& device)
{
    PrioritySet existing;
    for (const RdmaClass& rdma_class : classes.classes) {
        if (ClassModel::applies_to(rdma_class, device.role.value_or(Role::unknown)))
            existing.insert(rdma_class.priority);
    }
    return existing;
}

// Priorities that must be lossless on the link, that `end` does not pause, and whose class it does not carry
// in another priority.
PrioritySet lacking_at(const LinkContext& context, const End& end, PrioritySet required)
{
    PrioritySet lacking = required - end.paused;
    for (const Priority priority : lacking) {
        if (!displaced_to(context.classes, *end.device, *end.port, priority).empty())
            lacking.erase(priority);
    }
    return lacking;
}

void report_lacking(LinkContext& context, const End& end, const End& other, PrioritySet lacking)
{
    Diagnosis diagnosis{.at = end.device->place(end.port->pfc_tx.origin, end.port),
        .message
        = fmt::format("{} does not pause priority {} but {} at the other end does: the link loses RDMA "
                      "packets in one direction as if PFC were off",
            context.port_label(end.id),
            to_string(lacking),
            context.port_label(other.id)),
        .related
        = {{place_of(*other.device, other.port->pfc_tx, lacking, other.port),
               fmt::format("{} pauses priority {}", context.port_label(other.id), to_string(other.paused))},
            {context.link().at, "the link"}},
        .fix
        = fmt::format("Turn PFC on for priority {} on {}.", to_string(lacking), context.port_label(end.id)),
        .changes = {{.port = end.id,
            .property = Property::pfc,
            .value = PriorityDelta{.add = lacking, .remove = {}}}}};
    for (const Priority priority : lacking)
        diagnosis.blame(end.id, Property::pfc, priority);
    context.report(std::move(diagnosis));
}

// A priority that only one end pauses and that no RDMA uses here does no harm yet.
void report_surplus(LinkContext& context, const End& end, const End& other, PrioritySet required)
{
    // A priority that the policy requires at this end is not a surplus, even if the class does not exist at
    // the other end.
    PrioritySet surplus = end.paused - other.paused - required - context.analysis.required_priorities(end.id);
    // PFC002 reports priorities without a class on a switch; a class that this host happens not to use is not
    // a surplus.
    if (end.device->kind == DeviceKind::network_switch && !context.classes.classes.empty())
        surplus = surplus & context.classes.lossless();
    if (other.device->kind == DeviceKind::host)
        surplus = surplus - context.classes.lossless();
    if (surplus.empty() || end.device->tunnel_remap)
        return;
    for (const Priority priority : required)
        surplus = surplus - displaced_to(context.classes, *end.device, *end.port, priority);
    if (surplus.empty())
        return;
    Diagnosis diagnosis{.severity = Severity::info,
        .at = place_of(*end.device, end.port->pfc_tx, surplus, end.port),
        .message = fmt::format("{} pauses priority {} but {} at the other end does not: no RDMA class uses "
                               "it, so nothing is lost today",
            context.port_label(end.id),
            to_string(surplus),
            context.port_label(other.id)),
        .related = {{other.device->place(other.port->pfc_tx.origin, other.port),
            fmt::format("{} pauses priority {}", context.port_label(other.id), to_string(other.paused))}}};
    for (const Priority priority : surplus)
        diagnosis.blame(end.id, Property::pfc, priority);
    context.report(std::move(diagnosis));
}

void check(LinkContext& context)
{
    const Link& link = context.link();
    if (!context.analysis.is_roce(link.a) || !context.analysis.is_roce(link.b))
        return;
    End ends[2] = {{link.a, &context.fabric.device(link.a), &context.fabric.port(link.a), {}},
        {link.b, &context.fabric.device(link.b), &context.fabric.port(link.b), {}}};
    for (End& end : ends) {
        if (context.need(end.id, end.port->pfc_tx, "PFC") == nullptr
            || context.need(end.id, end.port->pfc_rx, "PFC") == nullptr)
            return;
        end.paused = paused_priorities(*end.port);
    }
    if (ends[0].paused == ends[1].paused)
        return;
    const PrioritySet required
        = (context.analysis.required_priorities(link.a) | context.analysis.required_priorities(link.b))
        & existing_at(context.classes, *ends[0].device) & existing_at(context.classes, *ends[1].device);
    for (const auto& [end, other] : {std::pair(&ends[0], &ends[1]), std::pair(&ends[1], &ends[0])}) {
        const PrioritySet lacking = lacking_at(context, *end, required & other->paused);
        if (!lacking.empty())
            report_lacking(context, *end, *other, lacking);
        else
            report_surplus(context, *end, *other, required);
    }
}

}

extern const Rule rule = {
    .code = "PFC004",
    .name = "pfc-mismatch-across-link",
    .severity = Severity::error,
    .other_severities = {{{Severity::info, "for a priority that no RDMA class uses"}}},
    .scope = Scope::link,
    .summary = "The two ends of a RoCE link do not pause the same priorities.",
    .why = "PFC works hop by hop: pause that the other end does not obey cannot stop it, and an "
           "end that never sends pause lets its own buffer overflow. The class is lossless only "
           "where both ends treat it so.",
    .source = "IEEE 802.1Q-2022 clause 36; Nokia SR Linux 25.10, Quality of Service, priority-based flow "
              "control; Cisco NX-API, Configuring Priority Flow Control",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix
    = "Give the deviating end the PFC set of the class model. On hosts with mlx5 NICs this toggles the link.",
    .witness = Witness::pause,
    .check_link = check,
};

}
