// SPDX-License-Identifier: Apache-2.0
#include "rules/observed.h"

#include <fmt/format.h>

namespace rocelint::rules::evd016 {
namespace {

constexpr Example examples[] = {
    {.title = "The NIC pauses its switch for a sixth of the time in which it receives",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio3_bytes: 1000
+     tx_prio3_pause_duration: 100
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio3_bytes: 1250001000
+     tx_prio3_pause_duration: 20100
)"}}},
        .flagged = "tx_prio3_pause_duration: 20100"},
    {.title = "The NIC rarely pauses its switch",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio3_bytes: 1000
+     tx_prio3_pause_duration: 100
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio3_bytes: 1250001000
+     tx_prio3_pause_duration: 300
)"}}}},
    {.title = "The counters were cleared between the captures",
        .files = {{{"linux-host", "host1", R"(+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio3_bytes: 1000
+     tx_prio3_pause_duration: 90100
+root@host1:~# ethtool -S ens1f0np0
+NIC statistics:
+     rx_prio3_bytes: 1250001000
+     tx_prio3_pause_duration: 20100
)"}}}},
};

constexpr double much_pause[] = {10};
constexpr Parameter parameters[] = {{"share",
    much_pause,
    "percent",
    "share of pause in the time that the received bytes take at line rate, together with the pause itself",
    "a choice: a host that keeps up sends next to no pause, and from a tenth on its throughput suffers visibly"}};

void check(PortContext& context)
{
    if (!context.is_roce() || !context.on_host() || context.device().counters.empty())
        return;
    for (const Priority priority : context.required()) {
        const Observed paused = observe(context, CounterKind::pause_time_sent, priority);
        if (!paused.is_growth || !paused.counted())
            continue;
        const Observed bytes = observe(context, CounterKind::bytes_received, priority);
        if (bytes.counter == nullptr || !bytes.is_growth)
            continue;
        const BitsPerSecond* speed = context.need(context.id, context.port().speed, "the speed of the port");
        if (speed == nullptr || speed->count == 0)
            continue;
        constexpr double microseconds = 1e6;
        const double receiving
            = static_cast<double>(bytes.count) * 8 * microseconds / static_cast<double>(speed->count);
        const double share
            = static_cast<double>(paused.count) * 100 / (static_cast<double>(paused.count) + receiving);
        if (share < context.number("share"))
            continue;
        context.report({.at = paused.counter->at,
            .message = fmt::format(
                "{} takes packets of priority {} more slowly than they arrive: pause makes up {:.0f} percent of the time that "
                "pause and reception at line rate take together: {}",
                context.port_label(context.id),
                priority,
                share,
                describe(paused)),
            .subjects = {context.subject(Property::pci, Part::option("link"))},
            .related = {{bytes.counter->at, describe(bytes)}},
            .fix
            = "Look at the host, not at the fabric: the PCIe link of the NIC, its NUMA node, IOMMU, memory, and the "
              "receiving process."});
    }
}

}

extern const Rule rule = {
    .code = "EVD016",
    .name = "receiver-bound-host",
    .severity = Severity::info,
    .scope = Scope::port,
    .summary = "Counters show that a NIC pauses its switch for much of the time.",
    .why
    = "A NIC sends pause when its own buffer fills, because the host behind it does not take packets at the rate of the link: a PCIe "
      "link with too few lanes, an IOMMU that misses, memory of another socket. The congestion then begins at this host and spreads "
      "into the fabric, where no configuration removes it.",
    .source
    = "Linux, Documentation/networking/device_drivers/ethernet/mellanox/mlx5/counters.rst (tx_prio[p]_pause_duration, in "
      "microseconds; rx_prio[p]_bytes); Guo et al., RDMA over Commodity Ethernet at Scale, SIGCOMM 2016, section 4.4 (slow receiver)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Find what slows the host down: PCIe, memory, IOMMU or the receiving process.",
    .yields = true,
    .check_port = check,
};

}
