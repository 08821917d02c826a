// SPDX-License-Identifier: Apache-2.0
#include "rules/remap_priorities.h"

#include <fmt/format.h>

namespace rocelint::rules::pfc018 {
namespace {

constexpr Parameter parameters[] = {remap_priorities_parameter};

constexpr std::string_view dual_tor = R"({
 "SYSTEM_DEFAULTS": {"tunnel_qos_remap": {"status": "enabled"}},
 "DEVICE_METADATA": {"localhost": {"subtype": "DualToR"}},
 "TC_TO_PRIORITY_GROUP_MAP": {"AZURE": {"2": "2", "6": "6", "7": "0"}},
 "DSCP_TO_TC_MAP": {"AZURE": {"48": "7"}},
 "PORT_QOS_MAP": {"Ethernet4": {"pfc_enable": "2,3,6"}},
 "QUEUE": {"Ethernet0|7": {"scheduler": "scheduler.2"}, "Ethernet4|7": {"scheduler": "scheduler.2"},
           "Ethernet4|2": {"wred_profile": "AZURE_LOSSLESS"}, "Ethernet4|6": {"wred_profile": "AZURE_LOSSLESS"}},
 "BUFFER_PG": {"Ethernet4|2": {"profile": "pg_lossless_100000_40m_profile"},
               "Ethernet4|6": {"profile": "pg_lossless_100000_40m_profile"}}})";

constexpr std::string_view half_dual_tor = R"({
 "SYSTEM_DEFAULTS": {"tunnel_qos_remap": {"status": "enabled"}},
 "DEVICE_METADATA": {"localhost": {"subtype": "DualToR"}},
 "TC_TO_PRIORITY_GROUP_MAP": {"AZURE": {"2": "2", "6": "6", "7": "0"}},
 "DSCP_TO_TC_MAP": {"AZURE": {"48": "7"}},
 "PORT_QOS_MAP": {"Ethernet4": {"pfc_enable": "2,3"}},
 "QUEUE": {"Ethernet0|7": {"scheduler": "scheduler.2"}, "Ethernet4|7": {"scheduler": "scheduler.2"},
           "Ethernet4|2": {"wred_profile": "AZURE_LOSSLESS"}},
 "BUFFER_PG": {"Ethernet4|2": {"profile": "pg_lossless_100000_40m_profile"}}})";

constexpr Example examples[] = {
    {.title = "Of the two priorities for remapped tunnel traffic only one is paused",
        .files = {{{"sonic", "leaf1", half_dual_tor}}},
        .flagged = R"("pfc_enable": "2,3")"},
    {.title = "Both are paused, and the watchdog watches only the real class",
        .files = {{{"sonic", "leaf1", dual_tor}}}},
};

void check(PortContext& context)
{
    const Port& port = context.port();
    if (!context.device().tunnel_remap || port.kind != PortKind::physical || !context.is_roce()
        || !port.pfc_tx.known())
        return;
    const PrioritySet further = remap_priorities(context);
    PrioritySet missing = further - port.pfc_tx.value;
    // Ports without the extra queues pause none of the remapped priorities.
    if (missing == further)
        return;
    // A bound map without an entry gives the priority no group; without a map the numbers are the same.
    const ClassMap* groups = context.device().map(port.priority_to_priority_group);
    for (const Priority priority : groups != nullptr ? further : PrioritySet{}) {
        if (groups->at_point(priority) == ClassMap::unmapped)
            missing.insert(priority);
    }
    if (missing.empty())
        return;
    Diagnosis diagnosis{.at = context.place(port.pfc_tx.origin),
        .message
        = fmt::format("{} takes part in tunnel remapping but priority {} has no PFC or no priority group: "
                      "traffic that the tunnel moves there is not lossless",
            context.port_label(context.id),
            to_string(missing)),
        .subjects = context.subjects(Property::pfc, missing),
        .fix = fmt::format("Turn PFC on for priority {} on {}.", to_string(missing), port.name)};
    if ((missing & port.pfc_tx.value).empty())
        diagnosis.changes.push_back(
            context.change(Property::pfc, PriorityDelta{.add = missing, .remove = {}}));
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "PFC018",
    .name = "partial-tunnel-remap",
    .severity = Severity::info,
    .scope = Scope::port,
    .summary = "A port that remaps tunnelled traffic pauses only some of the additional lossless "
               "priorities.",
    .why = "Where two top-of-rack switches tunnel to each other, bounced lossless traffic moves to "
           "additional priorities so that its pause cannot close a ring with that of direct traffic. "
           "Each of them needs PFC and a priority group, or the detour drops packets.",
    .source = "sonic-buildimage files/build_templates/qos_config.j2 (port_names_list_extra_queues: "
              "pfc_enable 2,3,4,6, pfc_to_pg_map AZURE_DUALTOR)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Complete the PFC set and bind the priority-group map that covers all of it.",
    .check_port = check,
};

}
