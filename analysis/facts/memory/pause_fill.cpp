// SPDX-License-Identifier: Apache-2.0
// The fill at which a priority group pauses depends on its profile, its pool and on what the chip makes of a
// number; rules and the simulation of an incast use the same.
#include "analysis/facts/memory/pause_fill.h"

#include "analysis/facts/memory/group_memory.h"
#include "models/catalog/catalog.h"
#include "models/fabric/classify.h"

#include <algorithm>
#include <cmath>

namespace rocelint {
namespace {

using Found = std::optional<PauseFill>;

std::string_view note_of(const Device& device, OriginId origin, std::string_view otherwise)
{
    const std::string_view note = device.origins.look_up(origin).note;
    return note.empty() ? otherwise : note;
}

// The dynamic threshold of a group: from its profile, or the device's default if the device generates the
// profiles.
Setting<std::int64_t> dynamic_threshold_of(const Device& device, const BufferProfile* profile)
{
    if (profile != nullptr && (profile->dynamic_threshold.known() || profile->fixed_threshold.known()))
        return profile->dynamic_threshold;
    return device.headroom.dynamic.is(true) ? device.headroom.default_dynamic_threshold
                                            : Setting<std::int64_t>{};
}

// The pool of lossless groups: the profile's, or the only ingress pool.
const BufferPool* ingress_pool(const Device& device, const BufferProfile* profile)
{
    if (profile != nullptr)
        return pool_of(device, *profile);
    const BufferPool* only = nullptr;
    for (const BufferPool& pool : device.pools) {
        if (!pool.direction.known() || pool.direction.value == PoolDirection::egress)
            continue;
        if (only != nullptr)
            return nullptr;
        only = &pool;
    }
    return only;
}

bool is_deep(const catalog::Asic* asic)
{
    return asic != nullptr && asic->deep_buffer.known() && asic->deep_buffer.value;
}

// What the number of a dynamic threshold means: on the chip, or where none is known, on the platform. Says in `fill` which
// source states it.
std::optional<physics::Alpha> alpha_of(const Device& device, std::int64_t threshold, PauseFill& fill)
{
    if (fill.asic != nullptr) {
        fill.alpha_source = fill.asic->alpha.source;
        return fill.asic->alpha_of(threshold);
    }
    const auto scale = catalog::platform_default(device.platform, "alpha");
    if (scale.value != "power of two")
        return std::nullopt;
    fill.alpha_source = scale.source;
    return physics::Alpha{.value = std::ldexp(1.0, static_cast<int>(threshold))};
}

constexpr std::string_view groups_not_visible = "the priority groups of its ports are not visible";

const PriorityGroup* find_group(const Device& device, const Port& port, Priority priority)
{
    const Setting<std::uint8_t> number = group_of_priority(device, port, priority);
    return number.known() ? device.group(port, number.value) : nullptr;
}

bool set_shared(PauseFill& fill, const BufferPool* pool, std::string& reason)
{
    if (pool != nullptr && pool->size.known()) {
        fill.shared = pool->size.value;
        fill.size = pool->size.origin;
        return true;
    }
    if (fill.asic != nullptr && fill.asic->packet_memory.known()) {
        fill.shared = fill.asic->packet_memory.value;
        fill.at_most = true;
        return true;
    }
    reason = "the size of the pool of its priority groups is not known";
    return false;
}

Found fill_of_group(const Device& device,
    const catalog::Asic* asic,
    const Port& port,
    const PriorityGroup& group,
    std::string& reason)
{
    PauseFill fill;
    fill.asic = asic;
    const BufferProfile* profile = buffer_profile_of(device, group.buffer);
    const BufferPool* pool = ingress_pool(device, profile);
    Setting<std::int64_t> dynamic = dynamic_threshold_of(device, profile);
    const catalog::HeadroomRow* made = dynamic.known() ? nullptr : made_from(device, port, group);
    if (made != nullptr && pool != nullptr && pool->mode.is(ThresholdMode::dynamic)) {
        dynamic = {made->threshold, group.lossless.origin};
        fill.shipped = catalog::table_of_sku(device.model)->path;
    }
    if (profile != nullptr && profile->fixed_threshold.known() && !dynamic.known()) {
        fill.fixed = true;
        fill.pause_at = profile->fixed_threshold.value;
        fill.threshold = profile->fixed_threshold.origin;
        if (pool != nullptr && pool->size.known()) {
            fill.pause_at = std::min(fill.pause_at, pool->size.value);
            fill.shared = pool->size.value;
            fill.size = pool->size.origin;
        }
        return fill;
    }
    // A fixed threshold is one wherever packets wait; what is free is not.
    if (is_deep(asic)) {
        reason = "its deep buffers are not one pool that ingress groups share";
        return std::nullopt;
    }
    if (!dynamic.known()) {
        reason = note_of(device,
            profile == nullptr ? group.buffer.origin : profile->dynamic_threshold.origin,
            "the threshold of its priority groups is not known");
        return std::nullopt;
    }
    const auto alpha = alpha_of(device, dynamic.value, fill);
    if (!alpha) {
        reason = "the catalog does not state the meaning of a dynamic threshold on this hardware";
        return std::nullopt;
    }
    fill.alpha = *alpha;
    fill.threshold = dynamic.origin;
    if (!set_shared(fill, pool, reason))
        return std::nullopt;
    return fill;
}

}

physics::EcnMargin PauseFill::margin(std::uint32_t ports, Bytes at) const
{
    return fixed ? physics::ecn_margin_fixed(pause_at, ports, at)
                 : physics::ecn_margin_dynamic(alpha, shared, ports, at);
}

std::optional<PauseFill> pause_fill(
    const Analysis& analysis, std::uint32_t device_index, Priority priority, std::string& reason)
{
    reason.clear();
    const Device& device = analysis.fabric->devices[device_index];
    const catalog::Asic* asic = catalog::asic_of(device);
    Found last;
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        const Port& port = device.ports[index];
        if (!may_carry_traffic(port) || !analysis.is_roce({device_index, index}))
            continue;
        const PriorityGroup* group = find_group(device, port, priority);
        if (group == nullptr) {
            reason = groups_not_visible;
            return std::nullopt;
        }
        // A group without headroom does not pause at all, which another rule reports.
        if (group->lossless.is(false))
            continue;
        const Found fill = fill_of_group(device, asic, port, *group, reason);
        if (!fill)
            return std::nullopt;
        if (!last || last->margin(2, {}).queue < fill->margin(2, {}).queue)
            last = fill;
    }
    return last;
}

std::optional<PauseFill> pause_fill_of_port(
    const Device& device, const Port& port, Priority priority, std::string& reason)
{
    reason.clear();
    const catalog::Asic* asic = catalog::asic_of(device);
    const PriorityGroup* group = find_group(device, port, priority);
    if (group == nullptr) {
        reason = groups_not_visible;
        return std::nullopt;
    }
    if (group->lossless.is(false)) {
        reason = "the priority group has no headroom, so that it does not pause";
        return std::nullopt;
    }
    return fill_of_group(device, asic, port, *group, reason);
}

}
