// SPDX-License-Identifier: Apache-2.0
// Headroom is judged by the length of the cable, which several sources state. Decides for all rules which
// source takes precedence, and that an optic's reach is not a length.
#include "analysis/facts/memory/lossless_headroom.h"

#include "models/fabric/classify.h"
#include "models/fabric/target.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {
namespace {

CableLength told_by_media(const Fabric& fabric, PortId id)
{
    const Port& port = fabric.port(id);
    // An optic states its maximum reach, not the length of the fiber.
    if (!port.media_length.known() || port.media_length.value.count == 0 || port.media_is_reach.is(true))
        return {};
    return {port.media_length.value,
        CableEvidence::media,
        fabric.device(id).place(port.media_length.origin, &port)};
}

}

std::string describe(const CableLength& cable)
{
    constexpr std::string_view evidence[] = {"unknown",
        "the length that the profile is for",
        "the configured length",
        "as the cable itself states",
        "as the topology states"};
    return fmt::format(
        "{} m of cable ({})", cable.length.exact(), evidence[static_cast<std::size_t>(cable.evidence)]);
}

CableLength real_cable(const Fabric& fabric, PortId id)
{
    const Link* link = fabric.link(id);
    if (link != nullptr && link->cable)
        return {*link->cable, CableEvidence::plan, link->at};
    const CableLength here = told_by_media(fabric, id);
    const auto peer = fabric.peer(id);
    return here.known() || !peer ? here : told_by_media(fabric, *peer);
}

CableLength cable_for_headroom(const Fabric& fabric, PortId id, const BufferProfile* profile)
{
    const CableLength real = real_cable(fabric, id);
    if (real.known())
        return real;
    const Device& device = fabric.device(id);
    const Port& port = fabric.port(id);
    // A length of zero is the usual setting for an unused port.
    if (port.cable_length.known() && port.cable_length.value.count != 0)
        return {port.cable_length.value,
            CableEvidence::configured,
            device.place(port.cable_length.origin, &port)};
    if (profile != nullptr && profile->for_cable.known())
        return {profile->for_cable.value, CableEvidence::profile, device.place(profile->for_cable.origin)};
    return {};
}

std::vector<LosslessGroups> lossless_groups(const Device& device, const Port& port)
{
    std::vector<LosslessGroups> found;
    for (const PriorityGroup& group : device.groups_of(port)) {
        // The buffer of a lossy group is not asked for: where it is unknown, headroom can still be judged.
        if (!group.lossless.is(true))
            continue;
        const BufferProfile* profile = target_of(device.buffer_profiles, group.buffer);
        if (profile == nullptr)
            continue;
        PrioritySet priorities;
        for (const Priority priority : port.pfc_tx.value_or({})) {
            if (group_of_priority(device, port, priority).is(group.number))
                priorities.insert(priority);
        }
        if (!port.pfc_tx.known() && group.number < 8)
            priorities.insert(group.number);
        if (priorities.empty())
            continue;
        const auto known = std::ranges::find(found, profile, &LosslessGroups::profile);
        if (known == found.end())
            found.push_back({profile, group.buffer.origin, priorities});
        else
            known->priorities = known->priorities | priorities;
    }
    return found;
}

bool pauses_rdma(const Analysis& analysis, PortId id)
{
    const Port& port = analysis.fabric->port(id);
    return analysis.fabric->device(id).kind == DeviceKind::network_switch && analysis.is_roce(id)
        && port.kind == PortKind::physical && !port.admin_up.is(false)
        && (!port.pfc_tx.known() || !port.pfc_tx.value.empty());
}

std::optional<bool> has_shared_headroom(const Device& device)
{
    if (device.headroom.oversubscription.known() && device.headroom.oversubscription.value > 0)
        return true;
    if (device.pools.empty())
        return std::nullopt;
    return std::ranges::any_of(device.pools, [](const BufferPool& pool) {
        return pool.shared_headroom.known() && pool.shared_headroom.value.count > 0;
    });
}

}
