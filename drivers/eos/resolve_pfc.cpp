// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/config.h"

namespace rocelint::eos {
namespace {

// PFC lines on a port channel say nothing certain about its members.
bool lag_has_pfc(const Config& config, const Port& port)
{
    if (port.lag == Port::no_index)
        return false;
    const QosLines& lag = config.ports[port.lag].qos;
    return stated(lag.pfc_on) || !lag.no_drop.empty();
}

Setting<PrioritySet> effective_pfc(
    Config& config, const Port& port, const PortLines& lines, const Profile* profile, bool dangling)
{
    Origins& origins = config.device.origins;
    const Setting<bool>& all_off = config.globals.pfc_all_off;
    if (all_off.is(true))
        return {PrioritySet{},
            origins.derived(
                origins.span(all_off.origin), {}, "priority-flow-control all off overrides every port")};
    const PrioritySet inherited = profile == nullptr ? PrioritySet{} : profile->qos.no_drop - lines.qos.drop;
    const PrioritySet no_drop = lines.qos.no_drop | inherited;
    const Setting<bool> on = own_or_profile(config, lines, profile, &QosLines::pfc_on);
    const Span reference = origins.span(lines.profile.origin);
    OriginId no_drop_line = lines.qos.no_drop_line;
    if (lines.qos.no_drop.empty() && !inherited.empty())
        no_drop_line = origins.inherited(reference, origins.span(profile->qos.no_drop_line));
    if (on.is(true))
        return {no_drop, no_drop.empty() ? on.origin : no_drop_line};
    if (stated(on))
        return {PrioritySet{}, on.origin};
    if (dangling)
        return Setting<PrioritySet>::unread(config.unread(lost_profile));
    if (lag_has_pfc(config, port))
        return Setting<PrioritySet>::unread(config.unread(
            "priority-flow-control is configured on the port channel, and no source says what its members "
            "do"));
    if (!no_drop.empty() && config.defaults.known(Default::pfc))
        return {PrioritySet{},
            origins.derived(origins.span(no_drop_line), {}, "no-drop without priority-flow-control on")};
    return config.defaults.value(Default::pfc, PrioritySet{});
}

// A port with PFC on has no 802.3x flow control, whatever its flowcontrol lines say; they count once PFC is off.
void resolve_pause(Config& config, Port& port, const PortLines& lines)
{
    const bool pfc_works = port.pfc_tx.known() && !port.pfc_tx.value.empty();
    if (pfc_works) {
        const Span cause = config.device.origins.span(port.pfc_tx.origin);
        const OriginId origin
            = config.device.origins.derived(cause, {}, "a port with PFC on has no 802.3x flow control");
        port.pause_rx = {false, origin};
        port.pause_tx = {false, origin};
        return;
    }
    port.pause_rx = stated(lines.pause_receive) ? lines.pause_receive
                                                : config.defaults.value(Default::link_pause, false);
    port.pause_tx
        = stated(lines.pause_send) ? lines.pause_send : config.defaults.value(Default::link_pause, false);
}

struct WatchdogSource {
    Config& config;
    const PortLines& lines;
    const Profile* profile;

    // The port's own line, the profile's, the device's.
    template <class T>
    Setting<T> find(Setting<T> PfcWatchdog::*member)
    {
        const Setting<T> port = own_or_profile(config,
            lines,
            profile,
            lines.qos.watchdog.*member,
            profile == nullptr ? nullptr : &(profile->qos.watchdog.*member));
        if (stated(port))
            return port;
        const Setting<T>& device = config.globals.watchdog.*member;
        return inherit(config, device, config.device.origins.span(device.origin));
    }
};

}

void resolve_pfc(Config& config, Port& port, PortLines& lines, const Profile* profile, bool dangling)
{
    port.pfc_rx = effective_pfc(config, port, lines, profile, dangling);
    port.pfc_tx = port.pfc_rx;
    resolve_pause(config, port, lines);
}

void resolve_watchdog(Config& config, Port& port, PortLines& lines, const Profile* profile, bool dangling)
{
    WatchdogSource source{config, lines, profile};
    PfcWatchdog& watchdog = port.watchdog;
    watchdog.detection = source.find(&PfcWatchdog::detection);
    watchdog.restoration = source.find(&PfcWatchdog::restoration);
    watchdog.poll = source.find(&PfcWatchdog::poll);
    const Setting<bool>& drops = config.globals.watchdog_drops;
    watchdog.action = source.find(&PfcWatchdog::action);
    if (drops.is(true))
        watchdog.action = inherit(config,
            Setting<WatchdogAction>{WatchdogAction::drop, drops.origin},
            config.device.origins.span(drops.origin));
    else if (!stated(watchdog.action))
        watchdog.action = dangling
            ? Setting<WatchdogAction>::unread(config.unread(lost_profile))
            : config.defaults.value(Default::watchdog_action, WatchdogAction::error_disable);

    const Setting<bool> own = source.find(&PfcWatchdog::enabled);
    if (own.known() && !own.value) {
        watchdog.enabled = own;
    } else if (watchdog.detection.known()) {
        watchdog.enabled = {true, own.known() ? own.origin : watchdog.detection.origin};
    } else if (own.known() && !config.globals.prints_defaults) {
        watchdog.enabled = own;
    } else if (dangling) {
        watchdog.enabled = Setting<bool>::unread(config.unread(lost_profile));
    } else {
        // `show running-config all` prints the line on every port, with PFC on or off: alone it proves nothing.
        watchdog.enabled = config.defaults.value(Default::watchdog_without_timeout, false);
    }
}

}
