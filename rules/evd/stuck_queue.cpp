// SPDX-License-Identifier: Apache-2.0
#include "rules/observed.h"

#include <fmt/format.h>

namespace rocelint::rules::evd008 {
namespace {

constexpr Example examples[] = {
    {.title = "The watchdog detected storms between two captures",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic",
                "leaf1",
                R"(      QUEUE       STATUS    STORM DETECTED/RESTORED    TX OK/DROP    RX OK/DROP
-----------  -----------  -------------------------  ------------  ------------
Ethernet0:3  operational                        1/1       100/300       100/300

      QUEUE       STATUS    STORM DETECTED/RESTORED    TX OK/DROP    RX OK/DROP
-----------  -----------  -------------------------  ------------  ------------
Ethernet0:3  operational                        4/4       100/900       100/900
)",
                "show_pfcwd_stats.txt"}}},
        .flagged = "4/4"},
    {.title = "One capture shows that a queue was stuck at some time",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic",
                "leaf1",
                R"(      QUEUE       STATUS    STORM DETECTED/RESTORED    TX OK/DROP    RX OK/DROP
-----------  -----------  -------------------------  ------------  ------------
Ethernet0:3  operational                        2/2       100/300       100/300
)",
                "show_pfcwd_stats.txt"}}},
        .flagged = "2/2"},
    {.title = "No queue was stuck since the last capture",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic",
                "leaf1",
                R"(      QUEUE       STATUS    STORM DETECTED/RESTORED    TX OK/DROP    RX OK/DROP
-----------  -----------  -------------------------  ------------  ------------
Ethernet0:3  operational                        4/4       100/300       100/300

      QUEUE       STATUS    STORM DETECTED/RESTORED    TX OK/DROP    RX OK/DROP
-----------  -----------  -------------------------  ------------  ------------
Ethernet0:3  operational                        4/4       900/300       900/300
)",
                "show_pfcwd_stats.txt"}}}},
};

void check(PortContext& context)
{
    if (!context.is_roce() || context.device().counters.empty())
        return;
    const Observed stuck = observe(context, CounterKind::queue_stuck);
    if (!stuck.counted())
        return;
    Diagnosis diagnosis{.at = stuck.counter->at,
        .message = fmt::format(
            "the peer of {} paused it for so long that the watchdog took a queue out of service, which drops its packets: {}",
            context.port_label(context.id),
            describe(stuck)),
        .subjects = {context.subject(Property::watchdog)},
        .fix
        = "Find out what keeps the peer from taking packets; a host that pauses without end is repaired or removed."};
    if (!stuck.is_growth)
        diagnosis.severity = Severity::info;
    else
        diagnosis.show(stuck.counter->earlier_at, "the counter in the earlier capture");
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "EVD008",
    .name = "watchdog-acted",
    .severity = Severity::warning,
    .other_severities
    = {{{Severity::info, "where only one capture shows the counter, so that the storm may be old"}}},
    .scope = Scope::port,
    .summary = "Counters show that the PFC watchdog of a port acted.",
    .why
    = "A watchdog acts on a queue that pause frames of the peer have stopped for its detection time: it drops or forwards what "
      "the queue holds, in spite of the pause. That ends a deadlock or a storm, and it loses packets of a lossless class. So "
      "its counter explains losses that no configuration does, and it names the port with the cause behind it.",
    .source
    = "SONiC, PFC Watchdog high-level design (detection and restoration); sonic-utilities, pfcwd/main.py (show stats); Guo et "
      "al., RDMA over Commodity Ethernet at Scale, SIGCOMM 2016, section 4.3",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Look behind the port for the device that pauses without end, or for a ring of paused buffers.",
    .yields = true,
    .check_port = check,
};

}
