// SPDX-License-Identifier: Apache-2.0
// Pause, the watchdog, and the buffers of lossless packets.
#include "drivers/aoscx/config.h"
#include "models/catalog/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace rocelint::aoscx {
namespace {

constexpr std::string_view computed
    = "no line states it, and the switch computes it from the length of the cable (QoS Guide, Headroom size)";
constexpr std::string_view by_detected_cable = "the switch takes the length that the plugged cable states";
constexpr std::string_view not_by_cable
    = "no line states it, and no line shows that the series is one that computes headroom from the length: 8325, 9300 or "
      "10000";
constexpr std::string_view alpha_differs
    = "no line states it, and what the switch takes then differs by release: 1 in 10.11 and 2 in 10.18 (Fundamentals Guide "
      "and QoS Guide)";
constexpr std::string_view pools_unknown
    = "switches of the series 8325, 9300 and 10000 need a qos pool for it and others do not, and no line shows which "
      "series this is";
constexpr std::string_view watchdog_unknown
    = "no line states it, and no line shows whether the series is one that has a watchdog: 8325, 9300 or 10000";
constexpr std::string_view in_another_part = "this part of a configuration shows no qos pool";
constexpr std::string_view memory_unknown
    = "it is a share of the packet buffer, whose size differs by series, and no line shows which series this is";
constexpr std::string_view less_headroom
    = "the share of the packet buffer without the headroom, which is part of it (QoS Guide, Lossless QoS pool); the switch "
      "keeps a small part of the buffer for itself";

std::uint64_t memory_of(Family family)
{
    return family == Family::small ? catalog::platform_default("aoscx", "memory_small").number()
        : family == Family::large  ? catalog::platform_default("aoscx", "memory_large").number()
                                   : 0;
}

// A value of the line, or what `factory-default` stands for in it.
template <class T>
Setting<T> sized(Config& config, const Fact& line, std::size_t slot, Default usual, T stated, T by_default)
{
    const OriginId here = config.device.origins.explicit_at(line.at);
    if (line.values.at(slot).written())
        return {stated, here};
    if (!catalog::platform_default("aoscx", default_names.at(static_cast<std::size_t>(usual))).known())
        return Setting<T>::unread(config.defaults.origin(usual));
    return {by_default, here};
}

BufferPool make_pool(Config& config, const Fact& line)
{
    const OriginId here = config.device.origins.explicit_at(line.at);
    BufferPool pool;
    pool.name = config.device.arena->keep(pool_name(line.number));
    pool.at = line.at;
    pool.direction = {PoolDirection::ingress, here};
    pool.mode = {ThresholdMode::dynamic, here};
    pool.shared_headroom = sized(config,
        line,
        2,
        "pool_headroom",
        Bytes{line.value(2) * kilobyte},
        Bytes{catalog::platform_default("aoscx", "pool_headroom").number() * kilobyte});
    const std::uint64_t memory = memory_of(config.family) * kilobyte;
    const Percent share = share_of_pool(line);
    if (memory == 0 || share == Percent{} || !pool.shared_headroom.peek_known()) {
        pool.size = Setting<Bytes>::unread(config.unread(memory_unknown));
    } else {
        constexpr std::uint64_t whole = 10'000;
        const std::uint64_t size = memory * share.hundredths / whole;
        pool.size = {Bytes{size - std::min(size, pool.shared_headroom.value.count)},
            config.device.origins.derived(line.at, {}, less_headroom)};
    }
    return pool;
}

void resolve_watchdog(Config& config, Port& port, const Stated& line)
{
    PfcWatchdog& watchdog = port.watchdog;
    watchdog.enabled = config.setting(line,
        is_set,
        config.family == Family::unknown ? Setting<bool>::unread(config.unread(watchdog_unknown))
                                         : config.defaults.value("watchdog", false));
    // It watches the queues with PFC.
    if (port.pfc_rx.peek_known() && port.pfc_rx.value.empty() && port.pfc_tx.value.empty())
        watchdog.enabled = {false, port.pfc_rx.origin};
    const Stated times{config.global(LineKind::watchdog_times)};
    const auto time = [&](std::size_t slot, Default usual) {
        return config.setting(
            times,
            [&](const Fact& fact) { return Milliseconds(fact.value(slot)); },
            config.defaults.number_as<Milliseconds>(usual));
    };
    watchdog.detection = time(0, "watchdog_timeout");
    watchdog.restoration = time(1, "watchdog_resume");
    watchdog.action = config.defaults.value("watchdog_action", WatchdogAction::drop);
}

Setting<std::int64_t> usual_alpha(Config& config)
{
    const std::string_view version = config.device.version;
    const auto is_of = [&](std::string_view release) {
        const std::size_t at = version.find(release);
        return at == 0 || (at != std::string_view::npos && version[at - 1] == '.');
    };
    if (is_of("10.18."))
        return config.defaults.number_as<std::int64_t>("alpha_10_18");
    if (is_of("10.11."))
        return config.defaults.number_as<std::int64_t>("alpha_10_11");
    return Setting<std::int64_t>::unread(config.unread(alpha_differs));
}

Ref make_buffer(Config& config, std::uint32_t index, Priority priority, const Fact& pool, Span at)
{
    const std::uint32_t place = config.ports[index].place;
    const auto line_of = [&](LineKind what) { return Stated{config.find(place, what, priority)}; };
    BufferProfile made;
    made.name = config.device.arena->keep(
        fmt::format("priority {} of {}", priority, config.device.ports[index].name));
    made.at = at;
    made.pool = {config.pools.at(pool.number), config.device.origins.explicit_at(pool.at)};
    made.xoff = config.setting(
        line_of(LineKind::headroom),
        [](const Fact& line) { return Bytes{line.value(1)}; },
        Setting<Bytes>::unread(config.unread(computed)));
    made.xon_offset = config.setting(
        line_of(LineKind::xon),
        [](const Fact& line) { return Bytes{line.value(1)}; },
        config.defaults.value("xon_delta", Bytes{config.defaults.number("xon_delta")}));
    const Stated limit = line_of(LineKind::xoff);
    if (limit.is(Sense::set) && is_static(*limit.fact))
        made.fixed_threshold = {Bytes{limit.fact->value(1)}, config.origin_of(limit)};
    else
        made.dynamic_threshold = config.setting(
            limit,
            [](const Fact& line) { return static_cast<std::int64_t>(line.value(1)) - exponent_zero; },
            usual_alpha(config));
    return add_to(config.device.buffer_profiles, made);
}

// Whether the switch absorbs what still arrives of a paused priority.
Setting<bool> lossless_of(Config& config, Priority priority, const Setting<PrioritySet>& paused)
{
    if (!paused.value.has(priority))
        return {false, paused.origin};
    const Fact* pool = config.pool_of(priority);
    if (pool != nullptr && pool->sense == Sense::unread)
        return Setting<bool>::unread(config.unread(not_understood));
    if (pool != nullptr || config.family == Family::fixed)
        return {true, pool == nullptr ? paused.origin : config.device.origins.explicit_at(pool->at)};
    if (config.device.fragment || !has_pools(config.family))
        return Setting<bool>::unread(config.unread(config.device.fragment ? in_another_part : pools_unknown));
    const auto* const some = std::ranges::find_if(
        config.pool_lines, [](const Fact* line) { return line != nullptr && is_set(*line); });
    return {false,
        some == config.pool_lines.end() ? paused.origin : config.device.origins.explicit_at((*some)->at)};
}

}

Percent share_of_pool(const Fact& line)
{
    // The row reads thousandths, and the switch takes hundredths.
    if (line.values[1].written())
        return {static_cast<std::uint32_t>(line.value(1) / 10)};
    const std::string_view text = catalog::platform_default("aoscx", "pool_size").value; // "40.6"
    const std::size_t point = text.find('.');
    const auto whole = parse_number(text.substr(0, point)).value_or(0);
    const auto tenths
        = point == std::string_view::npos ? 0 : parse_number(text.substr(point + 1)).value_or(0);
    return {static_cast<std::uint32_t>(whole * 100 + tenths * 10)};
}

const Fact* Config::pool_of(Priority priority) const
{
    for (std::uint8_t index = 1; index <= pool_count; ++index) {
        const Fact* line = pool_lines.at(index);
        if (line != nullptr && line->sense == Sense::unread)
            return line;
        if (line != nullptr && is_set(*line)
            && PrioritySet{static_cast<std::uint8_t>(line->value(3))}.has(priority))
            return line;
    }
    return nullptr;
}

const Fact* Config::flow_control(std::uint32_t place, LineKind what) const
{
    const Fact* own = find(place, what);
    const Fact* other = find(place, what == LineKind::pfc ? LineKind::link_pause : LineKind::pfc);
    const bool replaced = own != nullptr && other != nullptr && is_set(*own) && is_set(*other) && other > own;
    return replaced ? other : own;
}

void resolve_pools(Config& config)
{
    for (std::uint8_t index = 1; index <= pool_count; ++index) {
        const Fact* line = config.pool_lines.at(index);
        if (line != nullptr && is_set(*line))
            config.pools.at(index) = add_to(config.device.pools, make_pool(config, *line));
    }
}

void resolve_pfc(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const std::uint32_t place = config.ports[index].place;
    const Stated line{config.flow_control(place, LineKind::pfc)};
    const bool replaced = line && says(*line.fact) != LineKind::pfc;
    const auto pausing
        = line.is(Sense::set) && !replaced ? pausing_of(line.fact->text) : std::optional(Pausing{});
    if (line.is(Sense::unread) || !pausing)
        port.pfc_rx = port.pfc_tx = Setting<PrioritySet>::unread(config.unread(not_understood));
    else if (line.is(Sense::set)) {
        port.pfc_rx = {pausing->rx, config.origin_of(line)};
        port.pfc_tx = {pausing->tx, config.origin_of(line)};
    } else
        port.pfc_rx = port.pfc_tx = config.defaults.value("pfc", PrioritySet{});
    resolve_watchdog(config, port, Stated{config.find(place, LineKind::watchdog)});
    const Stated cable{config.find(place, LineKind::cable)};
    if (cable.is(Sense::set) && !cable.fact->values[0].written())
        port.cable_length = Setting<Metres>::unread(config.unread(by_detected_cable));
    else
        port.cable_length = config.setting(cable,
            value_as<Metres>,
            has_pools(config.family) ? config.defaults.value(
                "cable", Metres{static_cast<std::uint32_t>(config.defaults.number("cable"))})
                                     : Setting<Metres>::unread(config.unread(not_by_cable)));
}

void resolve_groups(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    if (!port.pfc_tx.peek_known())
        return;
    config.begin_groups(port, queue_count);
    const Span at = config.device.origins.span(port.pfc_tx.origin);
    for (std::uint8_t number = 0; number < queue_count; ++number) {
        PriorityGroup group{
            .number = number, .buffer = {}, .lossless = lossless_of(config, number, port.pfc_tx)};
        const Fact* pool = config.pool_of(number);
        if (group.lossless.peek_known() && group.lossless.value && pool != nullptr && is_set(*pool))
            group.buffer = {make_buffer(config, index, number, *pool, at), port.pfc_tx.origin};
        config.device.groups.push_back(group);
    }
}

}
