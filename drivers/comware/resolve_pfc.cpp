// SPDX-License-Identifier: Apache-2.0
// Pause, the detection of deadlocks, and the buffers for what still arrives.
#include "drivers/comware/config.h"
#include "drivers/line_cli/read/buffer_lines.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::comware {
namespace {

constexpr std::string_view unit_unknown
    = "the length of a unit depends on the deadlock precision, and H3C's guide does not state it (Configuring PFC)";
constexpr std::string_view no_interval
    = "no interval is set for a priority with PFC, and without one its deadlocks are not detected (Configuring PFC)";
constexpr std::string_view not_stated
    = "no line states it, and what the switch takes then differs by series (RDMA Technical Reference)";

// The line that applies to a port: its own, else that of the whole switch.
Stated line_of(const Config& config, std::uint32_t place, LineKind what)
{
    if (const Fact* own = config.find(place, what))
        return {own};
    const Fact* all = config.global(what);
    return all == nullptr ? Stated{} : Stated{all, all->at};
}

// The detection of deadlocks of a port is on where a line says so, for the classes that have an interval.
void resolve_watchdog(Config& config, Port& port, std::uint32_t place)
{
    PfcWatchdog& watchdog = port.watchdog;
    watchdog.detection = watchdog.restoration = Setting<Milliseconds>::unread(config.unread(unit_unknown));
    watchdog.enabled = config.setting(
        Stated{config.find(place, LineKind::watchdog)}, is_set, config.defaults.value("watchdog", false));
    if (watchdog.enabled.is(true) && !port.pfc_tx.peek_known())
        watchdog.enabled = Setting<bool>::unread(port.pfc_tx.origin);
    if (!watchdog.enabled.is(true))
        return;
    const ClassMap* classes = config.device.map(config.maps.value);
    for (const Priority priority : port.pfc_tx.value) {
        const std::uint8_t tc = classes == nullptr ? ClassMap::unmapped : classes->to[priority];
        const Fact* interval = tc < queue_count ? config.global(LineKind::interval, tc) : nullptr;
        if (interval == nullptr)
            watchdog.enabled = {false,
                config.device.origins.derived(
                    config.device.origins.span(watchdog.enabled.origin), {}, no_interval)};
    }
    if (port.pfc_tx.value.empty())
        watchdog.enabled = {false, port.pfc_tx.origin};
    watchdog.restores = config.setting(Stated{config.find(place, LineKind::recover_mode)},
        line_cli::says_on,
        config.defaults.value("recover_mode", true));
    watchdog.action = config.setting(Stated{config.global(LineKind::deadlock_action)},
        value_as<WatchdogAction>,
        config.defaults.value("deadlock_action", WatchdogAction::forward));
}

// Lines of a port about the buffer of one 802.1p value.
constexpr std::array buffer_kinds{
    LineKind::headroom, LineKind::reserve, LineKind::share, LineKind::fixed, LineKind::offset};
using BufferLines = line_cli::BufferLines<LineKind, buffer_kinds.size()>;

Ref make_buffer(Config& config, const BufferLines& lines)
{
    BufferProfile made;
    made.at = lines.any()->at;
    const auto cells = [&](const Fact* line) {
        return line == nullptr ? Setting<Bytes>{} : config.bytes_of(line->value(1), *line);
    };
    const Fact* headroom = lines[LineKind::headroom];
    made.xoff = headroom != nullptr ? cells(headroom) : Setting<Bytes>::unread(config.unread(not_stated));
    made.reserved = cells(lines[LineKind::reserve]);
    made.fixed_threshold = cells(lines[LineKind::fixed]);
    made.xon_offset = cells(lines[LineKind::offset]);
    // The line that comes last is in force.
    if (const Fact* share = lines[LineKind::share];
        share != nullptr && (lines[LineKind::fixed] == nullptr || share > lines[LineKind::fixed])) {
        made.dynamic_threshold = {exponent_of(share->value(1)), config.device.origins.explicit_at(share->at)};
        made.fixed_threshold = {};
    }
    return add_to(config.device.buffer_profiles, made);
}

}

// The headroom that the ports of a pool share.
void resolve_pools(Config& config)
{
    for (std::uint8_t index = 0; index < queue_count; ++index) {
        const Fact* line = config.global(LineKind::headroom_pool, index);
        if (line == nullptr || !is_set(*line))
            continue;
        config.device.pools.push_back(line_cli::headroom_pool(config,
            fmt::format("headroom of pool {}", index),
            *line,
            config.bytes_of(line->value(1), *line)));
    }
}

void resolve_pfc(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const std::uint32_t place = config.ports[index].place;
    const Stated mode = line_of(config, place, LineKind::pfc);
    // `dscp-mapping` of the switch acts beside the list of a port.
    const Fact* all = config.global(LineKind::no_drop);
    const Stated list = all != nullptr && all->sense == Sense::unread
        ? Stated{all}
        : line_of(config, place, LineKind::no_drop);
    const Setting<PrioritySet> paused = config.setting(
        list,
        [](const Fact& line) { return PrioritySet{static_cast<std::uint8_t>(line.value())}; },
        config.defaults.value("no_drop", PrioritySet{}));
    if (mode.is(Sense::unread))
        port.pfc_tx = Setting<PrioritySet>::unread(config.unread(not_understood));
    else if (!mode.is(Sense::set))
        port.pfc_tx = config.defaults.value("pfc", PrioritySet{});
    else
        port.pfc_tx = paused;
    if (mode.is(Sense::set))
        port.pfc_negotiated
            = {static_cast<PfcMode>(mode.fact->value()) == PfcMode::automatic, config.origin_of(mode)};
    port.pfc_rx = port.pfc_tx;
    resolve_watchdog(config, port, place);
}

void resolve_groups(Config& config, std::uint32_t index)
{
    line_cli::add_groups(config, index, queue_count, buffer_kinds, not_stated, [&](const BufferLines& lines) {
        return make_buffer(config, lines);
    });
}

}
