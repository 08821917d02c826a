// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::wd003 {
namespace {

constexpr double twice[] = {2};
constexpr Parameter parameters[] = {
    {.name = "restoration_per_detection",
        .defaults = twice,
        .unit = "",
        .meaning
        = "what a correction sets the restoration time to where there is none, by the detection time",
        .source = "sonic-utilities pfcwd/main.py, start: twice the detection time where none is given"},
};

constexpr Example examples[] = {
    {.title = "Nothing says when a queue that was cut off comes back",
        .files = {{{"sonic", "leaf1", R"({"PFC_WD": {"Ethernet0": {"restoration_time": null}}})"}}},
        .flagged = R"("Ethernet0": {)"},
    {.title = "A queue comes back sooner than a storm is noticed",
        .files = {{{"sonic",
            "leaf1",
            R"({"PFC_WD": {"Ethernet0": {"detection_time": "400", "restoration_time": "200"}}})"}}},
        .flagged = R"("restoration_time": "200")"},
    {.title = "A queue comes back after as long as a storm takes to be noticed",
        .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "The recovery time is shorter than the timeout",
        .files = {{{"eos", "leaf1", R"(-priority-flow-control pause watchdog default timeout 0.2
+priority-flow-control pause watchdog default timeout 0.6
)"}}},
        .flagged = "recovery-time 0.4"},
    {.title = "The recovery time is twice the timeout", .files = {{{"eos", "leaf1", ""}}}},
    {.title = "Four polling intervals are longer than the recovery time",
        .files = {{{"junos", "leaf1", R"(-                detection 2;
+                detection 4;
)"}}},
        .flagged = "recovery 200;"},
    {.title = "Two polling intervals are as long as the recovery time", .files = {{{"junos", "leaf1", ""}}}},
    {.title = "The port is restored before the watchdog could see the next storm",
        .files = {{{"sample-nos", "leaf1", R"(@ p1:
-    watchdog: {poll: 100ms, detection: 200ms, restoration: 400ms, action: drop}
+    watchdog: {poll: 100ms, detection: 500ms, restoration: 400ms, action: drop}
)"}}},
        .flagged = "restoration: 400ms"},
    {.title = "Restoration takes twice as long as detection", .files = {{{"sample-nos", "leaf1", ""}}}},
    {.title = "A queue comes back sooner than a storm is noticed",
        .files = {{{"sonic-cli", "leaf1", R"(@ interface Eth1/1
- priority-flow-control watchdog restore-time 400
+ priority-flow-control watchdog restore-time 100
)"}}},
        .flagged = "restore-time 100"},
    {.title = "A queue comes back after twice as long as a storm takes to be noticed",
        .files = {{{"sonic-cli", "leaf1", ""}}}},
    {.title = "A queue comes back sooner than a storm is noticed",
        .files = {{{"vrp", "leaf1", R"(@ dcb pfc
- priority 3 deadlock-recovery time 4
+ priority 3 deadlock-recovery time 1
)"}}},
        .flagged = "deadlock-recovery time 1"},
    {.title = "A queue comes back after twice as long as a storm takes to be noticed",
        .files = {{{"vrp", "leaf1", ""}}}},
    {.title = "A queue comes back sooner than a storm is noticed",
        .files = {{{"aoscx", "leaf1", R"(-flow-control watchdog timeout 200 resume 400
+flow-control watchdog timeout 200 resume 100
)"}}},
        .flagged = "resume 100"},
    {.title = "A queue comes back after twice as long as a storm takes to be noticed",
        .files = {{{"aoscx", "leaf1", ""}}}},
    {.title = "A queue comes back sooner than a storm is noticed",
        .files = {{{"iosxr", "leaf1", R"(-priority-flow-control watchdog auto-restore-multiplier 4
+priority-flow-control watchdog auto-restore-multiplier 1
)"}}},
        .flagged = "auto-restore-multiplier 1"},
    {.title = "A queue comes back after twice as long as a storm takes to be noticed",
        .files = {{{"iosxr", "leaf1", ""}}}},
    {.title = "A queue comes back sooner than a storm is noticed",
        .files = {{{"srlinux", "leaf1", R"(-                recovery-timer 400
+                recovery-timer 100
)"}}},
        .flagged = "recovery-timer 100"},
};

void report(PortContext& context,
    OriginId at,
    std::optional<Severity> severity,
    std::string message,
    Milliseconds wanted)
{
    WatchdogTarget target;
    target.restoration = wanted;
    context.report({.severity = severity,
        .at = context.place(at),
        .message = std::move(message),
        // Yields to a finding about the detection time itself.
        .subjects
        = {context.subject(Property::watchdog_timers, 2), context.subject(Property::watchdog_timers)},
        .fix = fmt::format("Set the restoration time to {} ms.", wanted.count()),
        .changes = {context.change(Property::watchdog_timers, target)}});
}

void check(PortContext& context)
{
    const Port& port = context.port();
    const PfcWatchdog& watchdog = port.watchdog;
    if (!context.on_switch() || !context.is_roce() || !watchdog.enabled.is(true) || !port.pfc_tx.known()
        || port.pfc_tx.value.empty() || !context.device().watchdog_has_times)
        return;
    const Milliseconds* detection
        = context.need(context.id, watchdog.detection, "the watchdog's detection time");
    if (detection == nullptr)
        return;
    if (watchdog.restores.is(false)) {
        const double wanted = detection->count() * context.number("restoration_per_detection");
        return report(context,
            watchdog.restores.origin,
            Severity::warning,
            fmt::format("the PFC watchdog of {} never restores a queue that it cut off: after one pause "
                        "storm the port's RDMA stays dead until an operator steps in",
                context.port_label(context.id)),
            Milliseconds(static_cast<std::uint32_t>(wanted)));
    }
    const Milliseconds* restoration
        = context.need(context.id, watchdog.restoration, "the watchdog's restoration time");
    if (restoration == nullptr || *restoration >= *detection)
        return;
    report(context,
        watchdog.restoration.origin,
        std::nullopt,
        fmt::format(
            "the PFC watchdog of {} restores a queue after {} ms but takes {} ms to notice a storm: one "
            "that comes in bursts stops the port's traffic most of the time",
            context.port_label(context.id),
            restoration->count(),
            detection->count()),
        *detection);
}

}

extern const Rule rule = {
    .code = "WD003",
    .name = "short-watchdog-restoration",
    .severity = Severity::warning,
    .without_policy = Severity::info,
    .other_severities = {{{Severity::warning, "where the watchdog never restores the queue"}}},
    .scope = Scope::port,
    .summary = "The PFC watchdog restores a queue sooner than it notices a storm, or never.",
    .why = "The watchdog restores a queue once pause has ceased for the restoration time. If that is "
           "shorter than the detection time, a storm that comes in bursts blocks the queue for longer than "
           "it is cut off; without a restoration time, the queue of a host that was repaired goes on "
           "losing every packet.",
    .source
    = "sonic-swss orchagent/pfc_restore.lua (an empty restoration time restores nothing) and "
      "orchagent/pfcwdorch.cpp (it is optional); sonic-utilities pfcwd/main.py, start (at least twice "
      "the detection time by default); Junos OS Class of Service User Guide, PFC Watchdog (recovery)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Set a restoration time that is no shorter than the detection time.",
    .check_port = check,
};

}
