// SPDX-License-Identifier: Apache-2.0
#include "rules/observed.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace rocelint::rules::evd002 {
namespace {

constexpr std::string_view frames_without_pfc = R"(+leaf1#show priority-flow-control counters
+Port             RxPfc       TxPfc
+Et1/1                5           0
+leaf1#show priority-flow-control counters
+Port             RxPfc       TxPfc
+Et1/1              905           0
@ interface Ethernet1/1
-   priority-flow-control on
-   priority-flow-control priority 3 no-drop
-   priority-flow-control pause watchdog
@ interface Ethernet2/1
-   priority-flow-control on
-   priority-flow-control priority 3 no-drop
-   priority-flow-control pause watchdog
)";

constexpr Example examples[] = {
    {.title = "The NIC receives pause frames of a priority for which it has no PFC",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_pfc_ena_frames_pri4: 10
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_pfc_ena_frames_pri4: 5010
)"}}},
        .flagged = "rx_pfc_ena_frames_pri4: 5010"},
    {.title = "One capture shows that the NIC has sent pause frames of a priority without PFC",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     tx_prio4_pause: 12
)"}}},
        .flagged = "tx_prio4_pause: 12"},
    {.title = "A switch port pauses a priority that its configuration does not",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic",
                "leaf1",
                R"(  Port Rx    PFC0    PFC1    PFC2    PFC3    PFC4    PFC5    PFC6    PFC7
---------  ------  ------  ------  ------  ------  ------  ------  ------
Ethernet0       0       0       0       0       0       0       0       0

  Port Tx    PFC0    PFC1    PFC2    PFC3    PFC4    PFC5    PFC6    PFC7
---------  ------  ------  ------  ------  ------  ------  ------  ------
Ethernet0       0       0       0     900   1,200       0     N/A       0
)",
                "show_pfc_counters.txt"}}},
        .flagged = "1,200"},
    {.title = "PFC frames of any priority reach a port that has PFC for none",
        .files = {{{"eos", "leaf1", frames_without_pfc}}},
        .policy = "version: 1\nprofile: lossy\n",
        .flagged = "905"},
    {.title = "The counter is of all priorities, and the port has PFC for one",
        .files = {{{"eos", "leaf1", R"(+leaf1#show priority-flow-control counters
+Port             RxPfc       TxPfc
+Et1/1                5           0
+leaf1#show priority-flow-control counters
+Port             RxPfc       TxPfc
+Et1/1              905           0
)"}}}},
    {.title = "Pause frames of the lossless priority only",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio3_pause: 10
+     rx_prio4_pause: 0
+     tx_prio3_pause: 0
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio3_pause: 5010
+     rx_prio4_pause: 0
+     tx_prio3_pause: 20
)"}}}},
};

// What a finding says of one priority, or of a port without PFC whose counters are of all priorities together.
struct Wording {
    std::string sent;
    std::string received;
    std::vector<Subject> subjects;
    std::string fix;
};

Wording wording_of(const PortContext& context, std::uint8_t part)
{
    const std::string port = context.port_label(context.id);
    if (part == Counter::whole)
        return {
            fmt::format(
                "{} sends PFC frames, and no configuration that was read turns PFC on for a priority", port),
            fmt::format(
                "the peer of {} sends PFC frames, and this end has PFC for no priority and goes on sending",
                port),
            context.subjects(Property::pfc, PrioritySet::all()),
            "Make both ends agree on PFC, and collect the configuration that is in force."};
    return {fmt::format(
                "{} pauses priority {}, for which no configuration that was read turns PFC on", port, part),
        fmt::format("the peer of {} pauses priority {}, for which this end has no PFC and goes on sending",
            port,
            part),
        {context.subject(Property::pfc, static_cast<Priority>(part))},
        fmt::format(
            "Make both ends agree on PFC for priority {}, and collect the configuration that is in force.",
            part)};
}

// Whether the port sent or received such frames.
bool check_frames(PortContext& context, std::uint8_t part)
{
    const Observed sent = observe(context, CounterKind::pause_sent, part);
    const Observed received = observe(context, CounterKind::pause_received, part);
    const Observed& seen = sent.counted() ? sent : received;
    if (!seen.counted())
        return false;
    Wording wording = wording_of(context, part);
    Diagnosis diagnosis{.at = seen.counter->at,
        .message = fmt::format("{}: {}", sent.counted() ? wording.sent : wording.received, describe(seen)),
        .subjects = std::move(wording.subjects),
        .fix = std::move(wording.fix)};
    if (!seen.is_growth)
        diagnosis.severity = Severity::info;
    else
        diagnosis.show(seen.counter->earlier_at, "the counter in the earlier capture");
    diagnosis.show(context.place(context.port().pfc_rx.origin), "PFC as it was read");
    context.report(std::move(diagnosis));
    return true;
}

void check(PortContext& context)
{
    const Port& port = context.port();
    if (!context.is_roce() || context.device().counters.empty() || !port.pfc_rx.known()
        || !port.pfc_tx.known())
        return;
    const PrioritySet lossy = PrioritySet::all() - port.pfc_rx.value - port.pfc_tx.value;
    bool any = false;
    for (const Priority priority : lossy)
        any = check_frames(context, priority) || any;
    if (!any && lossy == PrioritySet::all())
        check_frames(context, Counter::whole);
}

}

extern const Rule rule = {
    .code = "EVD002",
    .name = "pause-on-lossy-priority",
    .severity = Severity::warning,
    .other_severities
    = {{{Severity::info, "where only one capture shows the counter, so that the pause may be old"}}},
    .scope = Scope::port,
    .summary = "Counters show PFC frames of a priority for which the port has no PFC.",
    .why
    = "Both ends of a cable must have PFC on for the same priorities. An end that receives pause frames of another "
      "priority does not obey them, so that the peer, which relies on them, drops what goes on arriving. An end that sends "
      "them runs a configuration that differs from the one that was read. A counter of all priorities together proves this only "
      "for a port that has PFC for none.",
    .source
    = "IEEE 802.1Q-2022 clause 36.1.3.3; Linux, Documentation/networking/device_drivers/ethernet/mellanox/mlx5/counters.rst "
      "(rx_prio[p]_pause), drivers/net/ethernet/broadcom/bnxt/bnxt_ethtool.c (rx_pfc_ena_frames_pri)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Turn PFC on for the same priorities at both ends of the cable.",
    .yields = true,
    .check_port = check,
};

}
