// SPDX-License-Identifier: Apache-2.0
#include "rules/observed.h"

#include <fmt/format.h>

namespace rocelint::rules::evd003 {
namespace {

constexpr Example examples[] = {
    {.title = "The NIC ended pauses of its own that did not end",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     tx_pause_storm_error_events: 0
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     tx_pause_storm_error_events: 3
)"}}},
        .flagged = "tx_pause_storm_error_events: 3"},
    {.title = "One capture shows that the NIC has paused for long at some time",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     tx_pause_storm_warning_events : 2
+     tx_pause_storm_error_events: 0
)"}}},
        .flagged = "tx_pause_storm_warning_events : 2"},
    {.title = "No storm since the last capture",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     tx_pause_storm_error_events: 3
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     tx_pause_storm_error_events: 3
)"}}}},
};

void check(PortContext& context)
{
    if (!context.is_roce() || context.device().counters.empty())
        return;
    const Observed storm = observe(context, CounterKind::storm);
    if (!storm.counted())
        return;
    Diagnosis diagnosis{.at = storm.counter->at,
        .message = fmt::format("{} paused its peer for so long that the device took it for a storm: {}",
            context.port_label(context.id),
            describe(storm)),
        .subjects = {context.subject(Property::watchdog)},
        .fix
        = "Find out what keeps this end from taking packets: a stopped process, PCIe, memory or firmware."};
    if (!storm.is_growth)
        diagnosis.severity = Severity::info;
    else
        diagnosis.show(storm.counter->earlier_at, "the counter in the earlier capture");
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "EVD003",
    .name = "pause-storm",
    .severity = Severity::warning,
    .other_severities
    = {{{Severity::info, "where only one capture shows the counter, so that the storm may be old"}}},
    .scope = Scope::port,
    .summary = "Counters show a pause without interruption that a device took for a storm.",
    .why
    = "An end that cannot take packets goes on pausing its peer. The peer's buffers fill up and pause theirs, so that one "
      "stuck host can stop flows that do not concern it. A NIC or a watchdog that ends the pause drops what then arrives, "
      "which explains losses that no configuration does.",
    .source
    = "Linux, Documentation/networking/device_drivers/ethernet/mellanox/mlx5/counters.rst (tx_pause_storm_warning_events, "
      "tx_pause_storm_error_events); Guo et al., RDMA over Commodity Ethernet at Scale, SIGCOMM 2016, section 4.3",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Repair the host that pauses; a watchdog on the switches bounds the harm.",
    .yields = true,
    .check_port = check,
};

}
