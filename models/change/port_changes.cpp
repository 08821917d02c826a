// SPDX-License-Identifier: Apache-2.0
// The changes of one port. Most properties are one row of fields.h. Properties that a Change can only set as
// a whole, or only in one direction, have a function of their own. Differences that no Change can set are
// reported.
#include "models/change/port_changes.h"

#include "models/fabric/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <type_traits>
#include <variant>

namespace rocelint {

void PortChanges::add(Property property, ChangeValue value, std::uint8_t number)
{
    out_.changes.push_back({.port = id_, .property = property, .number = number, .value = value});
}

void PortChanges::leave(Property property, std::string_view why, bool unasked)
{
    out_.left.push_back({{id_.port, property}, fmt::format("{}: {}", a_.name, why), unasked});
}

namespace {

template <class V, class Variant>
inline constexpr bool is_alternative = false;
template <class V, class... Alternatives>
inline constexpr bool
    is_alternative<V, std::variant<Alternatives...>> = (std::is_same_v<V, Alternatives> || ...);

}

void PortChanges::make(Property property)
{
    using Make = void (PortChanges::*)();
    constexpr auto by_hand = std::to_array<std::pair<Property, Make>>({
        {Property::pfc, &PortChanges::make_pfc},
        {Property::link_pause, &PortChanges::make_link_pause},
        {Property::mtu, &PortChanges::make_mtu},
        {Property::watchdog, &PortChanges::make_watchdog},
        {Property::watchdog_timers, &PortChanges::make_watchdog_timers},
        {Property::ecn, &PortChanges::make_ecn},
        {Property::scheduler, &PortChanges::make_schedulers},
        {Property::headroom, &PortChanges::make_groups},
        {Property::buffer_threshold, &PortChanges::make_queue_buffers},
        {Property::buffer_pool, &PortChanges::make_pools},
        {Property::lag, &PortChanges::make_lag},
        {Property::rdma_marking, &PortChanges::make_marking},
        {Property::congestion_control, &PortChanges::make_congestion_control},
    });
    const auto found = std::ranges::find(by_hand, property, &std::pair<Property, Make>::first);
    if (found != by_hand.end())
        (this->*found->second)();
    else
        make_rows(property);
    leave_rows(property, a_, b_);
    leave_rows(property, a_.watchdog, b_.watchdog);
    if (const auto [now, then] = nics(); now != nullptr && then != nullptr)
        leave_rows(property, *now, *then);
}

std::pair<const Nic*, const Nic*> PortChanges::nics() const
{
    const auto nic_of = [](const Device& device, const Port& port) {
        return port.nic < device.nics.size() ? &device.nics[port.nic] : nullptr;
    };
    return {nic_of(live_, a_), nic_of(wanted_, b_)};
}

// Each row becomes one change.
void PortChanges::make_rows(Property property)
{
    const auto make = [&]<class T>(const T& live, const T& wanted) {
        for_each_field(fields_of<T>, [&](const auto& row) {
            if (row.property == property)
                make_row(row, live, wanted);
        });
    };
    make(a_, b_);
    if (const auto [now, then] = nics(); now != nullptr && then != nullptr)
        make(*now, *then);
    if (property == Property::speed && b_.speed.known() && !same(a_.speed, b_.speed) && has_other_speed())
        leave(Property::headroom, "the headroom should be that of another speed, but follows the port's");
}

template <class T, class V>
void PortChanges::make_row(const Field<T, V>& row, const T& live, const T& wanted)
{
    if constexpr (is_alternative<V, ChangeValue>) {
        if (row.compare == Compare::value
            && wants(row.property, live.*row.member, wanted.*row.member, row.what))
            add(row.property, (wanted.*row.member).value);
    }
}

template <class T, class Target>
void PortChanges::make_row(const Reference<T, Target>& row, const T& live, const T& wanted)
{
    if constexpr (std::is_same_v<Target, ClassMap>)
        make_map(row.property, *find_word<MapKind>(row.name), live.*row.member, wanted.*row.member);
}

template <class T>
void PortChanges::leave_rows(Property property, const T& live, const T& wanted)
{
    const bool changed = std::ranges::any_of(out_.changes,
        [&](const Change& change) { return change.port == id_ && change.property == property; });
    for_each_field(fields_of<T>, [&](const auto& row) {
        const bool follows = row.compare == Compare::derived;
        if (row.property != property || (!follows && row.compare != Compare::read_only)
            || (follows && changed) || same_field(both_, row, live, wanted))
            return;
        leave(property,
            fmt::format("{} differs, and no change sets it", row.what),
            !(wanted.*row.member).known());
    });
}

void PortChanges::make_pfc()
{
    const bool rx = wants(Property::pfc, a_.pfc_rx, b_.pfc_rx, "the PFC that the port obeys");
    const bool tx = wants(Property::pfc, a_.pfc_tx, b_.pfc_tx, "the PFC that the port sends");
    if (!rx && !tx)
        return;
    // A change of PFC sets both directions; an asymmetric port obeys every priority by design.
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
    // Drivers remove a priority that is no longer paused from the watchdog.
    if (!(delta.remove & b_.watchdog.priorities.value_or({})).empty())
        leave(Property::watchdog, "the watchdog should watch a priority that loses PFC, and goes with it");
    if (keeps_headroom(delta.remove))
        leave(Property::headroom, "a priority that loses PFC should have headroom, which goes with it");
    if (b_.pfc_negotiated.is(true) && !a_.pfc_negotiated.is(true))
        leave(Property::pfc, "DCBX should decide on PFC, and a change forces PFC on or off");
    if (!delta.add.empty() || !delta.remove.empty())
        return add(Property::pfc, delta);
    leave(Property::pfc, "which priorities PFC is on for is not known on the device");
}

void PortChanges::make_link_pause()
{
    constexpr Property property = Property::link_pause;
    const bool rx = wants(property, a_.pause_rx, b_.pause_rx, "link pause that the port obeys");
    const bool tx = wants(property, a_.pause_tx, b_.pause_tx, "link pause that the port sends");
    const bool alike = !b_.pause_rx.known() || !b_.pause_tx.known() || b_.pause_rx.value == b_.pause_tx.value;
    if ((rx || tx) && alike)
        add(property, b_.pause_rx.known() ? b_.pause_rx.value : b_.pause_tx.value);
    else if (rx || tx)
        leave(property, "link pause should be on in one direction, and a change sets both");
}

void PortChanges::make_mtu()
{
    const bool host = live_.kind == DeviceKind::host;
    const Setting<Bytes>& now = host ? a_.ip_mtu : a_.max_frame;
    const Setting<Bytes>& then = host ? b_.ip_mtu : b_.max_frame;
    if (wants(Property::mtu, now, then, "the MTU")) {
        // The IP MTU follows from the frame size, and vice versa.
        add(Property::mtu, then.value);
        return;
    }
    const Setting<Bytes>& other_now = host ? a_.max_frame : a_.ip_mtu;
    const Setting<Bytes>& other_then = host ? b_.max_frame : b_.ip_mtu;
    if (!same(other_now, other_then))
        leave(Property::mtu,
            fmt::format(
                "{} differs, and no change sets it", host ? "the largest frame" : "the largest IP packet"),
            !other_then.known());
}

void PortChanges::make_watchdog() { make_watchdog(Property::watchdog); }
void PortChanges::make_watchdog_timers() { make_watchdog(Property::watchdog_timers); }

void PortChanges::make_watchdog(Property property)
{
    const PfcWatchdog& now = a_.watchdog;
    const PfcWatchdog& then = b_.watchdog;
    const auto differs = [](const auto& one, const auto& other) { return !same(one, other); };
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
        // Polling more often than necessary counts as made.
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
    // Without a map, numbers of classes, queues or groups stay the same.
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

void PortChanges::make_pools()
{
    const auto differs = [this](const auto& now, const auto& then) {
        for (std::size_t index = 0; index < std::min(now.size(), then.size()); ++index) {
            const BufferProfile* one = target_of(live_.buffer_profiles, now[index].buffer);
            const BufferProfile* other = target_of(wanted_.buffer_profiles, then[index].buffer);
            if (one != nullptr && other != nullptr && !same_pool(both_, *one, *other))
                return true;
        }
        return false;
    };
    if (differs(live_.queues_of(a_), wanted_.queues_of(b_))
        || differs(live_.groups_of(a_), wanted_.groups_of(b_)))
        leave(Property::buffer_pool,
            "a queue or priority group takes its memory from another pool, and no change moves it");
}

void PortChanges::make_lag()
{
    leave(Property::lag, "it is a member of another LAG, and no change moves it");
}

}
