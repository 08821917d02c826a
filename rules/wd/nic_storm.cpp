// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace rocelint::rules::wd012 {
namespace {

constexpr Example examples[] = {
    {.title = "The NIC may pause forever",
        .files = {{{"linux-host", "host1", R"(-pfc-prevention-tout: 100
+pfc-prevention-tout: 0
)"}}},
        .flagged = "pfc-prevention-tout: 0"},
    {.title = "The NIC may pause for 8 seconds, as it does by default",
        .files = {{{"linux-host", "host1", R"(-pfc-prevention-tout: 100
+pfc-prevention-tout: 8000
)"}}},
        .flagged = "pfc-prevention-tout: 8000"},
    {.title = "The NIC chooses after how long it stops pausing",
        .files = {{{"linux-host", "host1", R"(-pfc-prevention-tout: 100
+pfc-prevention-tout: 65535
)"}}}},
};

constexpr double usual_detection[] = {200};
constexpr Parameter parameters[] = {
    {.name = "detection_ms",
        .defaults = usual_detection,
        .unit = "ms",
        .meaning = "longest time that a NIC may pause where the switch's own detection time is not known",
        .source = "sonic-utilities pfcwd/main.py, DEFAULT_DETECTION_TIME"},
};

// The switch port that the NIC pauses, if its watchdog is on and its detection time known.
const Port* watching_port(const PortContext& context)
{
    const auto peer = context.fabric.peer(context.id);
    if (!peer)
        return nullptr;
    const PfcWatchdog& watchdog = context.fabric.port(*peer).watchdog;
    const bool watches = watchdog.enabled.peek_known() && watchdog.enabled.value;
    return watches && watchdog.detection.peek_known() ? &context.fabric.port(*peer) : nullptr;
}

void report(PortContext& context, const Nic& nic, Severity severity, std::string message)
{
    context.report({.severity = severity,
        .at = context.place(nic.storm_prevention.origin),
        .message = std::move(message),
        .subjects = {context.subject(Property::watchdog)},
        .fix = fmt::format("ethtool --set-tunable {} pfc-prevention-tout 65535", context.port().name)});
}

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    if (!context.on_host() || !context.is_roce() || nic == nullptr
        || context.port().kind != PortKind::physical || !nic->storm_prevention.known()
        || !context.port().pfc_tx.known() || context.port().pfc_tx.value.empty())
        return;
    const std::uint32_t longest = nic->storm_prevention.value.count();
    const std::string label = context.port_label(context.id);
    if (longest == 0)
        return report(context,
            *nic,
            Severity::warning,
            fmt::format(
                "{} may pause without end: a receiver that hangs stops its switch, and then the switches before it",
                label));
    const Port* watching = watching_port(context);
    const double detection = watching == nullptr
        ? context.number("detection_ms")
        : static_cast<double>(watching->watchdog.detection.value.count());
    if (static_cast<double>(longest) <= detection)
        return;
    report(context,
        *nic,
        Severity::info,
        watching == nullptr
            ? fmt::format(
                "{} may pause for {} ms, longer than the {:g} ms after which the watchdog of a switch "
                "usually acts: a receiver that hangs stops its switch for that long",
                label,
                longest,
                detection)
            : fmt::format(
                "{} may pause for {} ms, but the watchdog of its switch considers a queue stuck after {:g} "
                "ms: the switch drops packets for this host before the NIC itself stops pausing",
                label,
                longest,
                detection));
}

}

extern const Rule rule = {
    .code = "WD012",
    .name = "nic-pauses-without-end",
    .severity = Severity::warning,
    .other_severities
    = {{{Severity::info, "where the NIC stops pausing, but later than the watchdog of a switch acts"}}},
    .scope = Scope::host,
    .summary = "A NIC with PFC has its storm prevention off, or set to a longer time than switches wait.",
    .why
    = "A NIC whose host has hung (a stuck PCI bus, a kernel that stands still) fills its buffer and pauses the "
      "switch for as long as it has power. Storm prevention makes it drop what comes in instead, after a time, so "
      "that the fault stays with its host. By default that time is 8 seconds on some NICs: a fabric that waits as "
      "long as that has stood still.",
    .source
    = "Guo et al., RDMA over Commodity Ethernet at Scale, SIGCOMM 2016, section 4.3 (NIC PFC storms); Linux "
      "include/uapi/linux/ethtool.h, PFC_STORM_PREVENTION_AUTO and PFC_STORM_PREVENTION_DISABLE; Linux "
      "drivers/net/ethernet/mellanox/mlx5/core/en_ethtool.c, mlx5e_set_pfc_prevention_tout; Linux commit "
      "2afa609f5c97, net/mlx5e: PFC stall prevention support (8 seconds by default, 100 ms where the NIC chooses)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "ethtool --set-tunable INTERFACE pfc-prevention-tout 65535",
    .check_port = check,
};

}
