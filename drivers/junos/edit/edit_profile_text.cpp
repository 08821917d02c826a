// SPDX-License-Identifier: Apache-2.0
// The contents of one congestion notification profile.
#include "drivers/junos/edit/edit_profiles.h"
#include "models/fabric/classify.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::junos {

const ForwardingClass* ProfileText::class_of(Priority priority) const
{
    for (const ForwardingClass* of_class : context_.config().class_of_queue) {
        if (of_class != nullptr && of_class->pfc_priority.is(priority))
            return of_class;
    }
    return nullptr;
}

const Statement* ProfileText::points(std::string_view direction, std::string_view kind) const
{
    const Statement* block = now_ == nullptr ? nullptr : now_->child(direction);
    return block == nullptr ? nullptr : block->child(kind);
}

Objection ProfileText::take_away(const Statement& in_force, std::initializer_list<std::string_view> words)
{
    Draft& draft = context_.draft();
    Statement* found = draft.find(written_, words);
    if (found != nullptr) {
        draft.remove(*found);
        return {};
    }
    // Another change of the same profile may have removed it already.
    const Statement* written = draft.written(in_force);
    if (written != nullptr && draft.is_removed(*written))
        return {};
    return "part of the profile is inherited from a group: change it by hand";
}

Objection ProfileText::add_output(Priority priority, std::uint8_t queue)
{
    Draft& draft = context_.draft();
    if (points("output", "ieee-802.1") == nullptr) {
        const std::string_view answering = context_.config().defaults.text(Default::output_queues);
        const bool by_default = queue == priority
            && answering.find(static_cast<char>('0' + priority)) != std::string_view::npos;
        if (by_default && draft.find(written_, {"output", "ieee-802.1"}) == nullptr)
            return {};
        // A list replaces the default, so it must also name what was paused before.
        const Port& port = context_.port(port_);
        for (const Priority other : PrioritySet::all()) {
            const Setting<std::uint8_t> stopped = queue_of_priority(context_.device(), port, other);
            if (other == priority || !port.pfc_rx.known() || !port.pfc_rx.value.has(other)
                || !stopped.known())
                continue;
            if (Objection reason = draft.set(written_,
                    {"output",
                        "ieee-802.1",
                        "code-point",
                        bits_of(other, 3),
                        "flow-control-queue",
                        fmt::format("{}", stopped.value)}))
                return reason;
        }
    }
    return draft.set(written_,
        {"output",
            "ieee-802.1",
            "code-point",
            bits_of(priority, 3),
            "flow-control-queue",
            fmt::format("{}", queue)});
}

// Junos OS CLI Reference, mru (Congestion Notification Profiles): headroom assumes packets of 2500 bytes
// unless larger ones are configured.
Objection ProfileText::pause_point(std::string_view kind, const std::string& point)
{
    Draft& draft = context_.draft();
    Objection reason = draft.set(written_, {"input", kind, "code-point", point, "pfc"});
    const Setting<Bytes>& frame = context_.port(port_).max_frame;
    if (reason || !frame.known())
        return reason;
    return draft.set(
        written_, {"input", kind, "code-point", point, "mru", fmt::format("{}", frame.value.count)});
}

// Whether the profile depends on VLAN tags that the port's packets do not have (drop_pause_of_tags() of
// pfc.cpp).
bool ProfileText::is_keyed_on_absent_tags() const
{
    const Port& port = context_.port(port_);
    return now_ != nullptr && is_keyed_on_pcp(*now_) && port.trust.is(Trust::dscp) && port.routed.is(true)
        && port.pfc_tx.known() && port.pfc_tx.value.empty();
}

Objection ProfileText::add_pause(Priority priority)
{
    const Port& port = context_.port(port_);
    const bool absent_tags = is_keyed_on_absent_tags();
    if (absent_tags) {
        if (Objection reason = take_away(*points("input", "ieee-802.1"), {"input", "ieee-802.1"}))
            return reason;
    }
    const bool by_pcp = !absent_tags
        && (points("input", "ieee-802.1") != nullptr
            || (points("input", "dscp") == nullptr && port.trust.is(Trust::pcp)));
    if (by_pcp) {
        const ClassMap* map = context_.device().map(port.pcp_to_tc);
        const std::uint8_t queue = map == nullptr ? ClassMap::unmapped : map->at_point(priority);
        if (queue >= queues_at_most)
            return Objection(
                fmt::format("which class PCP {} of {} falls into is not known", priority, port.name));
        Objection reason = pause_point("ieee-802.1", bits_of(priority, 3));
        return reason ? reason : add_output(priority, queue);
    }
    // Junos OS CLI Reference, dscp (Input Congestion Notification): the class of the DSCP needs a
    // pfc-priority.
    const ForwardingClass* of_class = class_of(priority);
    if (of_class == nullptr || !of_class->queue.known())
        return Objection(fmt::format(
            "no forwarding class has the pfc-priority {}: give the lossless class one first", priority));
    const DscpSet dscps = dscps_of_tc(context_.device(), port, of_class->queue.value);
    if (dscps.empty())
        return Objection(fmt::format("no DSCP of {} is classified into {}, the class of priority {}",
            port.name,
            of_class->name,
            priority));
    for (const Dscp dscp : dscps) {
        if (Objection reason = pause_point("dscp", bits_of(dscp, 6)))
            return reason;
    }
    return add_output(priority, of_class->queue.value);
}

Objection ProfileText::remove_pause(Priority priority)
{
    const ClassMap* dscps = context_.device().map(context_.port(port_).dscp_to_tc);
    if (const Statement* listed = points("input", "dscp"); listed != nullptr) {
        for (const Statement& point : *listed) {
            const auto number = parse_point(point.key, 6);
            const std::uint8_t tc
                = number && dscps != nullptr ? dscps->at_point(*number) : ClassMap::unmapped;
            const ForwardingClass* of_class
                = tc < queues_at_most ? context_.config().class_of_queue[tc] : nullptr;
            if (of_class == nullptr || !of_class->pfc_priority.is(priority))
                continue;
            if (Objection reason = take_away(point, {"input", "dscp", "code-point", point.key}))
                return reason;
        }
    }
    for (const std::string_view direction : {"input", "output"}) {
        const Statement* listed = points(direction, "ieee-802.1");
        if (listed == nullptr)
            continue;
        for (const Statement& point : *listed) {
            if (parse_point(point.key, 3) != std::optional(priority))
                continue;
            if (Objection reason = take_away(point, {direction, "ieee-802.1", "code-point", point.key}))
                return reason;
        }
    }
    return {};
}

Objection ProfileText::set_queue(Priority priority, std::uint8_t queue)
{
    const std::string wanted = fmt::format("{}", queue);
    if (const Statement* listed = points("output", "ieee-802.1"); listed != nullptr) {
        for (const Statement& point : *listed) {
            if (parse_point(point.key, 3) != std::optional(priority))
                continue;
            for (const Statement& stopped : point) {
                if (stopped.key == wanted)
                    continue;
                if (Objection reason = take_away(stopped,
                        {"output", "ieee-802.1", "code-point", point.key, "flow-control-queue", stopped.key}))
                    return reason;
            }
        }
    }
    return add_output(priority, queue);
}

Objection ProfileText::set_cable(Metres length)
{
    return context_.draft().set(written_, {"input", "cable-length", fmt::format("{}", length.count)});
}

Objection ProfileText::set_watchdog(const WatchdogTarget& target)
{
    const PfcWatchdog& now = context_.port(port_).watchdog;
    const bool running = now.enabled.is(true);
    const Defaults& defaults = context_.config().defaults;
    const auto time = [&](const Setting<Milliseconds>& setting, Default otherwise) {
        return running && setting.known()
            ? setting.value
            : Milliseconds(static_cast<std::uint32_t>(defaults.number(otherwise)));
    };
    const Milliseconds poll_now = time(now.poll, Default::watchdog_poll);
    const Milliseconds poll = target.poll.value_or(poll_now);
    const Milliseconds usual(
        static_cast<std::uint32_t>(defaults.number(Default::watchdog_detection)) * poll_now.count());
    const Milliseconds detection_now = running && now.detection.known() ? now.detection.value : usual;
    Milliseconds detection = target.detection.value_or(detection_now);
    // A time that no change asks to keep is rounded up to whole intervals, never shortened.
    if (!target.detection && poll.count() != 0 && detection.count() % poll.count() != 0)
        detection = Milliseconds((detection.count() / poll.count() + 1) * poll.count());
    if (poll.count() == 0 || detection.count() % poll.count() != 0 || detection < poll)
        return Objection(fmt::format(
            "Junos writes the detection time as a number of polling intervals, and {} ms is not a multiple "
            "of {} ms",
            detection.count(),
            poll.count()));
    Draft& draft = context_.draft();
    Objection reason;
    const auto set = [&](const Limit& limit, std::uint32_t value) {
        if (!reason)
            reason = objection_unless_empty(out_of_range(limit, value));
        if (!reason)
            reason = draft.set(written_, {"pfc-watchdog", limit.name, fmt::format("{}", value)});
    };
    reason = draft.set(written_, {"pfc-watchdog"});
    if (poll != poll_now)
        set(poll_interval_limit, poll.count());
    const std::uint32_t polls = detection.count() / poll.count();
    if (polls != detection_now.count() / poll_now.count())
        set(detection_limit, polls);
    if (target.restoration && *target.restoration != time(now.restoration, Default::watchdog_recovery))
        set(recovery_limit, target.restoration->count());
    return reason;
}

}
