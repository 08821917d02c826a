// SPDX-License-Identifier: Apache-2.0
#include "models/catalog/catalog.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::wd004 {
namespace {

constexpr Example examples[] = {
    {.title = "The watchdog looks every 1000 ms but should notice within 200 ms",
        .files = {{{"sonic", "leaf1", R"({"PFC_WD": {"GLOBAL": {"POLL_INTERVAL": "1000"}}})"}}},
        .flagged = R"("POLL_INTERVAL": "1000")"},
    {.title = "The watchdog looks as often as it must", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "The polling interval is longer than the timeout",
        .files = {{{"eos", "leaf1", R"(-priority-flow-control pause watchdog default polling-interval 0.1
+priority-flow-control pause watchdog default polling-interval 0.5
)"}}},
        .flagged = "polling-interval 0.5"},
    {.title = "The polling interval is more than half the timeout, which the platform corrects",
        .files = {{{"eos", "leaf1", R"(-priority-flow-control pause watchdog default polling-interval 0.1
+priority-flow-control pause watchdog default polling-interval 0.15
)"}}},
        .flagged = "polling-interval 0.15"},
    {.title = "The polling interval is half the timeout", .files = {{{"eos", "leaf1", ""}}}},
    {.title = "The polling interval is longer than the recovery time",
        .files = {{{"junos", "leaf1", R"(-                poll-interval 100;
+                poll-interval 300;
)"}}},
        .flagged = "poll-interval 300;"},
    {.title = "The polling interval is half the recovery time", .files = {{{"junos", "leaf1", ""}}}},
    {.title = "The watchdog looks less often than a storm may last",
        .files = {{{"sonic-cli", "leaf1", R"(-priority-flow-control watchdog polling-interval 100
+priority-flow-control watchdog polling-interval 1000
)"}}},
        .flagged = "polling-interval 1000"},
    {.title = "The watchdog looks twice within its detection time", .files = {{{"sonic-cli", "leaf1", ""}}}},
};

void check(PortContext& context)
{
    const Port& port = context.port();
    const PfcWatchdog& watchdog = port.watchdog;
    if (!context.on_switch() || context.judgement().verdict == Verdict::not_roce || !watchdog.enabled.is(true)
        || !port.pfc_tx.known() || port.pfc_tx.value.empty())
        return;
    if (!watchdog.detection.known() && !watchdog.restoration.known())
        return;
    const Milliseconds* poll = context.need(context.id, watchdog.poll, "the watchdog's poll interval");
    if (poll == nullptr)
        return;
    const bool by_detection = watchdog.detection.known()
        && (!watchdog.restoration.known() || watchdog.detection.value <= watchdog.restoration.value);
    const Setting<Milliseconds>& shorter = by_detection ? watchdog.detection : watchdog.restoration;
    // No poll is short enough for a detection time of zero, which is itself wrong (WD002).
    if (watchdog.detection.known() && watchdog.detection.value == Milliseconds(0))
        return;
    if (*poll <= shorter.value / 2)
        return;
    // The platform determines how many polls a period must contain; on all platforms it must contain at least
    // one.
    const bool misses = *poll > shorter.value;
    const auto polls = catalog::platform_default(context.device().platform, "watchdog_polls_per_period");
    if (!misses && (!polls.known() || poll->count() * polls.number() <= shorter.value.count()))
        return;
    // A restoration time below the detection time is itself wrong (WD003): it is raised, and the poll may be
    // slower.
    const bool raise = !by_detection && watchdog.detection.known();
    const std::uint64_t period = raise ? watchdog.detection.value.count() : shorter.value.count();
    const std::uint64_t longest
        = std::max<std::uint64_t>(period / std::max<std::uint64_t>(polls.known() ? polls.number() : 1, 1), 1);
    WatchdogTarget target;
    if (raise)
        target.restoration = watchdog.detection.value;
    if (poll->count() > longest)
        target.poll = Milliseconds(static_cast<std::uint32_t>(longest));
    context.report({.severity = misses ? Severity::error : Severity::warning,
        .at = context.place(watchdog.poll.origin),
        .message = fmt::format("the PFC watchdog of {} polls every {} ms but its {} time is {} ms: {}",
            context.port_label(context.id),
            poll->count(),
            by_detection ? "detection" : "restoration",
            shorter.value.count(),
            misses ? "it cannot act in time"
                   : "a period must hold two polls here, so the device picks another interval"),
        // Yields to a finding about the detection time itself.
        .subjects
        = {context.subject(Property::watchdog_timers, 1), context.subject(Property::watchdog_timers)},
        .related = {{context.place(shorter.origin), "the shorter of its two times"}},
        .fix = target.poll ? fmt::format("Poll at least every {} ms.", longest)
                           : fmt::format("Set the restoration time to {} ms.", period),
        .changes = {context.change(Property::watchdog_timers, target)}});
}

}

extern const Rule rule = {
    .code = "WD004",
    .name = "slow-watchdog-poll",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning, "where the device picks another interval"}}},
    .scope = Scope::port,
    .summary = "The PFC watchdog polls less often than its detection or restoration time requires.",
    .why = "The watchdog is software that looks at the queues at intervals. If it looks less often than "
           "once per detection time, it cannot notice within that time that a queue is stuck.",
    .source = "sonic-yang-models sonic-pfcwd.yang (must: detection_time and restoration_time are at least "
              "POLL_INTERVAL); platform_defaults.yaml, watchdog_polls_per_period",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Lower the poll interval.",
    .check_port = check,
};

}
