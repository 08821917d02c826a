// SPDX-License-Identifier: Apache-2.0
// Pause, the watchdog that ends stuck pause, and the buffers for what still arrives. The switch itself
// computes the headroom of lossless groups from speed and cable, once it is set to be lossless.
#include "drivers/sonic_cli/config.h"
#include "models/fabric/member_places.h"

#include <algorithm>

namespace rocelint::sonic_cli {
namespace {

constexpr std::string_view made_by_switch
    = "the switch makes it of speed and cable-length once it is lossless (SONiC HLD, ROCEv2 support, 2.2.2.7 and 2.2.4)";
constexpr std::string_view kept_ready
    = "the switch keeps the group ready on every port, and its headroom is one of a pool that all ports share";
constexpr std::string_view not_shown
    = "the switch makes its profile of speed and cable-length, which no line shows";
constexpr std::string_view never_restored
    = "without a restore-time the queue is never restored (sonic-swss orchagent/pfc_restore.lua)";

Setting<Milliseconds> time_of(Config& config, const Stated& line, Setting<Milliseconds> absent)
{
    return config.setting(line, value_as<Milliseconds>, absent);
}

void resolve_watchdog(Config& config, std::uint32_t index)
{
    PfcWatchdog& watchdog = config.device.ports[index].watchdog;
    const std::uint32_t place = config.ports[index].place;
    const auto own = [&](LineKind what) { return Stated{config.find(place, what)}; };
    Origins& origins = config.device.origins;
    const Stated on = own(LineKind::watchdog);
    const Stated detection = own(LineKind::detection);
    const bool timed = on.is(Sense::set) && on.fact->values[0].written();
    watchdog.detection = time_of(config,
        timed ? on : detection,
        Setting<Milliseconds>::unread(config.unread("no line says the watchdog's detect-time")));
    if (on.is(Sense::unread) || detection.is(Sense::unread))
        watchdog.enabled = Setting<bool>::unread(config.unread(not_understood));
    else if (on)
        watchdog.enabled = {on.is(Sense::set), config.origin_of(on)};
    else if (detection)
        watchdog.enabled = {true, config.origin_of(detection)};
    else
        watchdog.enabled = config.daemons.value("watchdog", false);
    if (const Fact* counters = config.global(LineKind::watchdog_counters);
        counters != nullptr && counters->sense == Sense::off && !watchdog.enabled.is(false))
        watchdog.enabled
            = {false, origins.derived(counters->at, {}, "the counters that the watchdog polls are off")};
    const Stated restoration = own(LineKind::restoration);
    watchdog.restoration
        = time_of(config, restoration, Setting<Milliseconds>::unread(config.unread(never_restored)));
    if (!restoration && watchdog.enabled.is(true) && !config.device.fragment)
        watchdog.restores = {false, origins.derived(config.device.ports[index].at, {}, never_restored)};
    watchdog.poll = time_of(config,
        Stated{config.global(LineKind::watchdog_poll)},
        config.daemons.number_as<Milliseconds>("watchdog_poll"));
    watchdog.action = config.setting(own(LineKind::action),
        value_as<WatchdogAction>,
        config.daemons.value("watchdog_action", WatchdogAction::drop));
}

Ref make_profile(Config& config, const Fact& line)
{
    const OriginId here = config.device.origins.explicit_at(line.at);
    BufferProfile profile;
    profile.name = line.text;
    profile.at = line.at;
    for (std::uint32_t pool = 0; pool < config.device.pools.size(); ++pool) {
        if (config.device.pools[pool].name == pool_names[line.value(1)])
            profile.pool = {Ref{pool}, here};
    }
    profile.reserved = {Bytes{line.value(2)}, here};
    if (line.values[3].written())
        profile.fixed_threshold = {Bytes{line.value(3)}, here};
    if (line.values[4].written())
        profile.dynamic_threshold = {static_cast<std::int64_t>(line.value(4)) - threshold_shift, here};
    if (line.values[5].written())
        profile.xoff = {Bytes{line.value(5)}, here};
    return add_to(config.device.buffer_profiles, profile);
}

// A group to which the port binds a profile.
PriorityGroup bound_group(Config& config, const Stated& line, std::uint8_t number)
{
    PriorityGroup group{.number = number, .buffer = bound_profile(config, line), .lossless = {}};
    group.lossless = group.buffer.known()
        ? Setting<bool>(config.device.buffer_profiles[group.buffer.value.index].xoff.value_or({}).count > 0,
            group.buffer.origin)
        : Setting<bool>::unread(group.buffer.origin);
    return group;
}

// The groups of the priorities that the port pauses.
PrioritySet paused_groups(const Device& device, const Port& port)
{
    const ClassMap* map = device.map(port.priority_to_priority_group);
    PrioritySet groups;
    for (const Priority priority : port.pfc_tx.value_or({}))
        groups.insert(
            map == nullptr ? priority : static_cast<Priority>(map->at_point(priority) % queue_count));
    return groups;
}

}

Setting<Ref> bound_profile(Config& config, const Stated& line)
{
    if (const auto profile = config.profiles.find(line.fact->text); profile != config.profiles.end())
        return {profile->second, config.origin_of(line)};
    return Setting<Ref>::unread(config.lost("buffer profile", *line.fact));
}

Setting<Ref> buffer_of_queue(Config& config, std::uint32_t index, std::uint8_t queue)
{
    if (const Stated line{config.find(config.ports[index].place, LineKind::queue_profile, queue)};
        line.is(Sense::set))
        return bound_profile(config, line);
    if (config.find(config.ports[index].place, LineKind::queue_profile, queue) != nullptr)
        return Setting<Ref>::unread(config.unread(not_understood));
    const Fact* lossless = config.global(LineKind::lossless);
    return lossless != nullptr && lossless->sense != Sense::off
        ? Setting<Ref>::unread(config.unread(not_shown))
        : config.daemons.value("queue_buffer", Ref{});
}

void resolve_pools(Config& config)
{
    for (const Fact* line : config.pools) {
        if (line->sense != Sense::set || says(*line) != LineKind::pool)
            continue;
        const OriginId here = config.device.origins.explicit_at(line->at);
        BufferPool& pool = config.device.pools.emplace_back();
        pool.name = pool_names[line->value(0)];
        pool.at = line->at;
        pool.direction = {line->value(0) == 0 ? PoolDirection::ingress : PoolDirection::egress, here};
        pool.shared_headroom = {Bytes{line->value(1)}, here};
    }
    for (const Fact* line : config.pools) {
        if (line->sense == Sense::set && says(*line) == LineKind::profile)
            config.profiles[line->text] = make_profile(config, *line);
    }
}

void resolve_pause(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const std::uint32_t place = config.ports[index].place;
    Setting<PrioritySet> pfc = config.daemons.value("pfc_enable", PrioritySet{});
    MemberPlaces places{};
    for (Priority priority = 0; priority < queue_count; ++priority) {
        const Fact* line = config.find(place, LineKind::pfc, priority);
        if (line == nullptr || (line->sense == Sense::off && !pfc.known()))
            continue;
        if (line->sense == Sense::unread) {
            pfc = Setting<PrioritySet>::unread(config.unread(not_understood));
            break;
        }
        if (line->sense == Sense::set) {
            pfc.value.insert(priority);
            pfc.origin = config.device.origins.explicit_at(line->at);
            places.at(priority) = line->at;
        }
    }
    if (pfc.known())
        place_members(config.device.origins, pfc.origin, places);
    port.pfc_tx = port.pfc_rx = pfc;
    const Stated asymmetric{config.find(place, LineKind::asymmetric)};
    port.pfc_asymmetric = config.setting(asymmetric, is_set, config.daemons.value("pfc_asym", false));
    if (port.pfc_asymmetric.is(true))
        port.pfc_rx = {PrioritySet{0xff}, port.pfc_asymmetric.origin};
    resolve_watchdog(config, index);
}

void resolve_groups(Config& config, std::uint32_t index)
{
    const Fact* lossless = config.global(LineKind::lossless);
    const bool on = lossless != nullptr && lossless->sense == Sense::set;
    bool any = on || !config.device.fragment;
    for (std::uint8_t number = 0; number < queue_count; ++number)
        any = any || config.find(config.ports[index].place, LineKind::group_profile, number) != nullptr;
    if (!any)
        return;
    // The usual groups are lossless on every port unless the line names others.
    const PrioritySet kept = on && lossless->values[0].written()
        ? PrioritySet{static_cast<std::uint8_t>(lossless->value())}
        : usual_lossless;
    Port& port = config.device.ports[index];
    const PrioritySet paused = paused_groups(config.device, port);
    config.begin_groups(port, queue_count);
    for (std::uint8_t number = 0; number < queue_count; ++number) {
        PriorityGroup group{
            .number = number, .buffer = {}, .lossless = config.defaults.value("group_type", false)};
        const Stated line{config.find(config.ports[index].place, LineKind::group_profile, number)};
        if (line.is(Sense::set)) {
            group = bound_group(config, line, number);
        } else if (line || (lossless != nullptr && lossless->sense == Sense::unread)) {
            const OriginId why = config.unread(not_understood);
            group.lossless = Setting<bool>::unread(why);
            group.buffer = Setting<Ref>::unread(why);
        } else if (on) {
            group.lossless = !kept.has(number) || paused.has(number)
                ? Setting<bool>(
                    kept.has(number), config.device.origins.derived(lossless->at, {}, made_by_switch))
                : Setting<bool>::unread(config.unread(kept_ready));
            group.buffer = Setting<Ref>::unread(config.unread(not_shown));
        }
        config.device.groups.push_back(group);
    }
}

}
