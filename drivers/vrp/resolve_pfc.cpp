// SPDX-License-Identifier: Apache-2.0
// Pause, the detection of deadlocks, and the buffers for what still arrives.
#include "drivers/vrp/config.h"

namespace rocelint::vrp {
namespace {

constexpr std::string_view times_differ = "the priorities of its PFC profile have different times";
constexpr std::string_view no_recovery
    = "with a recovery time of 0 the switch begins another detection instead of freeing the queue (Command Reference, "
      "priority deadlock-recovery time)";
constexpr std::string_view not_stated
    = "no line states it, and what the switch takes then differs by hardware (Command Reference, dcb pfc buffer)";
constexpr std::string_view is_simulated
    = "the headroom of this hardware is simulated, and no line sizes it (Configuration Precautions for DCB)";
constexpr std::string_view differs_by_hardware
    = "without the line, hardware with a headroom buffer forwards packets and other hardware discards them, and no "
      "line shows which it is";
constexpr std::string_view all_are_off
    = "`dcb pfc global disable` switches PFC off on every port (Command Reference, dcb pfc global disable)";

// One time of all priorities that the port pauses.
Setting<Milliseconds> time_of(
    Config& config, const Port& port, const Block* profile, LineKind of_priority, LineKind of_switch)
{
    if (const Stated whole{config.global(of_switch)})
        return config.setting<Milliseconds>(whole, not_understood, value_as<Milliseconds>);
    const Fact* interval = config.global(LineKind::interval);
    const Setting<Milliseconds> usual = config.defaults.number_as<Milliseconds>("watchdog_interval");
    const Setting<Milliseconds> unit = config.setting(Stated{interval}, value_as<Milliseconds>, usual);
    if (!unit.known())
        return Setting<Milliseconds>::unread(unit.origin);
    Setting<Milliseconds> found;
    for (const Priority priority : port.pfc_tx.value_or({})) {
        const Fact* line = profile == nullptr ? nullptr : profile->find(of_priority, priority);
        if (line != nullptr && line->sense == Sense::unread)
            return Setting<Milliseconds>::unread(config.unread(not_understood));
        const auto count = static_cast<std::uint32_t>(
            line == nullptr ? config.defaults.number("watchdog_intervals") : line->value(1));
        const OriginId usual_origin
            = interval != nullptr ? unit.origin : config.defaults.origin("watchdog_intervals");
        const Setting<Milliseconds> own{Milliseconds(count * static_cast<std::uint32_t>(unit.value.count())),
            line == nullptr ? usual_origin : config.device.origins.explicit_at(line->at)};
        if (found.peek_known() && found.value != own.value)
            return Setting<Milliseconds>::unread(config.unread(times_differ));
        found = found.configured() ? found : own;
    }
    return found;
}

void resolve_watchdog(Config& config, Port& port, const Block* profile)
{
    PfcWatchdog& watchdog = port.watchdog;
    watchdog.enabled = config.defaults.value("watchdog", true);
    if (!port.pfc_tx.peek_known() || port.pfc_tx.value.empty()) {
        watchdog.enabled = port.pfc_tx.peek_known() ? Setting<bool>(false, port.pfc_tx.origin)
                                                    : Setting<bool>::unread(port.pfc_tx.origin);
        return;
    }
    watchdog.detection = time_of(config, port, profile, LineKind::detection_time, LineKind::detection);
    watchdog.restoration = time_of(config, port, profile, LineKind::recovery_time, LineKind::recovery);
    if (watchdog.restoration.peek_known() && watchdog.restoration.value == Milliseconds(0)) {
        watchdog.enabled = {false,
            config.device.origins.derived(
                config.device.origins.span(watchdog.restoration.origin), {}, no_recovery)};
        watchdog.restoration = {};
    }
    const Setting<WatchdogAction> usual = config.hardware == Hardware::headroom
        ? config.defaults.value("action_headroom", WatchdogAction::forward)
        : config.hardware == Hardware::simulated
        ? config.defaults.value("action_simulated", WatchdogAction::drop)
        : Setting<WatchdogAction>::unread(config.unread(differs_by_hardware));
    watchdog.action = config.setting(
        Stated{line_of_slot(config.slot_lines, LineKind::recovery_action, slot_of(port.name))},
        value_as<WatchdogAction>,
        usual);
}

// The lines of a port about the buffer of one PFC queue.
struct BufferLines {
    const Fact* threshold = nullptr;
    const Fact* fixed = nullptr;
    const Fact* pair = nullptr;
    const Fact* fixed_pair = nullptr;
    const Fact* headroom = nullptr;
    const Fact* reserve = nullptr;

    BufferLines(const Config& config, std::uint32_t place, std::uint8_t queue)
        : threshold(config.find(place, LineKind::threshold, queue))
        , fixed(config.find(place, LineKind::fixed_threshold, queue))
        , pair(config.find(place, LineKind::pair, queue))
        , fixed_pair(config.find(place, LineKind::fixed_pair, queue))
        , headroom(config.find(place, LineKind::headroom, queue))
        , reserve(config.find(place, LineKind::reserve, queue))
    {
    }
    [[nodiscard]] const Fact* any(bool unread) const
    {
        for (const Fact* line : {threshold, fixed, pair, fixed_pair, headroom, reserve}) {
            if (line != nullptr && (!unread || line->sense == Sense::unread))
                return line;
        }
        return nullptr;
    }
};

Ref make_buffer(Config& config, std::string_view port, const BufferLines& lines)
{
    const auto here = [&](const Fact& line) { return config.device.origins.explicit_at(line.at); };
    BufferProfile made;
    made.at = lines.any(false)->at;
    for (std::uint32_t pool = 0; pool < config.device.pools.size(); ++pool) {
        if (config.device.pools[pool].name == pool_name(slot_of(port)))
            made.pool = {Ref{pool}, config.device.pools[pool].direction.origin};
    }
    made.xoff = Setting<Bytes>::unread(
        config.unread(config.hardware == Hardware::simulated ? is_simulated : not_stated));
    if (lines.headroom != nullptr)
        made.xoff = {Bytes{lines.headroom->value(1)}, here(*lines.headroom)};
    if (lines.reserve != nullptr)
        made.reserved = {Bytes{lines.reserve->value(1)}, here(*lines.reserve)};
    if (lines.threshold != nullptr)
        made.dynamic_threshold
            = {static_cast<std::int64_t>(lines.threshold->value(1)), here(*lines.threshold)};
    if (lines.fixed != nullptr)
        made.fixed_threshold = {Bytes{lines.fixed->value(1)}, here(*lines.fixed)};
    if (const Fact* line = lines.threshold != nullptr ? lines.threshold : lines.fixed;
        line != nullptr && line->values[2].written())
        made.xon_offset = {Bytes{line->value(2)}, here(*line)};
    if (lines.pair != nullptr)
        made.dynamic_threshold = {static_cast<std::int64_t>(lines.pair->value(2)), here(*lines.pair)};
    if (lines.fixed_pair != nullptr) {
        made.xon = {Bytes{lines.fixed_pair->value(1)}, here(*lines.fixed_pair)};
        made.fixed_threshold = {Bytes{lines.fixed_pair->value(2)}, here(*lines.fixed_pair)};
    }
    return add_to(config.device.buffer_profiles, made);
}

}

Pausing pausing_of(const Block* profile)
{
    Pausing pausing;
    for (std::size_t at = 0; profile != nullptr && at < profile->facts.size(); ++at) {
        const Fact& line = *profile->facts[at];
        if (says(line) != LineKind::priorities)
            continue;
        pausing.line = line.at;
        if (line.sense == Sense::clear) {
            // Without a priority it takes all away but the one that every profile has.
            const PrioritySet named = line.values[0].written()
                ? PrioritySet{static_cast<std::uint8_t>(line.value())}
                : pausing.priorities;
            for (const Priority priority : named - PrioritySet::of(always_paused)) {
                pausing.priorities.erase(priority);
                pausing.places.at(priority) = {};
            }
            continue;
        }
        pausing.unknown = pausing.unknown || line.sense == Sense::unread;
        for (const Priority priority : PrioritySet{static_cast<std::uint8_t>(line.value())}) {
            pausing.priorities.insert(priority);
            pausing.places.at(priority) = line.at;
        }
    }
    return pausing;
}

void resolve_pfc(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    Origins& origins = config.device.origins;
    const Stated line{config.find(config.ports[index].place, LineKind::pfc)};
    const Block* profile = nullptr;
    port.pfc_tx = config.defaults.value("pfc", PrioritySet{});
    if (line.is(Sense::unread)) {
        port.pfc_tx = Setting<PrioritySet>::unread(config.unread(not_understood));
    } else if (line.is(Sense::set)) {
        const std::string_view name = profile_of(*line.fact);
        profile = block_of(config.blocks, LineKind::pause_profile, name);
        const Pausing pausing = pausing_of(profile);
        if (profile == nullptr && !name.empty())
            port.pfc_tx = Setting<PrioritySet>::unread(config.lost("dcb pfc", *line.fact));
        else if (pausing.unknown)
            port.pfc_tx
                = Setting<PrioritySet>::unread(config.unread("a line of its PFC profile is not understood"));
        else {
            const OriginId set = pausing.line.somewhere() ? origins.inherited(line.fact->at, pausing.line)
                                                          : origins.explicit_at(line.fact->at);
            place_members(origins, set, pausing.places);
            port.pfc_tx = {pausing.priorities, set};
        }
        port.pfc_negotiated = {is_negotiated(*line.fact), origins.explicit_at(line.fact->at)};
    }
    if (const Fact* off = config.global(LineKind::all_off); off != nullptr && is_set(*off)) {
        const OriginId all = origins.derived(off->at, {}, all_are_off);
        port.pfc_tx = {PrioritySet{}, all};
        port.pfc_negotiated = {false, all};
    }
    port.pfc_rx = port.pfc_tx;
    resolve_watchdog(config, port, profile);
}

void resolve_groups(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    if (!port.pfc_tx.peek_known())
        return;
    config.begin_groups(port, queue_count);
    for (std::uint8_t number = 0; number < queue_count; ++number) {
        PriorityGroup group{
            .number = number, .buffer = {}, .lossless = {port.pfc_tx.value.has(number), port.pfc_tx.origin}};
        const BufferLines lines(config, config.ports[index].place, number);
        if (lines.any(true) != nullptr)
            group.buffer = Setting<Ref>::unread(config.unread(not_understood));
        else if (const Fact* any = lines.any(false))
            group.buffer
                = {make_buffer(config, port.name, lines), config.device.origins.explicit_at(any->at)};
        else
            group.buffer = Setting<Ref>::unread(config.unread(not_stated));
        config.device.groups.push_back(group);
    }
}

}
