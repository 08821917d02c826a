// SPDX-License-Identifier: Apache-2.0
// Buffers: traffic pools, which hide what they make of groups and headroom, and the pools, groups and queues of advanced
// buffer management, which state it.
#include "drivers/onyx/config.h"

#include <algorithm>

namespace rocelint::onyx {
namespace {

using line_cli::Fact;
using line_cli::Sense;

Setting<Ref> pool_named(Config& config, std::string_view name, OriginId origin)
{
    const auto found = std::ranges::find(config.device.pools, name, &BufferPool::name);
    if (found == config.device.pools.end())
        return Setting<Ref>::unread(config.device.origins.unread("its pool is not among the lines read"));
    return {Ref{static_cast<std::uint32_t>(found - config.device.pools.begin())}, origin};
}

// The {alpha} of a line as the power of two by which the chip's shipped profiles write it.
Setting<std::int64_t> threshold_of(Config& config, std::uint64_t alpha, OriginId origin)
{
    if (alpha == alpha_zero || alpha == alpha_infinite)
        return Setting<std::int64_t>::unread(config.device.origins.unread("the alpha is not a power of two"));
    return {static_cast<std::int64_t>(alpha) - static_cast<std::int64_t>(alpha_one), origin};
}

// Lines that many ports share make one profile.
Setting<Ref> profile_of(Config& config, const Stated& line)
{
    const auto [entry, fresh] = config.profiles.try_emplace(line.fact);
    if (!fresh)
        return {entry->second, line.origin};
    const OriginId here = config.device.origins.explicit_at(line.fact->at);
    const bool lossless = static_cast<Says>(line.fact->kind) == Says::lossless_group;
    BufferProfile profile;
    profile.at = line.fact->at;
    profile.pool = pool_named(config, line.fact->text, here);
    profile.reserved = {Bytes{line.fact->value(2)}, here};
    profile.dynamic_threshold = threshold_of(config, line.fact->value(lossless ? 5 : 3), here);
    if (lossless) {
        const std::uint64_t pause_at = line.fact->value(3);
        profile.xon = {Bytes{line.fact->value(4)}, here};
        if (line.fact->value(2) >= pause_at)
            profile.xoff = {Bytes{line.fact->value(2) - pause_at},
                config.device.origins.derived(line.fact->at, {},
                    "what is reserved beyond the fill at which pause is sent (the same chips' profiles in sonic-buildimage: size = xon + xoff)")};
        else
            config.problems.push_back({SyntaxProblem::Severity::warning, line.fact->at, "xoff is above what is reserved: pause is sent when the buffer is full"});
    }
    entry->second = Ref{static_cast<std::uint32_t>(config.device.buffer_profiles.size())};
    config.device.buffer_profiles.push_back(profile);
    return {entry->second, line.origin};
}

}

void resolve_buffers(Config& config)
{
    Origins& origins = config.device.origins;
    for (const auto& [name, lines] : config.pools) {
        BufferPool pool;
        pool.name = name;
        pool.at = lines.at;
        pool.direction = {PoolDirection::both, origins.explicit_at(lines.at)};
        if (lines.percent != nullptr)
            pool.percentage = {Percent{static_cast<std::uint32_t>(lines.percent->value() / 10)}, origins.explicit_at(lines.percent->at)};
        config.device.pools.push_back(pool);
    }
    for (const Fact* line : config.buffer_pools) {
        if (line->sense != Sense::set)
            continue;
        const OriginId here = origins.explicit_at(line->at);
        const bool egress = line->values[1].written() ? line->value(1) != 0 : line->text.starts_with("ePool");
        BufferPool pool;
        pool.name = line->text;
        pool.at = line->at;
        pool.direction = {egress ? PoolDirection::egress : PoolDirection::ingress, here};
        pool.size = {Bytes{line->value(2)}, here};
        pool.mode = {line->value(3) != 0 ? ThresholdMode::dynamic : ThresholdMode::fixed, here};
        const auto same = std::ranges::find(config.device.pools, pool.name, &BufferPool::name);
        if (same == config.device.pools.end())
            config.device.pools.push_back(pool);
        else
            *same = pool;
    }
}

void resolve_groups(Config& config, std::uint32_t index)
{
    const auto bindings = find_all(config, index, Says::group_binding);
    const auto lines_of = [&](std::uint8_t number) { return find(config, index, PerClass::group_buffer, number); };
    bool any = !bindings.empty();
    for (std::uint8_t number = 0; number < class_count; ++number)
        any = any || lines_of(number);
    Port& port = config.device.ports[index];
    for (std::uint8_t number = 0; number < class_count; ++number) {
        Queue& queue = config.device.queues[port.first_queue + number];
        if (const Stated line = find(config, index, PerClass::queue_buffer, number); line.is(Sense::set))
            queue.buffer = profile_of(config, line);
    }
    if (!any) {
        port.tc_to_priority_group = port.priority_to_priority_group = config.fallback("priority_is_class", Ref{});
        return;
    }
    // Switch-priorities without a binding share group 0.
    const auto [entry, fresh] = config.maps.try_emplace({MapKind::tc_to_priority_group, bindings});
    if (fresh) {
        ClassMap map;
        map.kind = MapKind::tc_to_priority_group;
        for (std::uint8_t priority = 0; priority < class_count; ++priority)
            map.set(priority, 0, config.default_of("group_binding"));
        for (const Fact* line : bindings) {
            for (std::uint8_t priority = 0; priority < class_count; ++priority) {
                if (line->sense == Sense::set && ((line->value(1) >> priority) & 1U) != 0)
                    map.set(priority, static_cast<std::uint8_t>(line->value()), config.device.origins.explicit_at(line->at));
            }
        }
        map.at = bindings.empty() ? Span{} : bindings.front()->at;
        entry->second = Ref{static_cast<std::uint32_t>(config.device.maps.size())};
        config.device.maps.push_back(map);
    }
    const OriginId origin = bindings.empty() ? config.default_of("group_binding") : config.device.origins.explicit_at(bindings.back()->at);
    port.tc_to_priority_group = port.priority_to_priority_group = {entry->second, origin};
    port.first_group = static_cast<std::uint32_t>(config.device.groups.size());
    port.group_count = class_count;
    port.groups_visible = true;
    for (std::uint8_t number = 0; number < class_count; ++number) {
        PriorityGroup group;
        group.number = number;
        if (const Stated line = lines_of(number); line.is(Sense::set)) {
            group.buffer = profile_of(config, line);
            group.lossless = {static_cast<Says>(line.fact->kind) == Says::lossless_group, line.origin};
        } else {
            group.lossless = config.fallback("group_type", false);
        }
        config.device.groups.push_back(group);
    }
}

}
