// SPDX-License-Identifier: Apache-2.0
// Classes and PFC of a rendered switch.
#include "drivers/junos/render/render_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::junos {
namespace {

std::string bit_text(unsigned value, unsigned width)
{
    std::string text;
    for (unsigned bit = width; bit-- > 0;)
        text += ((value >> bit) & 1U) != 0 ? '1' : '0';
    return text;
}

constexpr unsigned pcp_bits = 3;
constexpr unsigned dscp_bits = 6;

void write_classifier(RenderState& state, std::string_view kind, bool by_dscp)
{
    const DeviceDesign& design = state.design;
    DscpSet mapped;
    for (const ClassDesign& each : design.classes)
        mapped = mapped | each.dscps;
    state.text.open(fmt::format("{} rdma", kind));
    for (const ClassDesign& each : design.classes) {
        const bool first = &each == &design.classes.front();
        std::vector<std::string> points;
        for (unsigned point = 0; point < (by_dscp ? 64U : 8U); ++point) {
            const auto number = static_cast<std::uint8_t>(point);
            const bool mine = by_dscp
                ? each.dscps.has(number) || (first && !mapped.has(number))
                : each.priority == number || (first && design.of_priority(number) == nullptr);
            if (mine)
                points.push_back(bit_text(point, by_dscp ? dscp_bits : pcp_bits));
        }
        if (points.empty())
            continue;
        state.text.open(fmt::format("forwarding-class {}", each.name));
        state.text.list("loss-priority low code-points", points);
        state.text.close();
    }
    state.text.close();
}

// Junos OS CLI Reference, congestion-notification-profile, pfc-watchdog: detection in polling intervals. The
// defaults, which are the shortest times, are in the catalog.
void write_pause_watchdog(RenderState& state)
{
    const WatchdogTarget& wanted = state.design.watchdog;
    if (wanted.priorities.empty())
        return;
    if (!state.evolved) {
        state.say("the PFC watchdog: no source was found that Junos OS (not Evolved) has one on this switch");
        return;
    }
    const auto within = [&](std::string_view what, std::uint32_t value, const Limit& limit) {
        if (std::string sentence = rounded(limit, what, value); !sentence.empty())
            state.say(std::move(sentence));
        return static_cast<std::uint32_t>(limit.nearest(value));
    };
    const std::uint32_t default_poll = catalog_number("watchdog_poll_interval");
    const std::uint32_t poll = within("the watchdog's poll interval",
        wanted.poll ? wanted.poll->count() : default_poll,
        poll_interval_limit);
    const std::uint32_t default_detection = poll * catalog_number("watchdog_detection");
    const std::uint32_t detection = wanted.detection ? wanted.detection->count() : default_detection;
    const auto polls = static_cast<std::uint32_t>(detection_limit.nearest((detection + poll - 1) / poll));
    if (polls * poll != detection)
        state.say(
            fmt::format("the watchdog's detection time is {} ms, not {} ms: Junos counts {} to {} polls ({})",
                polls * poll,
                detection,
                detection_limit.least,
                detection_limit.most,
                detection_limit.source));
    const std::uint32_t recovery = within("the watchdog's recovery time",
        wanted.restoration ? wanted.restoration->count() : catalog_number("watchdog_recovery"),
        recovery_limit);
    state.text.open("pfc-watchdog");
    state.text.line(fmt::format("{} {}", detection_limit.name, polls));
    state.text.line(fmt::format("{} {}", recovery_limit.name, recovery));
    state.text.line(fmt::format("{} {}", poll_interval_limit.name, poll));
    state.text.close();
}

void write_pause(RenderState& state, const RenderedPause& pause)
{
    const DeviceDesign& design = state.design;
    BraceText& text = state.text;
    const bool by_pcp = design.trust == Trust::pcp;
    const auto write_point = [&](const std::string& point) {
        text.open(fmt::format("code-point {}", point));
        text.line("pfc");
        if (pause.mru != 0)
            text.line(fmt::format("mru {}", pause.mru));
        text.close();
    };
    text.open(pause.name);
    write_pause_watchdog(state);
    text.open("input");
    text.open(by_pcp ? "ieee-802.1" : "dscp");
    for (const ClassDesign& each : design.classes) {
        if (!each.lossless)
            continue;
        if (by_pcp) {
            write_point(bit_text(each.priority, pcp_bits));
            continue;
        }
        for (const Dscp dscp : each.dscps)
            write_point(bit_text(dscp, dscp_bits));
    }
    text.close();
    text.line(fmt::format("cable-length {}", pause.metres));
    text.close();
    text.open("output");
    text.open("ieee-802.1");
    for (const ClassDesign& each : design.classes) {
        if (!each.lossless)
            continue;
        text.open(fmt::format("code-point {}", bit_text(each.priority, pcp_bits)));
        text.line(fmt::format("flow-control-queue {}", each.priority));
        text.close();
    }
    text.close();
    text.close();
    text.close();
}

}

// Junos OS CLI Reference, forwarding-classes: class … queue-num … no-loss pfc-priority …; classifiers: code
// points in bits.
void write_classes(RenderState& state)
{
    const Trust trust = state.design.trust;
    if (trust != Trust::none) {
        state.text.open("classifiers");
        if (trust != Trust::pcp)
            write_classifier(state, "dscp", true);
        if (trust != Trust::dscp)
            write_classifier(state, "ieee-802.1", false);
        state.text.close();
    }
    state.text.open("forwarding-classes");
    for (const ClassDesign& each : state.design.classes) {
        std::string line = fmt::format("class {} queue-num {}", each.name, each.priority);
        if (each.lossless)
            line += fmt::format(" no-loss pfc-priority {}", each.priority);
        state.text.line(line);
    }
    state.text.close();
}

// Junos OS CLI Reference, mru (Congestion Notification Profiles): the default for priority 3 is 2500 bytes,
// so mru is always written; cable-length; code-point (Output Congestion Notification): an unlisted priority
// stops no queue. One profile cannot have PFC by both DSCP and PCP (congestion-notification-profile).
void write_pauses(RenderState& state)
{
    if (state.pauses.empty())
        return;
    state.text.open("congestion-notification-profile");
    for (const RenderedPause& pause : state.pauses)
        write_pause(state, pause);
    state.text.close();
}

}
