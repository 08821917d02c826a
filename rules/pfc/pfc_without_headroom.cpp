// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/paused_priorities.h"
#include "models/fabric/classify.h"
#include "models/fabric/member_places.h"
#include "models/fabric/target.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::pfc011 {
namespace {

constexpr Example examples[] = {
    {.title = "The priority group of priority 3 has a profile without headroom",
        .files
        = {{{"sonic", "leaf1", R"({"BUFFER_PG": {"Ethernet0|3": {"profile": "ingress_lossy_profile"}}})"}}},
        .flagged = R"("profile": "ingress_lossy_profile")"},
    {.title = "The group has a lossless profile", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "Without a row the switch makes the lossless profile itself",
        .files = {{{"sonic", "leaf1", R"({"BUFFER_PG": {"Ethernet0|3": null}})"}}}},
    {.title = "The device's lossless groups leave priority 3 out",
        .files = {{{"sample-nos", "leaf1", R"(-lossless: [3]
+lossless: []
)"}}},
        .flagged = "lossless: []"},
    {.title = "Group 3 is lossless", .files = {{{"sample-nos", "leaf1", ""}}}},
    {.title = "The paused forwarding class is not no-loss",
        .files = {{{"junos", "leaf1", R"(-        class NO-LOSS queue-num 3 no-loss pfc-priority 3;
+        class NO-LOSS queue-num 3 pfc-priority 3;
)"}}},
        .flagged = "class NO-LOSS queue-num 3 pfc-priority 3;"},
    {.title = "The paused forwarding class is no-loss", .files = {{{"junos", "leaf1", ""}}}},
    {.title = "The buffer of priority group 3 is lossy",
        .files = {{{"onyx",
            "leaf1",
            R"(-   interface ethernet 1/1-1/2 ingress-buffer iPort.pg3 map pool iPool1 type lossless reserved 67538 xoff 18432 xon 18432 shared alpha 2
+   interface ethernet 1/1 ingress-buffer iPort.pg3 map pool iPool0 type lossy reserved 10240 shared alpha 8
+   interface ethernet 1/2 ingress-buffer iPort.pg3 map pool iPool1 type lossless reserved 67538 xoff 18432 xon 18432 shared alpha 2
)"}}},
        .flagged = "iPort.pg3 map pool iPool0 type lossy"},
    {.title = "The buffer of priority group 3 is lossless", .files = {{{"onyx", "leaf1", ""}}}},
    {.title = "The lossless pool is for another priority",
        .files
        = {{{"aoscx", "leaf1", R"(-qos pool 1 lossless size 40 percent headroom 4096 kbytes priorities 3
+qos pool 1 lossless size 40 percent headroom 4096 kbytes priorities 4
)"}}},
        .flagged = "qos pool 1 lossless size 40 percent headroom 4096 kbytes priorities 4"},
    {.title = "The lossless pool is for priority 3", .files = {{{"aoscx", "leaf1", ""}}}},
};

// Daemons that create headroom skip ports that are not known to be connected; only evidence from outside
// makes that a fault.
bool is_left_out_by_design(const PortContext& context, const Setting<bool>& lossless)
{
    return lossless.origin.kind() == OriginKind::derived
        && (context.judgement().evidence == EvidenceKind::own_configuration
            || context.judgement().evidence == EvidenceKind::own_marking);
}

// PFC priorities whose groups one line leaves without headroom.
struct Unprotected {
    const PriorityGroup* group = nullptr; ///< of the first priority
    OriginId origin;
    PrioritySet priorities;
};

// The group of a PFC priority if it is known to have no headroom; else null.
const PriorityGroup* group_without_headroom(PortContext& context, Priority priority)
{
    const Device& device = context.device();
    const Port& port = context.port();
    const Setting<std::uint8_t> number = group_of_priority(device, port, priority);
    if (context.need(context.id, number, "the priority group of a PFC priority") == nullptr)
        return nullptr;
    const PriorityGroup* group = device.group(port, number.value);
    if (group == nullptr)
        return nullptr;
    const bool* lossless = context.need(context.id, group->lossless, "the headroom of a priority group");
    if (lossless == nullptr || *lossless || is_left_out_by_design(context, group->lossless))
        return nullptr;
    return group;
}

void report(PortContext& context, const Unprotected& found)
{
    const Device& device = context.device();
    const Port& port = context.port();
    // PFC on a priority that no class needs is to be removed (PFC002); nothing of RDMA is lost there.
    const bool loses_rdma = carries_rdma(context.analysis, context.id, found.priorities);
    Diagnosis diagnosis{.severity = loses_rdma ? std::nullopt : std::optional(Severity::warning),
        .at = context.place(found.origin),
        .message
        = fmt::format("{} has PFC on priority {}, but its priority group has no headroom: packets that "
                      "arrive after the pause was sent are dropped",
            context.port_label(context.id),
            to_string(found.priorities)),
        .related = {{place_of(context.device(), port.pfc_tx, found.priorities, &port), "PFC is on here"}},
        .fix = fmt::format("Bind a lossless profile to the priority group of priority {} on {}.",
            to_string(found.priorities),
            port.name),
        .changes
        = {context.change(Property::headroom, PriorityDelta{.add = found.priorities, .remove = {}})}};
    for (const Property property : {Property::headroom, Property::pfc}) {
        for (const Priority priority : found.priorities)
            diagnosis.subjects.push_back(context.subject(property, priority));
    }
    // A port that pauses such a priority in place of one that a class needs has one fault, which PFC001 and PFC004 name.
    if (!loses_rdma) {
        for (const Priority priority : context.required() - port.pfc_tx.value)
            diagnosis.subjects.push_back(context.subject(Property::pfc, priority));
    }
    if (const BufferProfile* profile = target_of(device.buffer_profiles, found.group->buffer))
        diagnosis.show(profile->at, "the profile without headroom");
    context.report(std::move(diagnosis));
}

void check(PortContext& context)
{
    const Port& port = context.port();
    if (!context.on_switch() || !context.is_roce() || port.kind != PortKind::physical || !port.pfc_tx.known()
        || port.pfc_tx.value.empty())
        return;
    if (!port.groups_visible)
        return context.not_checked(context.id, "priority groups are not visible here");
    Unprotected found;
    for (const Priority priority : port.pfc_tx.value) {
        const PriorityGroup* group = group_without_headroom(context, priority);
        if (group == nullptr)
            continue;
        const bool bound = group->buffer.known() && !group->buffer.value.none();
        const OriginId origin = bound ? group->buffer.origin : group->lossless.origin;
        if (found.group != nullptr && context.place(origin) != context.place(found.origin)) {
            report(context, found);
            found = {};
        }
        if (found.group == nullptr)
            found = {group, origin, {}};
        found.priorities.insert(priority);
    }
    if (found.group != nullptr)
        report(context, found);
}

}

extern const Rule rule = {
    .code = "PFC011",
    .name = "pfc-without-headroom",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning, "where no RDMA class needs the priority"}}},
    .scope = Scope::port,
    .summary = "A priority with PFC has a priority group without headroom.",
    .why = "Between the moment a switch sends pause and the moment the wire is quiet a cable's and a "
           "NIC's worth of packets still arrives. Headroom is where they go; without it the pause "
           "comes and the packets are dropped.",
    .source = "IEEE 802.1Q-2022 annex N; sonic-swss cfgmgr/buffermgr.cpp; sonic-buildimage "
              "device/*/pg_profile_lookup.ini",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Bind a profile with headroom for the port's speed and cable length to the priority group.",
    .check_port = check,
};

}
