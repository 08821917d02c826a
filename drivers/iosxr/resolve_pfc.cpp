// SPDX-License-Identifier: Apache-2.0
// Pause, the watchdog, and what lossless traffic classes may fill: the port states whether it pauses, its location which
// traffic classes and from which fill on.
#include "drivers/iosxr/config.h"
#include "models/fabric/member_places.h"

#include <fmt/format.h>

namespace rocelint::iosxr {
namespace {

constexpr std::string_view no_profile
    = "no `hw-module profile priority-flow-control` names traffic classes of its location, and no source that was read states "
      "what a port with PFC pauses then";
constexpr std::string_view in_another_part
    = "this part of a configuration shows no hw-module profile of its location";
constexpr std::string_view of_chip = "the chip's own value, which no source that was read states";
constexpr std::string_view of_extended
    = "buffer-extended states it in a unit that no source that was read defines, or as a time";
constexpr std::string_view switched_off_above
    = "the port switches its watchdog on and the router switches all off, and no source that was read states which counts";
constexpr std::string_view no_time
    = "no line states its interval and its multiplier, and no source that was read their defaults";
constexpr std::string_view never = "a multiplier of 0, whose meaning no source that was read states";

// The line of a traffic class with either kind of buffer, or null.
const Fact* line_of(const Profile& profile, std::uint8_t number)
{
    const Fact* internal = profile.internal.at(number);
    return internal != nullptr ? internal : profile.extended.at(number);
}

Setting<PrioritySet> paused_by(Config& config, std::uint32_t index)
{
    const Stated mode{config.find(config.ports[index].place, LineKind::pfc)};
    if (mode.is(Sense::unread))
        return Setting<PrioritySet>::unread(config.unread(not_understood));
    if (!mode)
        return config.defaults.value("pfc", PrioritySet{});
    if (!says_on(*mode.fact))
        return {PrioritySet{}, config.origin_of(mode)};
    const Profile* profile = config.profile_of(config.device.ports[index].name);
    PrioritySet paused;
    MemberPlaces places{};
    Span last;
    for (std::uint8_t number = 0; profile != nullptr && number < class_count; ++number) {
        const Fact* line = line_of(*profile, number);
        if (line == nullptr)
            continue;
        if (line->sense == Sense::unread)
            return Setting<PrioritySet>::unread(config.unread(not_understood));
        paused.insert(number);
        places.at(number) = last = line->at;
    }
    if (paused.empty())
        return Setting<PrioritySet>::unread(
            config.unread(config.device.fragment ? in_another_part : no_profile));
    const OriginId set = config.device.origins.inherited(mode.fact->at, last);
    place_members(config.device.origins, set, places);
    return {paused, set};
}

// The port's line, else that of the router.
Stated watchdog_line(Config& config, std::uint32_t index, LineKind what)
{
    if (const Fact* own = config.find(config.ports[index].place, what))
        return {own};
    const Fact* whole = config.global(what);
    return whole == nullptr ? Stated{} : Stated{whole, whole->at};
}

Setting<bool> watched(Config& config, std::uint32_t index)
{
    const Stated own{config.find(config.ports[index].place, LineKind::watchdog)};
    const Fact* whole = config.global(LineKind::watchdog);
    const bool off_above = whole != nullptr && is_set(*whole) && !says_on(*whole);
    if (own.is(Sense::set) && says_on(*own.fact) && off_above)
        return Setting<bool>::unread(config.unread(switched_off_above));
    return config.setting(watchdog_line(config, index, LineKind::watchdog),
        says_on,
        Setting<bool>::unread(config.defaults.origin("watchdog")));
}

// A time is the interval as often as its multiplier says (Cisco-IOS-XR-um-if-ethernet-cfg.yang, watchdog).
Setting<Milliseconds> time_of(Config& config, const Stated& interval, const Stated& times)
{
    if (!interval.is(Sense::set) || !times.is(Sense::set))
        return Setting<Milliseconds>::unread(
            config.unread(interval.is(Sense::unread) || times.is(Sense::unread) ? not_understood : no_time));
    if (times.fact->value() == 0)
        return Setting<Milliseconds>::unread(config.unread(never));
    return {Milliseconds(static_cast<std::uint32_t>(interval.fact->value() * times.fact->value())),
        config.origin_of(times)};
}

void resolve_watchdog(Config& config, std::uint32_t index)
{
    PfcWatchdog& watchdog = config.device.ports[index].watchdog;
    const Stated interval = watchdog_line(config, index, LineKind::watchdog_interval);
    watchdog.enabled = watched(config, index);
    watchdog.poll = config.setting(
        interval,
        [](const Fact& line) { return Milliseconds(line.value()); },
        Setting<Milliseconds>::unread(config.unread(no_time)));
    watchdog.detection = time_of(config, interval, watchdog_line(config, index, LineKind::watchdog_shutdown));
    watchdog.restoration
        = time_of(config, interval, watchdog_line(config, index, LineKind::watchdog_restore));
    watchdog.action = Setting<WatchdogAction>::unread(config.defaults.origin("watchdog_action"));
}

Ref make_buffer(Config& config, const Profile& profile, const Fact& line)
{
    const auto [entry, fresh] = config.buffers.try_emplace(&line);
    if (!fresh)
        return entry->second;
    const OriginId here = config.device.origins.explicit_at(line.at);
    BufferProfile made;
    made.name
        = config.device.arena->keep(fmt::format("traffic class {} of {}", line.number, profile.lines->name));
    made.at = line.at;
    if (says(line) == LineKind::internal && has_values(line)) {
        made.fixed_threshold = {Bytes{line.value(1)}, here};
        made.xoff = {Bytes{line.value(2)}, here};
    } else {
        const OriginId why = config.unread(has_values(line) ? of_extended : of_chip);
        made.fixed_threshold = made.xoff = Setting<Bytes>::unread(why);
    }
    return entry->second = add_to(config.device.buffer_profiles, made);
}

}

void resolve_pfc(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    port.pfc_rx = port.pfc_tx = paused_by(config, index);
    port.dcbx_version = config.defaults.value("dcbx", DcbxVersion::off);
    resolve_watchdog(config, index);
}

void resolve_groups(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    if (!port.pfc_tx.peek_known())
        return;
    const Profile* profile = config.profile_of(port.name);
    config.begin_groups(port, class_count);
    for (std::uint8_t number = 0; number < class_count; ++number) {
        const bool lossless = port.pfc_tx.value.has(number);
        PriorityGroup group{.number = number, .buffer = {}, .lossless = {lossless, port.pfc_tx.origin}};
        if (lossless) {
            const Fact& line = *line_of(*profile, number);
            group.lossless.origin = config.device.origins.explicit_at(line.at);
            group.buffer = {make_buffer(config, *profile, line), group.lossless.origin};
        }
        config.device.groups.push_back(group);
    }
}

}
