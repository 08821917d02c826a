// SPDX-License-Identifier: Apache-2.0
// Buffers: traffic pools, which hide the groups and headroom that they create, and the pools, groups and
// queues of advanced buffer management, which state them.
#include "drivers/onyx/config.h"

#include <algorithm>

namespace rocelint::onyx {
namespace {

Setting<Ref> pool_named(Config& config, std::string_view name, OriginId origin, Span at)
{
    const auto found = std::ranges::find(config.device.pools, name, &BufferPool::name);
    if (found == config.device.pools.end())
        return Setting<Ref>::unread(config.lost("pool", name, at));
    return {Ref{static_cast<std::uint32_t>(found - config.device.pools.begin())}, origin};
}

// Converts the {alpha} of a line to the power of two that the chip's shipped profiles use.
Setting<std::int64_t> threshold_of(Config& config, std::uint64_t alpha, OriginId origin)
{
    if (alpha == alpha_zero || alpha == alpha_infinite)
        return Setting<std::int64_t>::unread(config.unread("the alpha is not a power of two"));
    return {static_cast<std::int64_t>(alpha) - static_cast<std::int64_t>(alpha_one), origin};
}

Ref make_profile(Config& config, const Fact& fact)
{
    const OriginId here = config.here(fact);
    BufferProfile profile;
    profile.at = fact.at;
    profile.pool = pool_named(config, fact.text, here, fact.at);
    profile.reserved = {Bytes{fact.value(buffer_slot::reserved)}, here};
    profile.dynamic_threshold = threshold_of(config, fact.value(buffer_slot::alpha(fact)), here);
    if (is_lossless(fact)) {
        const std::uint64_t pause_at = fact.value(buffer_slot::xoff);
        profile.xon = {Bytes{fact.value(buffer_slot::xon)}, here};
        if (fact.value(buffer_slot::reserved) >= pause_at)
            profile.xoff = {Bytes{fact.value(buffer_slot::reserved) - pause_at},
                config.device.origins.derived(fact.at,
                    {},
                    "what is reserved beyond the fill at which pause is sent (the same chips' profiles in "
                    "sonic-buildimage: size = xon + xoff)")};
        else
            config.problems.push_back({SyntaxProblem::Severity::warning,
                fact.at,
                "xoff is above what is reserved: pause is sent when the buffer is full"});
    }
    return add_to(config.device.buffer_profiles, profile);
}

// Ports that share a line share its profile.
Setting<Ref> profile_of(Config& config, const Stated& line)
{
    return config.make_once(
        line.fact, config.origin_of(line), [&] { return make_profile(config, *line.fact); });
}

void add_pool(Device& device, const BufferPool& pool)
{
    const auto same = std::ranges::find(device.pools, pool.name, &BufferPool::name);
    if (same == device.pools.end())
        device.pools.push_back(pool);
    else
        *same = pool;
}

}

void resolve_pools(Config& config)
{
    Origins& origins = config.device.origins;
    for (const auto& [name, lines] : config.traffic_pools) {
        BufferPool pool;
        pool.name = name;
        pool.at = lines.second;
        pool.direction = {PoolDirection::both, origins.explicit_at(pool.at)};
        if (const Fact* percent = config.find(lines.first, LineKind::pool_percent))
            pool.percentage
                = {Percent{static_cast<std::uint32_t>(percent->value() / 10)}, config.here(*percent)};
        add_pool(config.device, pool);
    }
    for (const line_cli::Stanza& stanza : config.lines.stanzas) {
        const Fact& line = config.lines.header(stanza);
        if (line.kind != kind_of(LineKind::buffer_pool) || line.sense != Sense::set)
            continue;
        const OriginId here = config.here(line);
        const bool egress = line.values[1].written() ? line.value(1) != 0 : line.text.starts_with("ePool");
        BufferPool pool;
        pool.name = line.text;
        pool.at = line.at;
        pool.direction = {egress ? PoolDirection::egress : PoolDirection::ingress, here};
        pool.size = {Bytes{line.value(2)}, here};
        pool.mode = {line.value(3) != 0 ? ThresholdMode::dynamic : ThresholdMode::fixed, here};
        add_pool(config.device, pool);
    }
}

void resolve_groups(Config& config, std::uint32_t index)
{
    const auto lines_of
        = [&](std::uint8_t number) { return find(config, index, LineKind::group_buffer, number); };
    bool any = !find_all(config, index, LineKind::group_binding).empty();
    Port& port = config.device.ports[index];
    for (std::uint8_t number = 0; number < class_count; ++number) {
        any = any || lines_of(number);
        Queue& queue = config.device.queues[port.first_queue + number];
        if (const Stated line = find(config, index, LineKind::queue_buffer, number); line.is(Sense::set))
            queue.buffer = profile_of(config, line);
        else if (line.is(Sense::unread))
            queue.buffer = Setting<Ref>::unread(config.unread(not_understood));
    }
    if (!any) {
        port.tc_to_priority_group = port.priority_to_priority_group
            = config.defaults.value("priority_is_class", Ref{});
        return;
    }
    port.tc_to_priority_group = port.priority_to_priority_group
        = map_of(config, index, MapKind::tc_to_priority_group, "group_binding");
    config.begin_groups(port, class_count);
    for (std::uint8_t number = 0; number < class_count; ++number) {
        PriorityGroup group;
        group.number = number;
        group.lossless = config.defaults.value("group_type", false);
        if (const Stated line = lines_of(number); line.is(Sense::set)) {
            group.buffer = profile_of(config, line);
            group.lossless = {is_lossless(*line.fact), config.origin_of(line)};
        } else if (line.is(Sense::unread)) {
            group.buffer = Setting<Ref>::unread(config.unread(not_understood));
            group.lossless = Setting<bool>::unread(group.buffer.origin);
        }
        config.device.groups.push_back(group);
    }
}

}
