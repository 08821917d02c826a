// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::wd002 {
namespace {

constexpr double range[] = {100, 1000};
constexpr double per_step[] = {200};
constexpr Parameter parameters[] = {
    {.name = "detection_ms",
        .defaults = range,
        .unit = "ms",
        .meaning = "shortest and longest sensible detection time",
        .source = "defaults of 200 ms (sonic-utilities pfcwd/main.py; Juniper, Configuring PFC Watchdog) "
                  "and 300 ms (NVIDIA Cumulus Linux 5.16, PFC watchdog); sonic-yang-models "
                  "sonic-pfcwd.yang allows 100 to 5000"},
    {.name = "ms_per_32_ports",
        .defaults = per_step,
        .unit = "ms",
        .meaning = "what each 32 ports, or part of them, may add to it: software polls more ports more "
                   "slowly",
        .source = "sonic-utilities pfcwd/main.py, start_default: 200 ms for each 32 ports or part of them"},
};

constexpr Example examples[] = {
    {.title = "A stuck queue is noticed only after five seconds",
        .files = {{{"sonic",
            "leaf1",
            R"({"PFC_WD": {"Ethernet0": {"detection_time": "5000", "restoration_time": "5000"}}})"}}},
        .flagged = R"("detection_time": "5000")"},
    {.title = "A stuck queue is noticed after 200 ms", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "Ordinary congestion already counts as a stuck queue",
        .files = {{{"eos", "leaf1", R"(-priority-flow-control pause watchdog default timeout 0.2
+priority-flow-control pause watchdog default timeout 0.05
-priority-flow-control pause watchdog default polling-interval 0.1
+priority-flow-control pause watchdog default polling-interval 0.02
)"}}},
        .flagged = "priority-flow-control pause watchdog default timeout 0.05"},
    {.title = "A timeout of 0.2 s", .files = {{{"eos", "leaf1", ""}}}},
    {.title = "Ten polling intervals of 200 ms are two seconds",
        .files = {{{"junos", "leaf1", R"(-                poll-interval 100;
+                poll-interval 200;
-                detection 2;
+                detection 10;
-                recovery 200;
+                recovery 400;
)"}}},
        .flagged = "detection 10;"},
    {.title = "Two polling intervals are 200 ms", .files = {{{"junos", "leaf1", ""}}}},
    {.title = "Two intervals of a second",
        .files = {{{"nxos", "leaf1", R"(-priority-flow-control watch-dog interval 200
+priority-flow-control watch-dog interval 1000
+priority-flow-control watch-dog shutdown-multiplier 2
)"}}},
        .flagged = "watch-dog interval 1000"},
    {.title = "Only a stop of five seconds is noticed",
        .files = {{{"sonic-cli", "leaf1", R"(@ interface Eth1/1
- priority-flow-control watchdog on detect-time 200
- priority-flow-control watchdog restore-time 400
+ priority-flow-control watchdog on detect-time 5000
+ priority-flow-control watchdog restore-time 5000
)"}}},
        .flagged = "detect-time 5000"},
    {.title = "The watchdog waits for fifty polling intervals",
        .files = {{{"nvue", "leaf1", R"(-nv set qos pfc-watchdog robustness 3
+nv set qos pfc-watchdog robustness 50
)"}}},
        .flagged = "robustness 50"},
    {.title = "The watchdog waits for three polling intervals of 100 ms", .files = {{{"nvue", "leaf1", ""}}}},
    {.title = "Only a stop of 1.5 seconds is noticed",
        .files = {{{"vrp", "leaf1", R"(@ dcb pfc
- priority 3 deadlock-detect time 2
- priority 3 deadlock-recovery time 4
+ priority 3 deadlock-detect time 15
+ priority 3 deadlock-recovery time 30
)"}}},
        .flagged = "deadlock-detect time 15"},
    {.title = "Only a stop of 1.5 seconds is noticed",
        .files = {{{"aoscx", "leaf1", R"(-flow-control watchdog timeout 200 resume 400
+flow-control watchdog timeout 1500 resume 3000
)"}}},
        .flagged = "timeout 1500"},
    {.title = "Only a stop of two seconds is noticed",
        .files = {{{"iosxr", "leaf1", R"(-priority-flow-control watchdog interval 100
+priority-flow-control watchdog interval 1000
)"}}},
        .flagged = "watchdog shutdown-multiplier 2"},
    {.title = "Only a stop of 1.5 seconds is noticed",
        .files = {{{"srlinux", "leaf1", R"(-                detection-timer 200
+                detection-timer 1500
-                recovery-timer 400
+                recovery-timer 1500
)"}}},
        .flagged = "detection-timer 1500"},
};

void check(PortContext& context)
{
    const Port& port = context.port();
    const PfcWatchdog& watchdog = port.watchdog;
    if (!context.on_switch() || !context.is_roce() || !watchdog.enabled.is(true) || !port.pfc_tx.known()
        || port.pfc_tx.value.empty())
        return;
    const Milliseconds* detection
        = context.need(context.id, watchdog.detection, "the watchdog's detection time");
    // A value that the device derives from its number of ports is not the site's choice.
    if (detection == nullptr || watchdog.detection.origin.kind() == OriginKind::derived)
        return;
    const auto limits = context.parameter("detection_ms");
    if (limits.size() < 2)
        return;
    const std::size_t steps = (context.device().ports.size() + 31) / 32;
    const double longest
        = std::max(limits[1], context.number("ms_per_32_ports") * static_cast<double>(steps));
    const double actual = detection->count();
    if (actual >= limits[0] && actual <= longest)
        return;
    const bool slow = actual > longest;
    WatchdogTarget target;
    target.detection = Milliseconds(static_cast<std::uint32_t>(slow ? longest : limits[0]));
    if (watchdog.restoration.known() && watchdog.restoration.value < *target.detection)
        target.restoration = target.detection;
    context.report({.at = context.place(watchdog.detection.origin),
        .message = fmt::format("the PFC watchdog of {} waits {} ms, {} than {} ms: {}",
            context.port_label(context.id),
            detection->count(),
            slow ? "longer" : "less",
            slow ? longest : limits[0],
            slow ? "a pause storm spreads through the fabric meanwhile"
                 : "it drops lossless packets during ordinary congestion"),
        .subjects = {context.subject(Property::watchdog_timers)},
        .fix = fmt::format("Set the detection time to between {} and {} ms.", limits[0], longest),
        .changes = {context.change(Property::watchdog_timers, target)}});
}

}

extern const Rule rule = {
    .code = "WD002",
    .name = "odd-watchdog-detection-time",
    .severity = Severity::warning,
    .without_policy = Severity::info,
    .scope = Scope::port,
    .summary = "The PFC watchdog's detection time is too short or too long.",
    .why = "Pause of a few milliseconds is how PFC works; a queue that stands still for hundreds is "
           "stuck. Too short a time makes the watchdog drop healthy lossless traffic, too long a one lets "
           "a pause storm reach every host before anything is done.",
    .source = "sonic-yang-models sonic-pfcwd.yang (100 to 5000 ms); Juniper, Configuring PFC Watchdog "
              "(default 200 ms); NVIDIA Cumulus Linux 5.16, PFC watchdog (default 300 ms)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Set the detection time to a few hundred milliseconds.",
    .check_port = check,
};

}
