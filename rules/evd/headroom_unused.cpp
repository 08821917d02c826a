// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "rules/observed.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::evd014 {
namespace {

constexpr std::string_view pausing
    = R"(  Port Tx    PFC0    PFC1    PFC2    PFC3    PFC4    PFC5    PFC6    PFC7
---------  ------  ------  ------  ------  ------  ------  ------  ------
Ethernet0       0       0       0      10       0       0       0       0
Ethernet4       0       0       0   1,200       0       0       0       0

  Port Tx    PFC0    PFC1    PFC2    PFC3    PFC4    PFC5    PFC6    PFC7
---------  ------  ------  ------  ------  ------  ------  ------  ------
Ethernet0       0       0       0      20       0       0       0       0
Ethernet4       0       0       0  91,200       0       0       0       0
)";

constexpr Example examples[] = {
    {.title = "The switch pauses its neighbour often, and nothing ever reached the headroom",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic", "leaf1", pausing, "show_pfc_counters.txt"},
            {"sonic",
                "leaf1",
                R"(Ingress headroom per PG:
     Port    PG0    PG1    PG2    PG3    PG4    PG5    PG6    PG7
---------  -----  -----  -----  -----  -----  -----  -----  -----
Ethernet0      0      0      0   4096      0      0      0      0
Ethernet4      0      0      0      0      0      0      0      0

Ingress headroom per PG:
     Port    PG0    PG1    PG2    PG3    PG4    PG5    PG6    PG7
---------  -----  -----  -----  -----  -----  -----  -----  -----
Ethernet0      0      0      0   4096      0      0      0      0
Ethernet4      0      0      0      0      0      0      0      0
)",
                "show_priority-group_watermark_headroom.txt"}}},
        .flagged = "91,200"},
    {.title = "What arrived after the pauses lay in the headroom",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic", "leaf1", pausing, "show_pfc_counters.txt"},
            {"sonic",
                "leaf1",
                R"(Ingress headroom per PG:
     Port    PG0    PG1    PG2    PG3    PG4    PG5    PG6    PG7
---------  -----  -----  -----  -----  -----  -----  -----  -----
Ethernet0      0      0      0   4096      0      0      0      0
Ethernet4      0      0      0      0      0      0      0      0

Ingress headroom per PG:
     Port    PG0    PG1    PG2    PG3    PG4    PG5    PG6    PG7
---------  -----  -----  -----  -----  -----  -----  -----  -----
Ethernet0      0      0      0   4096      0      0      0      0
Ethernet4      0      0      0  20480      0      0      0      0
)",
                "show_priority-group_watermark_headroom.txt"}}}},
    {.title = "The watermarks of all ports are 0, as where the switch does not collect them",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic", "leaf1", pausing, "show_pfc_counters.txt"},
            {"sonic",
                "leaf1",
                R"(Ingress headroom per PG:
     Port    PG0    PG1    PG2    PG3    PG4    PG5    PG6    PG7
---------  -----  -----  -----  -----  -----  -----  -----  -----
Ethernet4      0      0      0      0      0      0      0      0

Ingress headroom per PG:
     Port    PG0    PG1    PG2    PG3    PG4    PG5    PG6    PG7
---------  -----  -----  -----  -----  -----  -----  -----  -----
Ethernet4      0      0      0      0      0      0      0      0
)",
                "show_priority-group_watermark_headroom.txt"}}}},
};

constexpr double many_frames[] = {1000};
constexpr Parameter parameters[] = {{"frames",
    many_frames,
    "frames",
    "PFC frames between two captures from which on unused headroom is reported",
    "a choice: after this many pauses, packets in flight would have reached the headroom if they ever do"}};

bool collects_watermarks(const Device& device)
{
    return std::ranges::any_of(device.counters, [](const Counter& counter) {
        return counter.kind == CounterKind::headroom_peak && peak_of(counter) > 0;
    });
}

void check(PortContext& context)
{
    const Device& device = context.device();
    if (!context.is_roce() || !context.on_switch() || !shows_headroom(device, context.id.port)
        || !collects_watermarks(device))
        return;
    for (const Priority priority : context.required()) {
        const Setting<std::uint8_t> group = group_of_priority(device, context.port(), priority);
        if (context.need(context.id, group, fmt::format("the priority group of priority {}", priority))
            == nullptr)
            continue;
        const Counter* peak = headroom_peak(device, context.id.port, priority);
        if (peak == nullptr || peak_of(*peak) > 0 || !peak->earlier)
            continue;
        const Observed paused = observe_pause_sent(context, priority);
        if (!paused.is_growth || static_cast<double>(paused.count) < context.number("frames"))
            continue;
        context.report({.at = paused.counter->at,
            .message = fmt::format(
                "{} often pauses priority {}, and nothing ever reaches its headroom, whose memory bursts could use: {}",
                context.port_label(context.id),
                priority,
                describe(paused)),
            .subjects = {context.subject(Property::headroom, priority)},
            .related = {{peak->at, "the headroom was empty throughout"}},
            .fix
            = "Compare the headroom with the length of the cable (rocelint headroom), and the threshold with the pool."});
    }
}

}

extern const Rule rule = {
    .code = "EVD014",
    .name = "headroom-unused",
    .severity = Severity::info,
    .scope = Scope::port,
    .summary = "Counters show many pauses on a port whose headroom was never used.",
    .why
    = "Packets that are on the cable when a switch sends pause need headroom only if the shared part of their priority group is full "
      "by then. A port that pauses often and never uses its headroom either has a cable far shorter than its headroom is for, or sends "
      "pause long before its share of the pool is full. Headroom is reserved: what is not needed is missing in the pool that absorbs "
      "bursts, so that the switch pauses more.",
    .source
    = "SAI, saibuffer.h (SAI_INGRESS_PRIORITY_GROUP_STAT_XOFF_ROOM_WATERMARK_BYTES); sonic-utilities, scripts/watermarkstat; IEEE "
      "802.1Q-2022 annex N",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Reserve the headroom that the cable needs, and leave the rest to the shared pool.",
    .yields = true,
    .check_port = check,
};

}
