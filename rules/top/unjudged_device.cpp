// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

namespace rocelint::rules::top014 {
namespace {

constexpr Example examples[] = {
    {.title = "No line states the mode of PFC, so DCBX decides and no configuration shows what it decides",
        .files = {{{"nxos", "leaf1", R"(@ interface Ethernet1/1
-  priority-flow-control mode on
@ interface Ethernet1/2
-  priority-flow-control mode on
)"}}},
        .flagged = "hostname leaf1"},
    {.title = "Both ports state that PFC is on", .files = {{{"nxos", "leaf1", ""}}}},
};

// Whether the port could be judged at all: physical and up.
bool is_live(const Port& port)
{
    return port.kind == PortKind::physical && !port.admin_up.is(false) && !port.link_up.is(false);
}

// The device's ports on which RDMA is intended; nullopt if any port was judged.
std::optional<std::vector<std::uint32_t>> meant_unjudged(const DeviceContext& context)
{
    std::vector<std::uint32_t> meant;
    for (std::uint32_t port = 0; port < context.device().ports.size(); ++port) {
        const PortId id{context.index, port};
        if (context.device().ports[port].kind != PortKind::physical)
            continue;
        if (context.analysis.was_judged(id))
            return std::nullopt;
        // A class may apply only to other roles.
        const bool carries = context.classes.classes.empty() || !context.analysis.carried_classes(id).empty();
        if (context.analysis.is_roce(id) && carries && is_live(context.device().ports[port]))
            meant.push_back(port);
    }
    return meant;
}

std::string reason_of(const DeviceContext& context, const Port& port)
{
    const Setting<PrioritySet>& pfc = port.pfc_tx.peek_known() ? port.pfc_rx : port.pfc_tx;
    if (!pfc.peek_known())
        return reason_of_unread(fmt::format("PFC of {}", port.name), context.device(), pfc.origin);
    return "no device that was read shows which class should be lossless";
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    if (device.kind != DeviceKind::network_switch || device.ports.empty())
        return;
    const auto meant = meant_unjudged(context);
    if (!meant || meant->empty())
        return;
    const bool is_stated = !context.classes.assumed;
    const Port& port = device.ports[meant->front()];
    // A line that refers to an undefined name is the cause, and is an error itself (SYN005).
    if (device.names_undefined && !device.fragment
        && device.origins.look_up(port.pfc_tx.origin).via.somewhere() && !port.pfc_tx.peek_known())
        return;
    const Judgement& judgement = context.analysis.judgement({context.index, meant->front()});
    const Setting<PrioritySet>& pfc = port.pfc_tx.peek_known() ? port.pfc_rx : port.pfc_tx;
    const Span line = device.origins.span(pfc.origin);
    const Span at = judgement.evidence == EvidenceKind::port_sign ? judgement.at
        : !pfc.peek_known() && line.somewhere()                   ? line
                                                                  : device.place({});
    context.report({.at = at,
        .message = fmt::format("no port of {} was judged, although {}: {}",
            device.name,
            is_stated ? "a policy states the RDMA classes" : "it is meant to carry RDMA",
            reason_of(context, port)),
        .subjects = {context.subject(Property::pfc)},
        .related = {{judgement.at,
            fmt::format(
                "{} is considered an RDMA port: {}", port.name, describe(judgement, context.fabric))}},
        .fix = is_stated
            ? "State PFC on its ports, collect what shows it, or leave the device out of `scope` in rocelint.yaml."
            : "Complete the lossless class, or state in rocelint.yaml which classes carry RDMA."});
}

}

extern const Rule rule = {
    .code = "TOP014",
    .name = "unjudged-device",
    .severity = Severity::error,
    .without_policy = Severity::warning,
    .scope = Scope::device,
    .summary = "A switch is meant to carry RDMA, but none of its ports could be judged.",
    .why = "Where PFC of every port is unread, or a switch has half of a lossless class that nothing puts "
           "into effect, every other rule ends silently because it lacks the values that it needs. A report "
           "without findings would then be mistaken for a healthy switch. It is an error where a policy "
           "states the classes, and a warning where only the switch itself shows that it is meant to carry "
           "RDMA.",
    .source
    = "docs/adr/0005-evidence-decides.md; docs/architecture.md: what is not read is unread, and never an \"ok\"",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Complete the class that is only half there, state PFC on the ports, or collect the files that "
           "show it. Leave a switch that carries no RDMA out of `scope` in rocelint.yaml.",
    .yields = true,
    .check_device = check,
};

}
