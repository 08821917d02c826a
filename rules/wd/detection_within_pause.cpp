// SPDX-License-Identifier: Apache-2.0
#include "models/physics/threshold.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::wd013 {
namespace {

constexpr double two[] = {2};

constexpr Parameter parameters[] = {
    {.name = "pauses",
        .defaults = two,
        .unit = "pauses",
        .meaning = "how many pauses of the maximum length the detection time must outlast",
        .source
        = "one to be sent and one to be renewed before the queue may count as stuck (derived from "
          "IEEE 802.1Q-2022 clause 36 and IEEE 802.3-2022 annex 31B: at most 65535 quanta of 512 bit times)"},
};

constexpr Example examples[] = {
    {.title = "Two pauses of a 1G port last longer than the detection time",
        .files = {{{"sample-nos", "leaf1", R"(@ p1:
-    speed: 100G
+    speed: 1G
-    watchdog: {poll: 100ms, detection: 200ms, restoration: 400ms, action: drop}
+    watchdog: {poll: 20ms, detection: 60ms, restoration: 400ms, action: drop}
)"}}},
        .policy = "version: 1\nprofile: lossless\nrules: {WD002: off, ECN004: off}\n",
        .flagged = "detection: 60ms"},
    {.title = "The detection time outlasts any pause",
        .files = {{{"sample-nos", "leaf1", R"(@ p1:
-    watchdog: {poll: 100ms, detection: 200ms, restoration: 400ms, action: drop}
+    watchdog: {poll: 20ms, detection: 60ms, restoration: 400ms, action: drop}
)"}}},
        .policy = "version: 1\nprofile: lossless\nrules: {WD002: off}\n"},
    {.title = "Two polls outlast any pause", .files = {{{"junos", "leaf1", ""}}}},
    {.title = "The timeout is shorter than two pauses of a 1G port",
        .files = {{{"eos", "leaf1", R"(-priority-flow-control pause watchdog default timeout 0.2
+priority-flow-control pause watchdog default timeout 0.05
-priority-flow-control pause watchdog default polling-interval 0.1
+priority-flow-control pause watchdog default polling-interval 0.02
@ interface Ethernet1/1
-   speed 100g-4
+   speed 1g
)"}}},
        .policy = "version: 1\nprofile: lossless\nrules: {WD002: off, ECN004: off}\n",
        .flagged = "pause watchdog default timeout 0.05"},
    {.title = "The timeout is many pauses long", .files = {{{"eos", "leaf1", ""}}}},
};

void check(PortContext& context)
{
    const Port& port = context.port();
    const PfcWatchdog& watchdog = port.watchdog;
    if (!context.on_switch() || context.judgement().verdict == Verdict::not_roce || !watchdog.enabled.is(true)
        || !watchdog.detection.known() || !port.speed.known() || port.speed.value.count == 0
        || !port.pfc_tx.known() || port.pfc_tx.value.empty())
        return;
    const double pause = static_cast<double>(physics::longest_pause(port.speed.value).count()) / 1e6
        * context.number("pauses");
    if (watchdog.detection.value.count() >= pause)
        return;
    // A watchdog checks once per polling interval; every platform supports a whole number of intervals.
    const auto least = static_cast<std::uint32_t>(std::ceil(pause));
    const std::uint32_t poll = std::max<std::uint32_t>(watchdog.poll.value_or(Milliseconds(1)).count(), 1);
    WatchdogTarget target;
    target.detection = Milliseconds((least + poll - 1) / poll * poll);
    context.report({.at = context.place(watchdog.detection.origin),
        .message = fmt::format(
            "the PFC watchdog of {} considers a queue stuck after {} ms, but {:g} of the longest pauses last "
            "{:.3g} ms at {:g} Gb/s: it drops packets while PFC does its work",
            context.port_label(context.id),
            watchdog.detection.value.count(),
            context.number("pauses"),
            pause,
            static_cast<double>(port.speed.value.count) / 1e9),
        .subjects = {context.subject(Property::watchdog_timers)},
        .related = {{context.place(port.speed.origin), "the port's speed"}},
        .fix = fmt::format("Set the detection time to at least {:.0f} ms.", pause + 0.5),
        .changes = {context.change(Property::watchdog_timers, target)}});
}

}

extern const Rule rule = {
    .code = "WD013",
    .name = "watchdog-within-a-pause",
    .severity = Severity::warning,
    .scope = Scope::port,
    .summary = "The PFC watchdog's detection time is shorter than two pauses of the maximum length.",
    .why
    = "One PFC frame stops a queue for up to 65535 times 512 bit times: 0.34 ms at 100 Gb/s, 3.4 ms at "
      "10 Gb/s, 34 ms at 1 Gb/s. A watchdog that fires within two of them mistakes ordinary pause for a fault "
      "and drops lossless packets.",
    .source = "IEEE 802.1Q-2022 clause 36; IEEE 802.3-2022 annex 31B.2 (pause quantum of 512 bit times)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Raise the detection time.",
    .check_port = check,
};

}
