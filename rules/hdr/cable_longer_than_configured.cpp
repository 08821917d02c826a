// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/lossless_headroom.h"
#include "models/fabric/classify.h"
#include "rules/hdr/length_class.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::hdr002 {
namespace {

constexpr std::string_view far_end = R"({"CABLE_LENGTH": {"AZURE": {"Ethernet4": "300m"}},
 "BUFFER_PG": {"Ethernet4|3": {"profile": "pg_lossless_100000_300m_profile"}},
 "BUFFER_PROFILE": {"pg_lossless_100000_300m_profile": {"pool": "ingress_lossless_pool", "xon": "19456",
  "xoff": "117760", "size": "137216", "dynamic_th": "0"}}})";

constexpr Example examples[] = {
    {.title = "A cable of 300 m with headroom for 40 m at one end",
        .files = {{{"sonic", "leaf1", ""}, {"sonic", "leaf2", far_end}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet4\", b: \"leaf2:Ethernet4\", cable_m: 300}\n",
        .flagged = R"("Ethernet4": "40m")"},
    {.title = "A cable of 300 m with headroom for 300 m at both ends",
        .files = {{{"sonic", "leaf1", far_end}, {"sonic", "leaf2", far_end}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet4\", b: \"leaf2:Ethernet4\", cable_m: 300}\n"},
    {.title = "The profile assumes 50 m, and the cable has 300 m",
        .files = {{{"junos", "leaf1", ""},
            {"junos", "leaf2", "-                cable-length 50;\n+                cable-length 300;\n"}}},
        .topology = "links:\n  - {a: \"leaf1:et-0/0/1\", b: \"leaf2:et-0/0/1\", cable_m: 300}\n",
        .flagged = "cable-length 50;"},
    {.title = "Both profiles assume the cable's length",
        .files = {{{"junos", "leaf1", ""}, {"junos", "leaf2", ""}}},
        .topology = "links:\n  - {a: \"leaf1:et-0/0/1\", b: \"leaf2:et-0/0/1\", cable_m: 50}\n"},
    {.title = "The port is configured for 40 m, the plan says 100 m",
        .files = {{{"sample-nos", "leaf1", ""}, {"sample-nos", "leaf2", R"(@ p2:
-    cable: 40m
+    cable: 100m
)"}}},
        .topology = "links:\n  - {a: \"leaf1:p2\", b: \"leaf2:p2\", cable_m: 100}\n",
        .flagged = "cable: 40m"},
    {.title = "0 m says that nothing is connected, but the plan has a cable",
        .files
        = {{{"sonic",
                "leaf1",
                R"({"CABLE_LENGTH": {"AZURE": {"Ethernet4": "0m"}}, "BUFFER_PG": {"Ethernet4|3": null}})"},
            {"sonic", "leaf2", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet4\", b: \"leaf2:Ethernet4\", cable_m: 40}\n",
        .flagged = R"("Ethernet4": "0m")"},
    {.title = "0 m says that nothing is connected, but the plan has a host, of which no file was collected",
        .files = {{{"sonic",
            "leaf1",
            R"({"CABLE_LENGTH": {"AZURE": {"Ethernet4": "0m"}}, "BUFFER_PG": {"Ethernet4|3": null}})"}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet4\", b: \"gpu9:eth0\", cable_m: 5}\n",
        .flagged = R"("Ethernet4": "0m")"},
    {.title = "A lossless port without a length gets no headroom",
        .files = {{{"sonic",
            "leaf1",
            R"({"CABLE_LENGTH": {"AZURE": {"Ethernet4": null}}, "BUFFER_PG": {"Ethernet4|3": null}})"}}},
        .flagged = R"("pfc_enable": "3")"},
    {.title = "The port is configured for the planned length",
        .files = {{{"sample-nos", "leaf1", ""}, {"sample-nos", "leaf2", ""}}},
        .topology = "links:\n  - {a: \"leaf1:p2\", b: \"leaf2:p2\", cable_m: 40}\n"},
    {.title
        = "The no-drop class has no buffers of its own, and the cable is longer than those of the platform are for",
        .files = {{{"nxos", "leaf1", ""}, {"sonic", "leaf2", far_end}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet1/2\", b: \"leaf2:Ethernet4\", cable_m: 300}\n",
        .flagged = "interface Ethernet1/2"},
    {.title = "The cable is one that the buffers of the platform are for",
        .files = {{{"nxos", "leaf1", ""}, {"nxos", "leaf2", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet1/2\", b: \"leaf2:Ethernet1/2\", cable_m: 30}\n"},
    {.title = "The switch assumes 40 m, and the cable has 300 m",
        .files = {{{"nvue", "leaf1", ""},
            {"nvue", "leaf2", "-nv set qos roce cable-length 40\n+nv set qos roce cable-length 300\n"}}},
        .topology = "links:\n  - {a: \"leaf1:swp2\", b: \"leaf2:swp2\", cable_m: 300}\n",
        .flagged = "nv set qos roce cable-length 40"},
    {.title = "The port assumes 40 m, and the cable has 300 m",
        .files = {{{"sonic-cli", "leaf1", ""}, {"sonic-cli", "leaf2", R"(@ interface Eth1/2
- cable-length 40m
+ cable-length 300m
)"}}},
        .topology = "links:\n  - {a: \"leaf1:Eth1/2\", b: \"leaf2:Eth1/2\", cable_m: 300}\n",
        .flagged = "cable-length 40m"},
    {.title = "A cable of 300 m, and one end has headroom for 50 m",
        .files = {{{"aoscx", "leaf1", ""}, {"aoscx", "leaf2", R"(@ interface 1/1/2
-    flow-control buffer cable-length 50
+    flow-control buffer cable-length 300
)"}}},
        .topology = "links:\n  - {a: \"leaf1:1/1/2\", b: \"leaf2:1/1/2\", cable_m: 300}\n",
        .flagged = "cable-length 50"},
};

// The entry of the topology, LLDP or the device's own table that says what is connected to the port, if the
// neighbor was not collected; otherwise null.
const OpenEnd* open_end(const PortContext& context)
{
    for (const OpenEnd& end : context.fabric.open_ends) {
        if (end.port == context.id)
            return &end;
    }
    return nullptr;
}

// 0 m means that nothing is connected: daemons then create no headroom.
void check_nothing_connected(PortContext& context)
{
    const Port& port = context.port();
    const CableLength real = real_cable(context.fabric, context.id);
    const auto peer = context.fabric.peer(context.id);
    const OpenEnd* open = peer ? nullptr : open_end(context);
    if (!real.known() && !peer && open == nullptr)
        return context.not_checked(context.id,
            "0 m of cable are configured, which is right where nothing is connected, and no topology "
            "states what is connected");
    Diagnosis diagnosis{.at = context.place(port.cable_length.origin),
        .message
        = fmt::format("{} is configured for 0 m of cable, as if nothing were connected, but {}: the switch "
                      "reserves no headroom for it, and packets that arrive after the pause are dropped",
            context.port_label(context.id),
            real.known() ? fmt::format("has {}", describe(real))
                : peer   ? fmt::format("leads to {}", context.port_label(*peer))
                         : fmt::format("leads to {}", open->neighbour)),
        .subjects = {context.subject(Property::headroom)},
        .fix = fmt::format("Set the cable length of {} to that of its cable.", port.name)};
    if (open != nullptr && open->at.somewhere())
        diagnosis.show(open->at, "this states what is connected");
    if (real.known())
        diagnosis.show(real.at, "the length of the cable");
    if (real.known()) {
        if (const auto length = length_class(context.device(), port, real.length))
            diagnosis.changes.push_back(context.change(Property::cable_length, *length));
    }
    context.report(std::move(diagnosis));
}

// Whether the device omits the headroom of a paused priority because the port has no length.
bool is_left_without_headroom(const PortContext& context)
{
    const Device& device = context.device();
    const Port& port = context.port();
    if (!device.headroom.dynamic.is(false) || !port.groups_visible)
        return false;
    return std::ranges::any_of(port.pfc_tx.value_or({}), [&](Priority priority) {
        const Setting<std::uint8_t> number = group_of_priority(device, port, priority);
        const PriorityGroup* group = number.known() ? device.group(port, number.value) : nullptr;
        return group != nullptr && group->lossless.is(false)
            && group->lossless.origin.kind() == OriginKind::derived;
    });
}

void check_without_length(PortContext& context)
{
    if (!is_left_without_headroom(context))
        return;
    const Port& port = context.port();
    context.report({.severity = Severity::warning,
        .at = context.place(port.pfc_tx.origin),
        .message = fmt::format(
            "{} pauses priority {} but has no cable length: the switch looks up headroom by length and "
            "reserves none, so packets that arrive after the pause are dropped",
            context.port_label(context.id),
            to_string(port.pfc_tx.value)),
        .subjects = {context.subject(Property::headroom)},
        .fix = fmt::format("Set the cable length of {} to that of its cable.", port.name)});
}

void check(PortContext& context)
{
    const Port& port = context.port();
    if (!pauses_rdma(context.analysis, context.id))
        return;
    if (!port.cable_length.known())
        return check_without_length(context);
    if (port.cable_length.value.count == 0)
        return check_nothing_connected(context);
    const CableLength real = real_cable(context.fabric, context.id);
    if (!real.known())
        return context.not_checked(context.id,
            "neither the topology (cable_m) nor the cable itself says how long the cable is",
            "state `cable_m` in topology.yaml");
    if (real.length <= port.cable_length.value)
        return;
    const bool by_default = port.cable_length.origin.kind() == OriginKind::default_;
    Diagnosis diagnosis{.at = context.place(port.cable_length.origin),
        .message = fmt::format("{} is {} {} m of cable but has {}: its headroom ends before the peer's last "
                               "packets arrive, and they are dropped",
            context.port_label(context.id),
            by_default ? "by default set up for" : "configured for",
            port.cable_length.value.count,
            describe(real)),
        .subjects = {context.subject(Property::headroom)},
        .related = {{real.at, "the length of the cable"}},
        .fix = port.groups_visible || !by_default
            ? fmt::format("Set the cable length of {} to {} m or more.", port.name, real.length.count)
            : fmt::format(
                "State buffers of the lossless class that are enough for {} m.", real.length.count)};
    if (const auto length = length_class(context.device(), port, real.length))
        diagnosis.changes.push_back(context.change(Property::cable_length, *length));
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "HDR002",
    .name = "cable-longer-than-configured",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning,
        "where the port has no cable length and the switch reserves no headroom without one"}}},
    .scope = Scope::port,
    .summary = "A lossless port is configured for a shorter cable than it has, or for none.",
    .why
    = "Headroom is worked out from the configured cable length: each metre holds 1.25 bytes for every "
      "Gb/s, counted both ways. On a longer cable more packets arrive after the pause than the headroom "
      "holds. The configured length is compared only with a length that the topology or the cable itself "
      "states. 0 m means a port with nothing connected: daemons reserve no headroom there, nor for a port "
      "without a length in a static buffer model.",
    .source
    = "sonic-swss cfgmgr/buffermgr.cpp and buffer_headroom_mellanox.lua (headroom by cable length); "
      "Cumulus Linux 5 user guide, Quality of Service (cable-length); sonic-swss pull request 3548 (0m)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Configure the shortest length that the switch has headroom for and that covers the cable. Where "
           "it has none, correct this by hand.",
    .witness = Witness::headroom,
    .check_port = check,
};

}
