// SPDX-License-Identifier: Apache-2.0
#include "analysis/rdma_queue.h"
#include "models/fabric/classify.h"
#include "rules/buf/bound_buffers.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <span>

namespace rocelint::rules::buf019 {
namespace {

constexpr Example examples[] = {
    {.title = "Best-effort packets arrive in a priority group without a buffer profile",
        .files = {{{"sonic", "leaf1", R"({"BUFFER_PG": {"Ethernet0|0": {"profile": null}}})"}}},
        .flagged = R"("Ethernet0|0": {})"},
    {.title = "The group that the map takes CNPs to has no row",
        .files = {{{"sonic",
            "leaf1",
            R"({"TC_TO_PRIORITY_GROUP_MAP": {"AZURE": {"6": "6"}},
 "BUFFER_PG": {"Ethernet4|6": {"profile": "ingress_lossy_profile"}}})"}}},
        .flagged = R"("BUFFER_PG": {)"},
    {.title = "The queue of CNPs has no buffer profile",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_QUEUE": {"Ethernet0|4-7": null, "Ethernet0|4-5": {"profile": "egress_lossy_profile"}}})"}}},
        .flagged = R"("BUFFER_QUEUE": {)"},
    {.title = "Every group and queue that a code point leads to has a buffer profile",
        .files = {{{"sonic", "leaf1", ""}}}},
};

// The code points of RDMA classes that no pause protects here, and of CNPs: those for which a gap in the maps
// matters.
DscpSet wanted_points(const PortContext& context)
{
    DscpSet points;
    for (const RdmaClass& rdma_class : context.classes.classes) {
        if (context.carried().has(rdma_class.priority)
            && !context.analysis.is_lossless_at(rdma_class, context.id))
            points = points | rdma_class.dscps;
    }
    if (context.classes.cnp.dscp)
        points.insert(*context.classes.cnp.dscp);
    return points;
}

// Reports "not checked" for relevant code points for which the maps do not say where they lead: the result
// would be incomplete without them.
const DscpUses& find_uses(PortContext& context)
{
    const Device& device = context.device();
    const Port& port = context.port();
    for (const Dscp dscp : wanted_points(context)) {
        const Treatment treatment = forward_dscp(device, port, dscp);
        const Setting<std::uint8_t> group
            = treatment.tc.peek_known() ? group_of_tc(device, port, treatment.tc.value) : treatment.tc;
        if (port.groups_visible && !group.peek_known())
            (void)context.need(context.id, group, fmt::format("the priority group of DSCP {}", dscp));
        if (!treatment.queue.peek_known())
            (void)context.need(context.id, treatment.queue, fmt::format("the queue of DSCP {}", dscp));
    }
    return context.facts().dscp_uses(port);
}

// Packets in the group are paused, or should be: PFC011 checks its headroom.
bool is_group_of_pause(const PortContext& context, std::uint8_t number)
{
    const Setting<PrioritySet>& sent = context.port().pfc_tx;
    const PrioritySet priorities = (sent.peek_known() ? sent.value : PrioritySet{}) | context.required();
    return std::ranges::any_of(PrioritySet::all(), [&](Priority priority) {
        return priorities.has(priority)
            && group_of_priority(context.device(), context.port(), priority).is(number);
    });
}

// The queues of classes that pause protects from loss: BUF005 checks their buffers.
std::bitset<DscpUses::most_numbers> lossless_queues(const PortContext& context)
{
    const PrioritySet required = context.required();
    std::bitset<DscpUses::most_numbers> queues;
    for (const RdmaClass& rdma_class : context.classes.classes) {
        if (!required.has(rdma_class.priority))
            continue;
        const Setting<std::uint8_t> number = context.facts().rdma_queue(context.port(), rdma_class).number;
        if (number.known() && number.value < queues.size())
            queues.set(number.value);
    }
    return queues;
}

// "CNPs (DSCP 48)", "DSCP 0-9": the affected packets, in a few words.
std::string name_points(const PortContext& context, const DscpSet& points)
{
    const auto cnp = context.classes.cnp.dscp;
    const DscpSet rdma = points & context.classes.dscps();
    if (!rdma.empty())
        return fmt::format("RDMA (DSCP {})", to_string(rdma));
    if (cnp && points.has(*cnp))
        return fmt::format("CNPs (DSCP {})", *cnp);
    return fmt::format("DSCP {}", to_string(points));
}

// Why a missing profile proves nothing; empty if it does. Daemons skip ports that are not known to be
// connected; only evidence from outside makes that a fault.
template <class Part>
std::string excuse(const PortContext& context,
    std::span<const Part> all,
    std::span<const Part> of_port,
    std::string_view what)
{
    if (!binds_any(all))
        return fmt::format(
            "no {} of the device binds a buffer profile: what configures them is not visible", what);
    const EvidenceKind evidence = context.judgement().evidence;
    const bool own = evidence == EvidenceKind::own_configuration || evidence == EvidenceKind::own_marking;
    if (own && std::ranges::none_of(of_port, [](const Part& part) { return is_bound(part.buffer); }))
        return fmt::format(
            "no {} of the port binds a buffer profile, as on a port with nothing connected", what);
    return {};
}

void report(PortContext& context,
    std::string_view part,
    std::uint8_t number,
    const Setting<Ref>& buffer,
    const DscpSet& points,
    Property property)
{
    context.report({.at = context.place(buffer.origin),
        .message = fmt::format(
            "{} {} of {} carries {} but has no buffer profile: no memory is reserved for it and no share "
            "of a pool is configured, so its packets are dropped first",
            part,
            number,
            context.port_label(context.id),
            name_points(context, points)),
        .subjects = {context.subject(property, number)},
        .fix
        = fmt::format("Bind a lossy buffer profile to {} {} of {}, or map its classes to one that has one.",
            part,
            number,
            context.port().name)});
}

void check_groups(PortContext& context, const DscpUses& uses)
{
    const Device& device = context.device();
    for (const PriorityGroup& group : device.groups_of(context.port())) {
        if (group.number >= DscpUses::most_numbers || uses.groups[group.number].empty()
            || is_group_of_pause(context, group.number)
            || context.need(context.id, group.buffer, "the buffer of a priority group") == nullptr
            || is_bound(group.buffer))
            continue;
        const std::string why = excuse<PriorityGroup>(
            context, device.groups, device.groups_of(context.port()), "lossy priority group");
        if (!why.empty())
            return context.not_checked(context.id, why);
        report(context,
            "priority group",
            group.number,
            group.buffer,
            uses.groups[group.number],
            Property::reserve);
    }
}

void check_queues(PortContext& context, const DscpUses& uses)
{
    const Device& device = context.device();
    const auto lossless = lossless_queues(context);
    for (const Queue& queue : device.queues_of(context.port())) {
        if (queue.number >= DscpUses::most_numbers || uses.queues[queue.number].empty()
            || lossless.test(queue.number)
            || context.need(context.id, queue.buffer, "the buffer of a queue") == nullptr
            || is_bound(queue.buffer))
            continue;
        const std::string why
            = excuse<Queue>(context, device.queues, device.queues_of(context.port()), "queue");
        if (!why.empty())
            return context.not_checked(context.id, why);
        report(context,
            "queue",
            queue.number,
            queue.buffer,
            uses.queues[queue.number],
            Property::buffer_threshold);
    }
}

void check(PortContext& context)
{
    const Port& port = context.port();
    if (!context.on_switch() || !context.is_roce() || port.kind != PortKind::physical)
        return;
    if (!port.groups_visible && !port.queues_visible)
        return context.not_checked(context.id, "priority groups are not visible here");
    const DscpUses& uses = find_uses(context);
    if (port.groups_visible)
        check_groups(context, uses);
    if (port.queues_visible)
        check_queues(context, uses);
}

}

extern const Rule rule = {
    .code = "BUF019",
    .name = "class-without-buffer",
    .severity = Severity::warning,
    .scope = Scope::port,
    .summary = "A code point leads to a priority group or queue that has no buffer profile.",
    .why
    = "A map only says which group accounts for a packet and which queue it leaves by; the buffer "
      "profile says how much memory they may use. Without one nothing is reserved and the hardware's own "
      "limits apply, which differ from chip to chip and may be zero. CNPs, routing protocols and RDMA "
      "without PFC that lead there are dropped in the first burst. Where pause protects the class from "
      "loss, PFC011 and BUF005 report it.",
    .source
    = "sonic-buildimage pull request 11157 (a lossy profile has to be bound to each group that the map leads to) and "
      "files/build_templates/buffers_config.j2; SONiC doc/qos/reclaim-reserved-buffer.md (without a row "
      "nothing is reserved)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Bind a lossy profile to the group or queue, or map the class to one that has a profile.",
    .check_port = check,
};

}
