// SPDX-License-Identifier: Apache-2.0
// Effective PFC, and the watchdog that ends a stuck pause.
#include "drivers/eos/config.h"
#include "models/fabric/member_places.h"

namespace rocelint::eos {
namespace {

// The priorities that one place states, the lines that make them no-drop, and the last of these lines.
struct Priorities {
    PrioritySet no_drop;
    PrioritySet drop;
    MemberPlaces places{};
    Span line;

    Priorities(const Config& config, std::uint32_t place)
    {
        const Fact* last = nullptr;
        for (Priority priority = 0; priority < 8; ++priority) {
            const Fact* fact = config.find(place, LineKind::pfc_priority, priority);
            if (fact == nullptr)
                continue;
            (fact->sense == Sense::set ? no_drop : drop).insert(priority);
            if (fact->sense != Sense::set)
                continue;
            places.at(priority) = fact->at;
            if (last == nullptr || last < fact)
                last = fact;
        }
        line = last == nullptr ? Span{} : last->at;
    }
};

// PFC lines on a port channel say nothing certain about its members.
bool lag_has_pfc(const Config& config, const Port& port)
{
    if (port.lag == Port::no_index)
        return false;
    const std::uint32_t place = config.ports[port.lag].place;
    return config.find(place, LineKind::pfc) != nullptr || !Priorities(config, place).no_drop.empty();
}

Setting<PrioritySet> effective_pfc(const PortView& view)
{
    Config& config = view.config;
    Origins& origins = config.device.origins;
    if (const Fact* all = config.global(LineKind::pfc_all_off); all != nullptr && all->sense == Sense::set)
        return {PrioritySet{},
            origins.derived(all->at, {}, "priority-flow-control all off overrides every port")};
    const Priorities own(config, view.lines.place);
    const Priorities shared(config, view.profile == nullptr ? view.lines.place : view.profile->place);
    const PrioritySet inherited = view.profile == nullptr ? PrioritySet{} : shared.no_drop - own.drop;
    const PrioritySet no_drop = own.no_drop | inherited;
    const bool by_profile = own.no_drop.empty() && !inherited.empty();
    const auto origin_of_no_drop = [&] {
        const OriginId set
            = by_profile ? origins.inherited(view.profile_line, shared.line) : origins.explicit_at(own.line);
        MemberPlaces places = own.places;
        for (const Priority priority : inherited - own.no_drop)
            places.at(priority) = shared.places.at(priority);
        place_members(origins, set, places);
        return set;
    };
    if (const Stated on = view.find(LineKind::pfc)) {
        if (on.is(Sense::unread))
            return Setting<PrioritySet>::unread(
                config.unread("the priority-flow-control line is not understood"));
        if (on.is(Sense::set) && !no_drop.empty())
            return {no_drop, origin_of_no_drop()};
        return {PrioritySet{}, config.origin_of(on)};
    }
    if (view.dangling)
        return view.fallback("pfc", PrioritySet{});
    if (lag_has_pfc(config, view.port))
        return Setting<PrioritySet>::unread(config.unread(
            "priority-flow-control is configured on the port channel, and its effect on the members is undocumented"));
    if (!no_drop.empty() && config.defaults.known("pfc"))
        return {PrioritySet{},
            origins.derived(by_profile ? shared.line : own.line,
                by_profile ? view.profile_line : Span{},
                "no-drop without priority-flow-control on")};
    return config.defaults.value("pfc", PrioritySet{});
}

// A port with PFC on has no 802.3x flow control, whatever its flowcontrol lines say; they take effect once
// PFC is off.
void resolve_pause(PortView& view)
{
    Config& config = view.config;
    Port& port = view.port;
    if (port.pfc_tx.known() && !port.pfc_tx.value.empty()) {
        const Span cause = config.device.origins.span(port.pfc_tx.origin);
        port.pause_rx = port.pause_tx = {
            false, config.device.origins.derived(cause, {}, "a port with PFC on has no 802.3x flow control")};
        return;
    }
    const auto pause = [&](LineKind what) {
        return config.setting(view.find(what),
            "the flowcontrol line is not understood",
            says_on,
            config.defaults.value("link_pause", false));
    };
    port.pause_rx = pause(LineKind::pause_receive);
    port.pause_tx = pause(LineKind::pause_send);
}

// Returns the port's own line, else the profile's, else the device's.
Stated find(const PortView& view, LineKind port, LineKind device, std::uint8_t slot = Fact::no_number)
{
    if (const Stated line = view.find(port, slot))
        return line;
    const Fact* global = view.config.global(device, slot);
    return global == nullptr ? Stated{} : Stated{global, global->at};
}

// Returns one of the times, by its slot. A line that is not understood may have other times that are.
Setting<Milliseconds> time(const PortView& view, std::uint8_t slot)
{
    const Stated line = find(view, LineKind::port_times, LineKind::default_times, slot);
    if (!line)
        return {};
    const Value& value = line.fact->values[slot];
    if (value.state == Value::State::instead)
        return Setting<Milliseconds>::unread(view.config.unread("EOS chooses it from the other two times"));
    if (!value.written())
        return Setting<Milliseconds>::unread(view.config.unread("the time is not understood"));
    return {Milliseconds(static_cast<std::uint32_t>(value.number)), view.config.origin_of(line)};
}

Setting<WatchdogAction> action_of(Config& config, const Stated& line)
{
    if (line.is(Sense::set) && line.fact->value() == no_drop_action)
        return Setting<WatchdogAction>::unread(
            config.unread("Arista's guides do not state what `no-drop` does about a stuck queue"));
    return config.setting<WatchdogAction>(
        line, "the watchdog's action is not one that EOS documents", value_as<WatchdogAction>);
}

}

void resolve_pfc(PortView& view)
{
    view.port.pfc_rx = effective_pfc(view);
    view.port.pfc_tx = view.port.pfc_rx;
    resolve_pause(view);
}

void resolve_watchdog(PortView& view)
{
    Config& config = view.config;
    PfcWatchdog& watchdog = view.port.watchdog;
    watchdog.detection = time(view, 0);
    watchdog.poll = time(view, 1);
    watchdog.restoration = time(view, 2);
    if (const Fact* drops = config.global(LineKind::override_drop);
        drops != nullptr && drops->sense == Sense::set)
        watchdog.action = {WatchdogAction::drop, config.device.origins.inherited(drops->at, drops->at)};
    else
        watchdog.action = action_of(config, find(view, LineKind::port_action, LineKind::default_action));
    if (!stated(watchdog.action))
        watchdog.action = view.fallback("watchdog_action", WatchdogAction::error_disable);

    const Stated own = view.find(LineKind::watchdog);
    // `show running-config all` prints the line on every port, with PFC on or off, so it proves nothing by
    // itself.
    const bool own_is_typed = own.is(Sense::set) && !config.prints_defaults;
    if (own.is(Sense::off)) {
        watchdog.enabled = {false, config.origin_of(own)};
    } else if (watchdog.detection.known()) {
        watchdog.enabled = {true, own_is_typed ? config.origin_of(own) : watchdog.detection.origin};
    } else if (own_is_typed) {
        watchdog.enabled = {true, config.origin_of(own)};
    } else if (!own.is(Sense::set) && !stated(watchdog.detection)) {
        watchdog.enabled = view.fallback("watchdog", false);
    } else {
        watchdog.enabled = view.fallback("watchdog_without_timeout", false);
    }
}

}
