// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/paused_priorities.h"
#include "models/fabric/member_places.h"
#include "rules/remap_priorities.h"

#include <fmt/format.h>

namespace rocelint::rules::wd009 {
namespace {

constexpr Parameter parameters[] = {remap_priorities_parameter};

constexpr Example examples[] = {
    {.title = "The watchdog watches a priority other than the paused one",
        .files = {{{"sonic", "leaf1", R"({"PORT_QOS_MAP": {"Ethernet0": {"pfcwd_sw_enable": "4"}}})"}}},
        .flagged = R"("pfcwd_sw_enable": "4")"},
    {.title = "Where tunnels are remapped the watchdog leaves out a priority that is not one of theirs",
        .files = {{{"sonic", "leaf1", R"({
 "SYSTEM_DEFAULTS": {"tunnel_qos_remap": {"status": "enabled"}},
 "PORT_QOS_MAP": {"Ethernet4": {"pfc_enable": "2,3,4,6", "pfcwd_sw_enable": "3"}}})"}}},
        .flagged = R"("pfcwd_sw_enable": "3")"},
    {.title = "The watchdog watches the paused priority", .files = {{{"sonic", "leaf1", ""}}}},
};

void check(PortContext& context)
{
    const Port& port = context.port();
    const PfcWatchdog& watchdog = port.watchdog;
    if (!context.on_switch() || context.judgement().verdict == Verdict::not_roce || !watchdog.enabled.is(true)
        || !watchdog.priorities.known() || !port.pfc_tx.known() || port.pfc_tx.value.empty()
        || port.pfc_tx.value.size() == 8)
        return;
    PrioritySet unwatched = port.pfc_tx.value - watchdog.priorities.value;
    const PrioritySet idle = watchdog.priorities.value - port.pfc_tx.value;
    // Priorities that tunnels remap into are lossless but not watched, by design.
    if (context.device().tunnel_remap && !(port.pfc_tx.value & watchdog.priorities.value).empty())
        unwatched = unwatched - (remap_priorities(context) - context.required());
    if ((unwatched | idle).empty())
        return;
    const bool harmful = !unwatched.empty();
    // PFC on a priority that no class needs is to be removed rather than watched (PFC002).
    const bool holds_rdma = harmful && carries_rdma(context.analysis, context.id, unwatched);
    Diagnosis diagnosis{.severity = holds_rdma ? Severity::error : Severity::warning,
        .at = context.place(watchdog.priorities.origin),
        .message = harmful
            ? fmt::format("{} has PFC on priority {} but its watchdog does not watch it: pause "
                          "without end on it is never noticed",
                context.port_label(context.id),
                to_string(unwatched))
            : fmt::format("the watchdog of {} watches priority {}, which has no PFC: one of the "
                          "two settings is mistaken",
                context.port_label(context.id),
                to_string(idle)),
        .related = {{place_of(context.device(), port.pfc_tx, unwatched, &port), "PFC of the port"}},
        .fix
        = fmt::format("Let the watchdog of {} watch priority {}.", port.name, to_string(port.pfc_tx.value))};
    for (const Priority priority : unwatched | idle)
        diagnosis.subjects.push_back(context.subject(Property::watchdog, priority));
    for (const Priority priority : unwatched | idle)
        diagnosis.subjects.push_back(context.subject(Property::pfc, priority));
    if (!(unwatched & context.required()).empty() || harmful)
        diagnosis.changes.push_back(context.change(Property::watchdog,
            WatchdogTarget{.priorities = port.pfc_tx.value, .detection = {}, .restoration = {}, .poll = {}}));
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "WD009",
    .name = "unwatched-lossless-priority",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning,
        "where only priorities without PFC are watched, or no RDMA class needs the unwatched ones"}}},
    .scope = Scope::port,
    .summary = "The PFC watchdog does not watch the priorities that have PFC.",
    .why = "Where the watched priorities are a setting of their own they can drift apart from the PFC "
           "set: a priority that is paused but not watched has no watchdog, however healthy its row looks.",
    .source = "sonic-buildimage files/build_templates/qos_config.j2 (pfcwd_sw_enable next to "
              "pfc_enable); sonic-swss orchagent/pfcwdorch.cpp",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Set the watched priorities to the PFC set.",
    .check_port = check,
};

}
