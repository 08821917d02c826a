// SPDX-License-Identifier: Apache-2.0
#include "models/change/port_changes.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {

void PortChanges::add(Property property, ChangeValue value, std::uint8_t number)
{
    out_.changes.push_back({.port = id_, .property = property, .number = number, .value = value});
}

void PortChanges::leave(Property property, std::string_view why, bool unasked)
{
    out_.left.push_back({{id_.port, property}, fmt::format("{}: {}", a_.name, why), unasked});
}

template <class T>
bool PortChanges::wants(
    Property property, const Setting<T>& live, const Setting<T>& wanted, std::string_view what)
{
    if (wanted.known())
        return !live.known() || !(live.value == wanted.value);
    if (live.known())
        leave(property, fmt::format("{} is configured, and nothing says what it should be", what), true);
    return false;
}

template <class T>
void PortChanges::leave_other(
    Property property, const Setting<T>& live, const Setting<T>& wanted, std::string_view what)
{
    if (live.known() != wanted.known() || (live.known() && !(live.value == wanted.value)))
        leave(property, fmt::format("{} differs, and no change sets it", what), !wanted.known());
}

void PortChanges::make(Property property)
{
    switch (property) {
    case Property::pfc:
        return make_pfc();
    case Property::link_pause:
    case Property::trust:
    case Property::fec:
    case Property::power_saving:
    case Property::cable_length:
        return make_pauses(property);
    case Property::mtu:
        return make_mtu();
    case Property::speed:
        return make_speed();
    case Property::watchdog:
    case Property::watchdog_timers:
        return make_watchdog(property);
    case Property::dscp_map:
        return make_map(property, MapKind::dscp_to_tc, a_.dscp_to_tc, b_.dscp_to_tc);
    case Property::pcp_map:
        return make_map(property, MapKind::pcp_to_tc, a_.pcp_to_tc, b_.pcp_to_tc);
    case Property::dscp_rewrite:
        return make_map(property, MapKind::tc_to_dscp, a_.tc_to_dscp, b_.tc_to_dscp);
    case Property::queue_map:
        make_map(property, MapKind::tc_to_queue, a_.tc_to_queue, b_.tc_to_queue);
        return make_map(property, MapKind::priority_to_queue, a_.priority_to_queue, b_.priority_to_queue);
    case Property::priority_group_map:
        make_map(property, MapKind::tc_to_priority_group, a_.tc_to_priority_group, b_.tc_to_priority_group);
        return make_map(property,
            MapKind::priority_to_priority_group,
            a_.priority_to_priority_group,
            b_.priority_to_priority_group);
    case Property::ecn:
        return make_ecn();
    case Property::scheduler:
        return make_schedulers();
    case Property::buffer_threshold:
        return make_queue_buffers();
    case Property::headroom:
        return make_groups();
    default:
        return make_nic(property);
    }
}

void PortChanges::make_pfc()
{
    leave_other(Property::pfc, a_.pfc_asymmetric, b_.pfc_asymmetric, "asymmetric PFC");
    const bool rx = wants(Property::pfc, a_.pfc_rx, b_.pfc_rx, "the PFC that the port obeys");
    const bool tx = wants(Property::pfc, a_.pfc_tx, b_.pfc_tx, "the PFC that the port sends");
    if (!rx && !tx)
        return;
    // A change of PFC is one of both directions; an asymmetric port obeys every priority by itself.
    const bool by_itself = b_.pfc_asymmetric.is(true);
    if (!by_itself && b_.pfc_rx.known() && b_.pfc_tx.known() && b_.pfc_rx.value != b_.pfc_tx.value)
        return leave(Property::pfc, "PFC should be on in one direction, and a change sets both");
    const PrioritySet wanted = b_.pfc_tx.known() ? b_.pfc_tx.value : b_.pfc_rx.value;
    PriorityDelta delta;
    for (const Setting<PrioritySet>* now : {&a_.pfc_rx, &a_.pfc_tx}) {
        if (by_itself && now == &a_.pfc_rx)
            continue;
        delta.add = delta.add | (wanted - now->value_or({}));
        delta.remove = delta.remove | (now->value_or({}) - wanted);
    }
    // Drivers take the watchdog off a priority that is no longer paused.
    if (!(delta.remove & b_.watchdog.priorities.value_or({})).empty())
        leave(Property::watchdog, "the watchdog should watch a priority that loses PFC, and goes with it");
    if (keeps_headroom(delta.remove))
        leave(Property::headroom, "a priority that loses PFC should have headroom, which goes with it");
    if (!delta.add.empty() || !delta.remove.empty())
        return add(Property::pfc, delta);
    leave(Property::pfc, "which priorities PFC is on for is not known on the device");
}

void PortChanges::make_pauses(Property property)
{
    if (property == Property::link_pause) {
        const bool rx = wants(property, a_.pause_rx, b_.pause_rx, "link pause that the port obeys");
        const bool tx = wants(property, a_.pause_tx, b_.pause_tx, "link pause that the port sends");
        const bool alike
            = !b_.pause_rx.known() || !b_.pause_tx.known() || b_.pause_rx.value == b_.pause_tx.value;
        if ((rx || tx) && alike)
            add(property, b_.pause_rx.known() ? b_.pause_rx.value : b_.pause_tx.value);
        else if (rx || tx)
            leave(property, "link pause should be on in one direction, and a change sets both");
    } else if (property == Property::trust) {
        if (wants(property, a_.trust, b_.trust, "trust"))
            add(property, b_.trust.value);
        leave_other(property, a_.default_tc, b_.default_tc, "the class of packets that nothing classifies");
    } else if (property == Property::fec) {
        if (wants(property, a_.fec, b_.fec, "FEC"))
            add(property, b_.fec.value);
    } else if (property == Property::power_saving) {
        if (wants(property, a_.energy_efficient, b_.energy_efficient, "Energy-Efficient Ethernet"))
            add(property, b_.energy_efficient.value);
    } else if (wants(property, a_.cable_length, b_.cable_length, "the cable length"))
        add(property, b_.cable_length.value);
}

void PortChanges::make_mtu()
{
    const bool host = live_.kind == DeviceKind::host;
    const Setting<Bytes>& now = host ? a_.ip_mtu : a_.max_frame;
    const Setting<Bytes>& then = host ? b_.ip_mtu : b_.max_frame;
    if (wants(Property::mtu, now, then, "the MTU")) {
        // The other size goes along with it.
        add(Property::mtu, then.value);
        return;
    }
    if (host)
        leave_other(Property::mtu, a_.max_frame, b_.max_frame, "the largest frame");
    else
        leave_other(Property::mtu, a_.ip_mtu, b_.ip_mtu, "the largest IP packet");
}

void PortChanges::make_speed()
{
    if (wants(Property::speed, a_.speed, b_.speed, "the speed")) {
        add(Property::speed, b_.speed.value);
        if (has_other_speed())
            leave(Property::headroom, "the headroom should be that of another speed, but follows the port's");
    }
    leave_other(Property::speed, a_.autoneg, b_.autoneg, "autonegotiation");
    leave_other(Property::speed, a_.admin_up, b_.admin_up, "whether the port is shut down");
}

void PortChanges::make_watchdog(Property property)
{
    const PfcWatchdog& now = a_.watchdog;
    const PfcWatchdog& then = b_.watchdog;
    const auto differs = [](const auto& one, const auto& other) {
        return one.known() != other.known() || (one.known() && !(one.value == other.value));
    };
    if (property == Property::watchdog)
        leave_other(property, now.action, then.action, "what the watchdog does");
    if (!then.enabled.is(true)) {
        const bool off = now.enabled.is(true);
        if (off || differs(now.enabled, then.enabled))
            leave(property,
                off ? "the watchdog is on, and no change switches it off"
                    : "whether the watchdog is on differs");
        else
            leave(property, "the watchdog is off, and its times differ");
        return;
    }
    const auto optional = [](const Setting<Milliseconds>& time) {
        return time.known() ? std::optional(time.value) : std::nullopt;
    };
    const WatchdogTarget target{then.priorities.value_or({}),
        optional(then.detection),
        optional(then.restoration),
        optional(then.poll)};
    const bool expressed = property == Property::watchdog
        ? differs(now.enabled, then.enabled) || differs(now.priorities, then.priorities)
        : differs(now.detection, then.detection) || differs(now.restoration, then.restoration)
            || differs(now.poll, then.poll);
    if (expressed)
        add(property, target);
    const PrioritySet no_more = now.priorities.value_or({}) - then.priorities.value_or({});
    if (property == Property::watchdog
        && (!no_more.empty() || now.priorities.known() != then.priorities.known()))
        leave(property, "the watchdog watches priorities that it should not, and a change only adds to them");
    const bool unsaid = (now.detection.known() && !then.detection.known())
        || (now.restoration.known() && !then.restoration.known())
        || (now.poll.known() && !then.poll.known())
        // Polling more often than is needed counts as made.
        || (now.poll.known() && then.poll.known() && now.poll.value < then.poll.value);
    if (property == Property::watchdog_timers && unsaid)
        leave(
            property, "a time of the watchdog is set, and no change removes it or makes it poll less often");
}

void PortChanges::make_map(Property property, MapKind kind, const Setting<Ref>& from, const Setting<Ref>& to)
{
    constexpr std::uint8_t points = 64;
    const ClassMap* now = live_.map(from);
    const ClassMap* then = wanted_.map(to);
    if (then == nullptr) {
        if (from.known() != to.known() || now != nullptr)
            leave(property, "a map is bound, and none should be");
        return;
    }
    // Without a map of classes, queues or groups the numbers stay as they are.
    const bool stays = from.known() && kind != MapKind::dscp_to_tc && kind != MapKind::tc_to_dscp;
    bool unsaid = false;
    bool moved = false;
    for (std::uint8_t point = 0; point < points; ++point) {
        const std::uint8_t target = then->at_point(point);
        const std::uint8_t before = now != nullptr ? now->at_point(point)
            : stays                                ? point
                                                   : ClassMap::unmapped;
        if (target == ClassMap::unmapped) {
            unsaid = unsaid || (now != nullptr && before != target);
        } else if (target != before) {
            add(property, MapEntry{kind, point, target});
            moved = true;
        }
    }
    if (unsaid)
        leave(property, "a map has entries that it should not have, and no change removes one");
    if (now == nullptr && !moved)
        leave(property, "the map should map every number to itself, and no change binds such a map");
}

void PortChanges::make_nic(Property property)
{
    const Nic& now = live_.nics[a_.nic];
    const Nic& then = wanted_.nics[b_.nic];
    if (property == Property::rdma_marking)
        return make_marking(now, then);
    if (property == Property::cnp_marking) {
        if (wants(property, now.cnp_dscp, then.cnp_dscp, "the DSCP of CNPs"))
            add(property, then.cnp_dscp.value);
        return leave_other(property, now.cnp_priority, then.cnp_priority, "the priority of CNPs");
    }
    if (property == Property::roce_version) {
        if (wants(property, now.cm_version, then.cm_version, "the RoCE version"))
            add(property, then.cm_version.value);
        return;
    }
    const bool notes
        = wants(property, now.ecn_notification, then.ecn_notification, "answering marks with CNPs");
    const bool reacts = wants(property, now.ecn_reaction, then.ecn_reaction, "slowing down on CNPs");
    if (!notes && !reacts)
        return;
    if (then.ecn_notification.known() && then.ecn_reaction.known()
        && then.ecn_notification.value != then.ecn_reaction.value)
        return leave(property,
            "the two halves of DCQCN should be on for different priorities, and a change sets both");
    const PrioritySet wanted
        = then.ecn_notification.known() ? then.ecn_notification.value : then.ecn_reaction.value;
    const PrioritySet any = now.ecn_notification.value_or({}) | now.ecn_reaction.value_or({});
    const PrioritySet both = now.ecn_notification.value_or({}) & now.ecn_reaction.value_or({});
    if (wanted == any && wanted == both)
        return leave(property, "on which priorities DCQCN is on is not known on the device");
    add(property, PriorityDelta{wanted - both, any - wanted});
}

void PortChanges::make_marking(const Nic& now, const Nic& then)
{
    const bool forced
        = wants(Property::rdma_marking, now.traffic_class, then.traffic_class, "a forced traffic class");
    const bool asked
        = wants(Property::rdma_marking, now.cm_tos, then.cm_tos, "the type of service of connections");
    const bool alike = !then.traffic_class.known() || !then.cm_tos.known()
        || then.traffic_class.value == then.cm_tos.value;
    if ((forced || asked) && alike)
        add(Property::rdma_marking,
            then.traffic_class.known() ? then.traffic_class.value : then.cm_tos.value);
    // A change is made when either says so.
    if ((forced || asked) && (!alike || forced != asked))
        leave(
            Property::rdma_marking, "two settings mark RDMA packets, and a change may set one of them only");
}

}
