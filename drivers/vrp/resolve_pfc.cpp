// SPDX-License-Identifier: Apache-2.0
// Pause, the detection of deadlocks, and the buffers for what still arrives.
#include "drivers/line_cli/read/buffer_lines.h"
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

// Lines of a port about the buffer of one PFC queue.
constexpr std::array buffer_kinds{LineKind::threshold,
    LineKind::fixed_threshold,
    LineKind::pair,
    LineKind::fixed_pair,
    LineKind::headroom,
    LineKind::reserve};
using BufferLines = line_cli::BufferLines<LineKind, buffer_kinds.size()>;

Ref make_buffer(Config& config, std::string_view port, const BufferLines& lines)
{
    const auto here = [&](const Fact& line) { return config.device.origins.explicit_at(line.at); };
    BufferProfile made;
    made.at = lines.any()->at;
    for (std::uint32_t pool = 0; pool < config.device.pools.size(); ++pool) {
        if (config.device.pools[pool].name == pool_name(slot_of(port)))
            made.pool = {Ref{pool}, config.device.pools[pool].direction.origin};
    }
    made.xoff = Setting<Bytes>::unread(
        config.unread(config.hardware == Hardware::simulated ? is_simulated : not_stated));
    if (const Fact* line = lines[LineKind::headroom])
        made.xoff = {Bytes{line->value(1)}, here(*line)};
    if (const Fact* line = lines[LineKind::reserve])
        made.reserved = {Bytes{line->value(1)}, here(*line)};
    const Fact* dynamic = lines[LineKind::threshold];
    const Fact* fixed = lines[LineKind::fixed_threshold];
    if (dynamic != nullptr)
        made.dynamic_threshold = {static_cast<std::int64_t>(dynamic->value(1)), here(*dynamic)};
    if (fixed != nullptr)
        made.fixed_threshold = {Bytes{fixed->value(1)}, here(*fixed)};
    if (const Fact* line = dynamic != nullptr ? dynamic : fixed; line != nullptr && line->values[2].written())
        made.xon_offset = {Bytes{line->value(2)}, here(*line)};
    if (const Fact* line = lines[LineKind::pair])
        made.dynamic_threshold = {static_cast<std::int64_t>(line->value(2)), here(*line)};
    if (const Fact* line = lines[LineKind::fixed_pair]) {
        made.xon = {Bytes{line->value(1)}, here(*line)};
        made.fixed_threshold = {Bytes{line->value(2)}, here(*line)};
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
    const std::string_view port = config.device.ports[index].name;
    line_cli::add_groups(config, index, queue_count, buffer_kinds, not_stated, [&](const BufferLines& lines) {
        return make_buffer(config, port, lines);
    });
}

}
