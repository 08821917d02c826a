// SPDX-License-Identifier: Apache-2.0
#include "models/catalog/catalog.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::wd001 {
namespace {

constexpr Example examples[] = {
    {.title = "One port with PFC is left out of the watchdog",
        .files = {{{"sonic", "leaf1", R"({"PFC_WD": {"Ethernet0": null}})"}}},
        .flagged = R"("PFC_WD": {)"},
    {.title = "The watchdog is not configured at all",
        .files = {{{"sonic", "leaf1", R"({"PFC_WD": null})"}}},
        .flagged = R"("hostname": "leaf1")"},
    {.title = "The counters that the watchdog looks at are off",
        .files
        = {{{"sonic", "leaf1", R"({"FLEX_COUNTER_TABLE": {"PFCWD": {"FLEX_COUNTER_STATUS": "disable"}}})"}}},
        .flagged = R"("FLEX_COUNTER_STATUS": "disable")"},
    {.title = "Every port with PFC is watched", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "The watchdog is switched off on one port",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet1/1
-   priority-flow-control pause watchdog
+   no priority-flow-control pause watchdog
)"}}},
        .flagged = "no priority-flow-control pause watchdog"},
    {.title = "No line mentions the watchdog",
        .files = {{{"eos", "leaf1", R"(-priority-flow-control pause watchdog default timeout 0.2
-priority-flow-control pause watchdog default recovery-time 0.4
-priority-flow-control pause watchdog default polling-interval 0.1
-priority-flow-control pause watchdog action drop
-   priority-flow-control pause watchdog
-   priority-flow-control pause watchdog
)"}}},
        .flagged = "hostname leaf1"},
    {.title = "The watchdog is on everywhere", .files = {{{"eos", "leaf1", ""}}}},
    {.title = "No watchdog on the uplink",
        .files = {{{"sample-nos", "leaf1", R"(@ p2:
-    watchdog: {poll: 100ms, detection: 200ms, restoration: 400ms, action: drop}
)"}}},
        .flagged = "p2:"},
    {.title = "Both ports are watched", .files = {{{"sample-nos", "leaf1", ""}}}},
    {.title = "The congestion notification profile has no watchdog",
        .files = {{{"junos", "leaf1", R"(@ lossless {
-            pfc-watchdog {
-                poll-interval 100;
-                detection 2;
-                recovery 200;
-                watchdog-action drop;
-            }
)"}}},
        .flagged = "lossless {"},
    {.title = "The congestion notification profile has a watchdog", .files = {{{"junos", "leaf1", ""}}}},
    {.title = "The uplink is left out of the watchdog",
        .files = {{{"onyx", "leaf1", R"(-   interface ethernet 1/1-1/2 pfc-wd
+   interface ethernet 1/1 pfc-wd
)"}}},
        .flagged = "speed 100G force"},
    {.title = "Both ports are watched", .files = {{{"onyx", "leaf1", ""}}}},
    {.title = "The watchdog is switched off on one port",
        .files = {{{"nxos", "leaf1", R"(@ interface Ethernet1/1
-  priority-flow-control watch-dog-interval on
+  priority-flow-control watch-dog-interval off
)"}}},
        .flagged = "priority-flow-control watch-dog-interval off"},
    {.title = "Both ports have the watchdog", .files = {{{"nxos", "leaf1", ""}}}},
    {.title = "The watchdog is off on the uplink",
        .files = {{{"sonic-cli", "leaf1", R"(@ interface Eth1/2
- priority-flow-control watchdog on detect-time 200
+ priority-flow-control watchdog off
)"}}},
        .flagged = "priority-flow-control watchdog off"},
    {.title = "Both ports are watched", .files = {{{"sonic-cli", "leaf1", ""}}}},
    {.title = "No port has the PFC watchdog",
        .files = {{{"nvue", "leaf1", R"(-nv set interface swp1-2 qos pfc-watchdog state enabled
)"}}},
        .flagged = "hostname leaf1"},
    {.title = "Both ports have the PFC watchdog", .files = {{{"nvue", "leaf1", ""}}}},
    {.title = "The host port is left out of the watchdog",
        .files = {{{"aoscx", "leaf1", R"(@ interface 1/1/1
-    flow-control watchdog
)"}}},
        .flagged = "interface 1/1/1"},
    {.title = "Both ports are watched", .files = {{{"aoscx", "leaf1", ""}}}},
    {.title = "The host port is left out of the watchdog",
        .files = {{{"iosxr", "leaf1", R"(@ interface HundredGigE0/0/0/0
+ priority-flow-control watchdog mode off
)"}}},
        .flagged = "priority-flow-control watchdog mode off"},
    {.title = "The router watches both ports", .files = {{{"iosxr", "leaf1", ""}}}},
    {.title = "The host port detects no deadlocks",
        .files = {{{"comware", "leaf1", R"(@ interface HundredGigE1/0/1
- priority-flow-control deadlock enable
)"}}},
        .flagged = "interface HundredGigE1/0/1"},
    {.title = "Both ports detect deadlocks", .files = {{{"comware", "leaf1", ""}}}},
    {.title = "The queue has no interval, without which no deadlock of it is detected",
        .files = {{{"comware", "leaf1", R"(- priority-flow-control deadlock cos 3 interval 10
)"}}},
        .flagged = "priority-flow-control deadlock enable"},
    {.title = "The profile of all ports leaves the watchdog off",
        .files = {{{"srlinux", "leaf1", R"(-                enable true
+                enable false
)"}}},
        .flagged = "enable false"},
};

constexpr double default_times[] = {200};
constexpr Parameter parameters[] = {
    {.name = "detection_ms",
        .defaults = default_times,
        .unit = "ms",
        .meaning
        = "detection and restoration time that a correction sets where no port of the device has one",
        .source = "sonic-utilities pfcwd/main.py, DEFAULT_DETECTION_TIME and DEFAULT_RESTORATION_TIME"},
};

// The times of the device's other ports, otherwise the parameter.
WatchdogTarget target_for(const DeviceContext& context, const Port& port)
{
    WatchdogTarget target;
    target.priorities = port.pfc_tx.value;
    if (!context.device().watchdog_has_times || !context.device().watchdog_times_settable)
        return target;
    for (const Port& other : context.device().ports) {
        const PfcWatchdog& watchdog = other.watchdog;
        if (!watchdog.enabled.is(true) || !watchdog.detection.known() || target.detection)
            continue;
        target.detection = watchdog.detection.value;
        if (watchdog.restoration.known())
            target.restoration = watchdog.restoration.value;
    }
    const Milliseconds usual(static_cast<std::uint32_t>(context.number("detection_ms")));
    if (!target.detection)
        target.detection = usual;
    if (!target.restoration)
        target.restoration = target.detection;
    return target;
}

void report(DeviceContext& context, const std::vector<std::uint32_t>& ports, bool on_all)
{
    const Device& device = context.device();
    const Port& first = device.ports[ports.front()];
    const OriginId origin = first.watchdog.enabled.origin;
    // A watchdog that no line mentions is missing on the device, rather than on each of its ports.
    const bool absent = !device.origins.span(origin).somewhere();
    // A switch on which no line mentions the watchdog has the default of its platform; for some platforms only
    // secondary sources say what that is.
    const bool by_default = origin.kind() == OriginKind::default_;
    const bool assumed
        = by_default && catalog::platform_default(device.platform, "watchdog_default").value == "assumed";
    const std::string where = on_all && ports.size() > 1
        ? fmt::format(
            "{} has PFC on {} ports and the PFC watchdog on none of them", device.name, ports.size())
        : fmt::format("{} has PFC but no PFC watchdog", context.port_label({context.index, ports.front()}));
    const bool by_assumption = assumed || (on_all && by_default);
    Diagnosis diagnosis{.basis = by_assumption ? std::optional(Basis::assumed_default) : std::nullopt,
        .at = on_all && absent ? device.place(origin) : device.place(origin, &first),
        .message = where + ": one NIC that never stops sending pause halts every path that leads to it",
        .related = {{device.place(first.pfc_tx.origin, &first), "PFC is on here"}},
        .fix = fmt::format("Turn the PFC watchdog on for the lossless priorities of {}.",
            on_all ? device.name : std::string(first.name))};
    for (const std::uint32_t port : ports) {
        diagnosis.blame({context.index, port}, Property::watchdog);
        if (port != ports.front())
            diagnosis.also_on.push_back({context.index, port});
    }
    const std::string_view why = device.origins.look_up(origin).note;
    if (origin.kind() == OriginKind::derived)
        diagnosis.show(device.place(origin), std::string(why));
    else if (assumed)
        diagnosis.show({}, fmt::format("that it is off by default is assumed: {}", why));
    for (const std::uint32_t port : ports)
        diagnosis.changes.push_back({.port = {context.index, port},
            .property = Property::watchdog,
            .value = target_for(context, device.ports[port])});
    context.report(std::move(diagnosis));
}

// PFC on a port where no class needs it should be removed rather than watched (PFC002).
bool is_stray(const DeviceContext& context, PortId id)
{
    return context.analysis.required_priorities(id).empty() && !context.analysis.carried_classes(id).empty();
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    // WD010 reports switches that drop all lossless packets.
    if (device.kind != DeviceKind::network_switch || !device.has_watchdog
        || (device.forced_drop.peek_known() && device.forced_drop.value))
        return;
    std::vector<std::uint32_t> unwatched;
    bool any_watched = false;
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        const Port& port = device.ports[index];
        if (port.kind != PortKind::physical || !context.analysis.is_roce({context.index, index})
            || !port.pfc_tx.known() || port.pfc_tx.value.empty() || is_stray(context, {context.index, index}))
            continue;
        const bool* enabled = context.need({context.index, index}, port.watchdog.enabled, "the PFC watchdog");
        any_watched = any_watched || enabled == nullptr || *enabled;
        if (enabled != nullptr && !*enabled)
            unwatched.push_back(index);
    }
    if (unwatched.empty())
        return;
    if (!any_watched)
        return report(context, unwatched, true);
    for (const std::uint32_t port : unwatched)
        report(context, {port}, false);
}

}

extern const Rule rule = {
    .code = "WD001",
    .name = "pfc-without-watchdog",
    .severity = Severity::error,
    .by_assumed_default = Severity::warning,
    .scope = Scope::port,
    .summary = "A port with PFC has no PFC watchdog.",
    .why = "A broken NIC can send pause without end. Its switch port stops, then the switches behind it, "
           "until half the fabric stands still although every link is up. The watchdog sees a queue that "
           "stays paused and drops what it holds, so that only the broken port suffers.",
    .source = "Guo et al., RDMA over Commodity Ethernet at Scale, SIGCOMM 2016 (NIC pause storms and "
              "the switch watchdog); sonic-utilities pfcwd/main.py; NVIDIA Cumulus Linux 5.16, "
              "Quality of Service, PFC watchdog",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix
    = "Turn the watchdog on for each lossless priority, with a detection time of a few hundred milliseconds.",
    .witness = Witness::storm,
    .check_device = check,
};

}
