// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::pfc021 {
namespace {

constexpr Example examples[] = {
    {.title = "A port obeys pause for every priority, although it sends it for one",
        .files = {{{"sonic", "leaf1", R"({"PORT": {"Ethernet0": {"pfc_asym": "on"}}})"}}},
        .flagged = R"("pfc_asym": "on")"},
    {.title = "Ports obey pause for the priorities that they send it for",
        .files = {{{"sonic", "leaf1", ""}}}},
};

void check(PortContext& context)
{
    const Port& port = context.port();
    if (!context.on_switch() || !context.is_roce() || port.kind != PortKind::physical
        || !port.pfc_asymmetric.is(true)
        || context.need(context.id, port.pfc_tx, "the PFC that the port sends") == nullptr)
        return;
    const auto peer = context.fabric.peer(context.id);
    const Setting<PrioritySet>* theirs = peer ? &context.fabric.port(*peer).pfc_tx : nullptr;
    const PrioritySet surplus
        = theirs != nullptr && theirs->peek_known() ? theirs->value - port.pfc_tx.value : PrioritySet{};
    const std::string ours = port.pfc_tx.value.empty()
        ? std::string("sends none")
        : fmt::format("sends it only for {}", to_string(port.pfc_tx.value));
    Diagnosis diagnosis{.severity = surplus.empty() ? Severity::info : Severity::warning,
        .at = context.place(port.pfc_asymmetric.origin),
        .message = surplus.empty()
            ? fmt::format(
                "asymmetric PFC makes {} obey pause for every priority, although it {}: a neighbour that "
                "goes wrong can stop the queues of CNPs and routing protocols as well",
                context.port_label(context.id),
                ours)
            : fmt::format(
                "asymmetric PFC makes {} obey the pause that {} sends for priority {}, although it {}: "
                "lossy queues stop, too, and drop what waits in them",
                context.port_label(context.id),
                context.port_label(*peer),
                to_string(surplus),
                ours),
        .subjects = {context.subject(Property::pfc)},
        .fix = fmt::format(
            "Turn asymmetric PFC off on {}, unless its neighbour can only pause all priorities.", port.name)};
    if (!surplus.empty())
        diagnosis.show(context.fabric.device(*peer).place(theirs->origin, &context.fabric.port(*peer)),
            "the neighbour's PFC");
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "PFC021",
    .name = "asymmetric-pfc",
    .severity = Severity::warning,
    .other_severities = {{{Severity::info, "where the neighbour is not known to send pause for more"}}},
    .scope = Scope::port,
    .summary = "A RoCE port obeys pause for priorities that are not lossless.",
    .why
    = "With asymmetric PFC a port obeys received pause for all eight priorities and sends it only for "
      "the lossless ones. It is meant for servers that do not distinguish priorities. Everywhere else one "
      "misbehaving neighbour then stops CNPs and routing protocols along with RDMA, and lossy queues "
      "that stand still drop packets.",
    .source = "SONiC wiki, Asymmetric PFC High Level Design, revision 0.1, section 1.1; sonic-swss "
              "orchagent/port/portsorch and tests/test_pfc.py (all eight bits on receive)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Turn asymmetric PFC off where the neighbour pauses the lossless priorities alone.",
    .check_port = check,
};

}
