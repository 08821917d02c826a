// SPDX-License-Identifier: Apache-2.0
// Many configurations do not contain the sizes of groups, because daemons compute them. They are then taken
// from the table shipped for the hardware, or the reason for their absence is given; they are never assumed
// to be zero.
#include "analysis/facts/memory/group_memory.h"

#include "models/fabric/target.h"

#include <algorithm>

namespace rocelint {
namespace {

// The row that the hardware's static model uses for this port.
const catalog::HeadroomRow* shipped_row(const Device& device, const Port& port)
{
    const catalog::HeadroomTable* shipped = catalog::table_of_sku(device.model);
    if (shipped == nullptr || !port.speed.known() || !port.cable_length.known())
        return nullptr;
    const catalog::HeadroomRow* row = shipped->row(port.speed.value, port.cable_length.value);
    // The daemon uses the row of exactly this length, or none.
    return row != nullptr && row->cable == port.cable_length.value ? row : nullptr;
}

std::string_view why_unread(const Device& device, OriginId origin, std::string_view otherwise)
{
    const std::string_view note = device.origins.look_up(origin).note;
    return note.empty() ? otherwise : note;
}

}

const BufferProfile* buffer_profile_of(const Device& device, const Setting<Ref>& buffer)
{
    return target_of(device.buffer_profiles, buffer);
}

const BufferPool* pool_of(const Device& device, const BufferProfile& profile)
{
    return target_of(device.pools, profile.pool);
}

bool shares_headroom(const Device& device)
{
    return device.headroom.oversubscription.value_or(0) != 0
        || std::ranges::any_of(device.pools,
            [](const BufferPool& pool) { return pool.shared_headroom.value_or({}).count != 0; });
}

bool may_carry_traffic(const Port& port)
{
    return port.kind == PortKind::physical && !port.admin_up.is(false);
}

const catalog::HeadroomRow* made_from(const Device& device, const Port& port, const PriorityGroup& group)
{
    const BufferProfile* profile = buffer_profile_of(device, group.buffer);
    const bool shown = profile != nullptr && (profile->reserved.known() || profile->xoff.known());
    return !shown && group.lossless.is(true) && device.headroom.dynamic.is(false) ? shipped_row(device, port)
                                                                                  : nullptr;
}

std::optional<GroupMemory> memory_of_group(
    const Device& device, const Port& port, const PriorityGroup& group, std::string_view& reason)
{
    if (group.buffer.known() && group.buffer.value.none() && group.lossless.is(false))
        return GroupMemory{};
    const BufferProfile* profile = buffer_profile_of(device, group.buffer);
    const bool has_headroom = group.lossless.is(true);
    if (profile != nullptr && profile->reserved.known() && (profile->xoff.known() || !has_headroom))
        return GroupMemory{profile->reserved.value, profile->xoff.value_or({}), {}};
    if (const catalog::HeadroomRow* row = made_from(device, port, group))
        return GroupMemory{row->size, row->xoff, catalog::table_of_sku(device.model)->path};
    reason = profile != nullptr
        ? why_unread(device, profile->reserved.origin, "the size of a group's buffer profile is not known")
        : why_unread(device, group.buffer.origin, "the buffer of a priority group is not known");
    return std::nullopt;
}

std::vector<LosslessProfile> lossless_profiles(
    const Device& device, const std::function<bool(std::uint32_t port)>& wanted)
{
    std::vector<LosslessProfile> found;
    constexpr std::uint32_t unseen = 0xffffffffU;
    std::vector<std::uint32_t> place(device.buffer_profiles.size(), unseen);
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        const Port& port = device.ports[index];
        if (!may_carry_traffic(port) || !wanted(index))
            continue;
        for (const PriorityGroup& group : device.groups_of(port)) {
            const BufferProfile* profile
                = group.lossless.is(true) ? buffer_profile_of(device, group.buffer) : nullptr;
            if (profile == nullptr)
                continue;
            std::uint32_t& at = place[group.buffer.value.index];
            if (at == unseen) {
                at = static_cast<std::uint32_t>(found.size());
                found.push_back({profile, {}});
            }
            std::vector<std::uint32_t>& ports = found[at].ports;
            if (ports.empty() || ports.back() != index)
                ports.push_back(index);
        }
    }
    return found;
}

}
