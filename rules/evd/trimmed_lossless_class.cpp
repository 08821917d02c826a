// SPDX-License-Identifier: Apache-2.0
#include "rules/observed.h"

#include <fmt/format.h>

namespace rocelint::rules::evd009 {
namespace {

constexpr Example examples[] = {
    {.title = "The queue of the lossless class trims packets",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic",
                "leaf1",
                R"(     Port    TxQ    Counter/pkts    Counter/bytes    Drop/pkts    Drop/bytes    Trim/pkts
---------  -----  --------------  ---------------  -----------  ------------  -----------
Ethernet0    UC3           1,000          100,000            0             0            0

     Port    TxQ    Counter/pkts    Counter/bytes    Drop/pkts    Drop/bytes    Trim/pkts
---------  -----  --------------  ---------------  -----------  ------------  -----------
Ethernet0    UC3           9,000          900,000            0             0           45
)",
                "show_queue_counters.txt"}}},
        .flagged = "9,000          900,000"},
    {.title = "Only a lossy queue trims",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic",
                "leaf1",
                R"(     Port    TxQ    Counter/pkts    Counter/bytes    Drop/pkts    Drop/bytes    Trim/pkts
---------  -----  --------------  ---------------  -----------  ------------  -----------
Ethernet0    UC0           1,000          100,000            0             0            0
Ethernet0    UC3           1,000          100,000            0             0            0

     Port    TxQ    Counter/pkts    Counter/bytes    Drop/pkts    Drop/bytes    Trim/pkts
---------  -----  --------------  ---------------  -----------  ------------  -----------
Ethernet0    UC0           9,000          900,000            0             0           45
Ethernet0    UC3           9,000          900,000            0             0            0
)",
                "show_queue_counters.txt"}}}},
};

void check(PortContext& context)
{
    if (!context.is_roce() || context.device().counters.empty())
        return;
    for (const Priority priority : context.required()) {
        const Observed trimmed = observe_own_queue(context, CounterKind::queue_trimmed, priority);
        if (!trimmed.counted())
            continue;
        Diagnosis diagnosis{.at = trimmed.counter->at,
            .message = fmt::format("{} trims packets of priority {}, which must be lossless: {}",
                context.port_label(context.id),
                priority,
                describe(trimmed)),
            .subjects = {context.subject(Property::trimming, priority)},
            .fix = fmt::format("Let the queue of priority {} pause instead of trimming.", priority)};
        if (!trimmed.is_growth)
            diagnosis.severity = Severity::warning;
        else
            diagnosis.show(trimmed.counter->earlier_at, "the counter in the earlier capture");
        context.report(std::move(diagnosis));
    }
}

}

extern const Rule rule = {
    .code = "EVD009",
    .name = "lossless-class-trimmed",
    .severity = Severity::error,
    .by_assumed_default = Severity::warning,
    .other_severities
    = {{{Severity::warning, "where only one capture shows the counter, so that it may be old"}}},
    .scope = Scope::port,
    .summary = "Counters show that packets of a lossless class were trimmed.",
    .why
    = "A switch that trims cuts the payload off packets for which a queue has no room, and sends the headers on. Only "
      "transports that ask for such packets again by their headers gain from it; to RoCE, a trimmed packet is a lost one. A "
      "lossless class is to be paused before its queue is full.",
    .source
    = "sonic-net/SONiC doc/packet_trimming/packet-trimming-design.md 2.1; SAI, saiqueue.h (SAI_QUEUE_STAT_TRIM_PACKETS); "
      "sonic-utilities, scripts/queuestat (Trim/pkts)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Take the lossless class out of trimming, and let PFC pause it.",
    .yields = true,
    .check_port = check,
};

}
