// SPDX-License-Identifier: Apache-2.0
// Corrects headroom at its source: the profile of a row, or the cable length from which the daemon computes
// the profile. Refuses to change a profile that the daemon owns.
#include "drivers/sonic/edit/change_set.h"
#include "models/fabric/classify.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::sonic {
namespace {

std::string item_of(const Port& port, std::uint8_t group) { return fmt::format("{}|{}", port.name, group); }

const BufferProfile* profile_of(const Device& device, const PriorityGroup* group)
{
    const bool bound = group != nullptr && group->buffer.known();
    return bound && group->buffer.value.index < device.buffer_profiles.size()
        ? &device.buffer_profiles[group->buffer.value.index]
        : nullptr;
}

}

void BufferEditor::bind(const Port& port, std::uint8_t group, const std::string& profile)
{
    set_.cells.set(Table::buffer_pg,
        item_of(port, group),
        "profile",
        profile == "NULL" ? profile
                          : set_.cells.refer(Table::buffer_pg, "profile", Table::buffer_profile, profile));
}

void BufferEditor::drop_headroom(const Port& port, Priority priority)
{
    const Setting<std::uint8_t> number = group_of_priority(set_.device, port, priority);
    const PriorityGroup* group = number.known() ? set_.device.group(port, number.value) : nullptr;
    if (group != nullptr && group->lossless.is(true)
        && set_.cells.find(Table::buffer_pg, item_of(port, number.value)) != nullptr) {
        const std::string lossy = lossy_profile(port, number.value);
        if (lossy.empty())
            set_.cells.remove(Table::buffer_pg, item_of(port, number.value));
        else
            bind(port, number.value, lossy);
    }
}

// The profile for a group without headroom: that of other lossy groups, if any code point maps to the group,
// because otherwise nothing would be reserved for it. Empty if the group is unused or no such profile exists.
std::string BufferEditor::lossy_profile(const Port& port, std::uint8_t number) const
{
    const Device& device = set_.device;
    bool used = false;
    for (Dscp dscp = 0; dscp < 64 && !used; ++dscp)
        used = classify_dscp(device, port, dscp).group.is(number);
    if (!used)
        return {};
    const auto is_lossy
        = [](const PriorityGroup& group) { return group.lossless.is(false) && group.buffer.known(); };
    for (const std::span<const PriorityGroup> groups :
        {device.groups_of(port), std::span<const PriorityGroup>(device.groups)}) {
        for (const PriorityGroup& group : groups) {
            const BufferProfile* profile = is_lossy(group) ? profile_of(device, &group) : nullptr;
            if (profile != nullptr && set_.cells.find(Table::buffer_profile, profile->name) != nullptr)
                return std::string(profile->name);
        }
    }
    return {};
}

// In the static model buffermgrd creates a group for each number in pfc_enable that has no row, whenever the
// port's speed, cable or PFC is set (sonic-swss cfgmgr/buffermgr.cpp, doSpeedUpdateTask).
bool BufferEditor::comes_back(const Port& port, Priority priority) const
{
    const Device& device = set_.device;
    const Setting<std::uint8_t> group = group_of_priority(device, port, priority);
    const auto index = static_cast<std::uint32_t>(&port - device.ports.data());
    const bool makes = port.cable_length.known() && port.cable_length.value.count != 0 && port.speed.known();
    return makes && device.headroom.dynamic.is(false) && group.known() && port.pfc_tx.known()
        && set_.asked.pfc_after(index, port.pfc_tx.value).has(group.value);
}

Objection BufferEditor::set_headroom(const Port& port, const PriorityDelta& delta)
{
    const Device& device = set_.device;
    for (const Priority priority : delta.remove) {
        if (comes_back(port, priority))
            return Objection(fmt::format(
                "buffermgrd gives each priority with PFC its headroom: switch PFC off for priority {} "
                "of {} too",
                priority,
                port.name));
        drop_headroom(port, priority);
    }
    if (delta.add.empty())
        return {};
    if (!device.headroom.dynamic.known())
        return "whether the switch works headroom out by itself is not known";
    // In the dynamic model "NULL" means: computed by buffermgrd (sonic-utilities config/main.py, set_pg).
    const bool dynamic = device.headroom.dynamic.value;
    if (!dynamic && (!port.cable_length.known() || !port.speed.known()))
        return "the port's speed or cable length is not known, from which the switch makes headroom";
    for (const Priority priority : delta.add) {
        const Setting<std::uint8_t> group = group_of_priority(device, port, priority);
        if (!group.known())
            continue;
        if (dynamic)
            bind(port, group.value, "NULL");
        else if (Objection reason
            = bind_to_made(port, group.value, made_profile(port.speed.value, port.cable_length.value)))
            return reason;
    }
    return {};
}

// The YANG models refuse a row that names a missing profile (sonic-buffer-pg.yang), and with it the whole
// file. In that case the group gets no row, and buffermgrd creates both row and profile for a port with PFC.
Objection BufferEditor::bind_to_made(const Port& port, std::uint8_t number, const std::string& profile)
{
    if (set_.cells.find(Table::buffer_profile, profile) != nullptr) {
        bind(port, number, profile);
        return {};
    }
    const auto index = static_cast<std::uint32_t>(&port - set_.device.ports.data());
    if (!port.pfc_tx.known() || !set_.asked.pfc_after(index, port.pfc_tx.value).has(number))
        return Objection(fmt::format(
            "BUFFER_PROFILE has no {}, and buffermgrd makes it for ports with PFC only", profile));
    if (set_.cells.find(Table::buffer_pg, item_of(port, number)) != nullptr)
        set_.cells.remove(Table::buffer_pg, item_of(port, number));
    return {};
}

std::uint32_t BufferEditor::unwilling(const Change& change, std::uint32_t profile) const
{
    return set_.asked.first_unwilling(change, set_.ports(), [&](std::uint32_t index, const auto& need) {
        const Port& port = set_.device.ports[index];
        for (const PriorityGroup& group : set_.device.groups_of(port)) {
            if (!group.buffer.is(Ref{profile}))
                continue;
            // Headroom changes are numbered by priority, all others by group.
            if (change.property != Property::headroom) {
                need(group.number);
                continue;
            }
            Priority leading = change.number;
            for (const Priority priority : PrioritySet::all()) {
                if (group_of_priority(set_.device, port, priority).is(group.number))
                    leading = priority;
            }
            need(leading);
        }
    });
}

Objection BufferEditor::set_headroom(const Change& change, Bytes xoff)
{
    const Device& device = set_.device;
    const Port& port = device.ports[change.port.port];
    const Setting<std::uint8_t> number = group_of_priority(device, port, change.number);
    const BufferProfile* profile
        = number.known() ? profile_of(device, device.group(port, number.value)) : nullptr;
    if (profile == nullptr)
        return "the profile of the priority group is not known";
    const Row* row = set_.cells.find(Table::buffer_profile, profile->name);
    if (row == nullptr)
        return Objection(fmt::format(
            "{} is made by the switch from its pg_profile_lookup.ini: change the row there by hand",
            profile->name));
    Fields fields{{std::string(profile_xoff.name()), fmt::format("{}", xoff.count)}};
    // If the size was the sum of both thresholds, keep it so.
    if (profile->reserved.known() && profile->xon.known() && profile->xoff.known()
        && profile->reserved.value.count == profile->xon.value.count + profile->xoff.value.count)
        fields[std::string(profile_size.name())] = fmt::format("{}", profile->xon.value.count + xoff.count);
    const auto index = static_cast<std::uint32_t>(profile - device.buffer_profiles.data());
    std::string name(profile->name);
    if (unwilling(change, index) != Port::no_index) {
        name = fmt::format("{}_xoff_{}", profile->name, xoff.count);
        for (const auto& [field, value] : fields_of(*row))
            set_.cells.set_named(Table::buffer_profile, name, field, value);
        bind(port, number.value, name);
    }
    for (const auto& [field, value] : fields)
        set_.cells.set_named(Table::buffer_profile, name, field, value);
    return {};
}

Objection BufferEditor::set_profile(const Change& change, const NumberField& field, std::int64_t value)
{
    if (Objection reason = objection_unless_empty(out_of_range(field.limit, value)))
        return reason;
    const Device& device = set_.device;
    const Port& port = device.ports[change.port.port];
    const BufferProfile* profile = profile_of(device, device.group(port, change.number));
    const Row* row = profile == nullptr ? nullptr : set_.cells.find(Table::buffer_profile, profile->name);
    if (row == nullptr)
        return "the group's profile has no row in BUFFER_PROFILE";
    const std::uint32_t other
        = unwilling(change, static_cast<std::uint32_t>(profile - device.buffer_profiles.data()));
    if (other != Port::no_index)
        return Objection(fmt::format("{} shares the profile {}, which must not change there",
            device.ports[other].name,
            profile->name));
    set_.cells.set_named(field.table, profile->name, field.name(), fmt::format("{}", value));
    return {};
}

// buffermgrd recomputes headroom from CABLE_LENGTH only while no row of BUFFER_PG names a profile, so such
// rows are bound to the profile for the new length.
Objection BufferEditor::set_cable(const Port& port, Metres length)
{
    const Row* table = nullptr;
    for (const Row& row : set_.cells.config().of(Table::cable_length)) {
        if (table == nullptr || row.fields->child(port.name) != nullptr)
            table = &row;
    }
    if (table == nullptr)
        return "the files have no CABLE_LENGTH";
    set_.cells.set_named(Table::cable_length, table->key, port.name, fmt::format("{}m", length.count));
    const auto speed = port.speed.known() ? std::optional(port.speed.value) : std::nullopt;
    return bind_anew(port, speed, length);
}

Objection BufferEditor::follow_speed(const Port& port, BitsPerSecond speed)
{
    return bind_anew(port, speed, std::nullopt);
}

// Rows of lossless groups that name the profile for the port's
// current speed and cable get the profile for the new ones.
Objection BufferEditor::bind_anew(
    const Port& port, std::optional<BitsPerSecond> speed, std::optional<Metres> length)
{
    const Device& device = set_.device;
    for (const PriorityGroup& group : device.groups_of(port)) {
        const BufferProfile* profile = profile_of(device, &group);
        if (!device.headroom.dynamic.is(false) || profile == nullptr || !profile->for_cable.known()
            || !profile->for_speed.known() || !group.lossless.is(true)
            || set_.cells.find(Table::buffer_pg, item_of(port, group.number)) == nullptr)
            continue;
        // A profile that was already for another speed is a separate fault.
        if (!length && !port.speed.is(profile->for_speed.value))
            continue;
        const std::string wanted = made_profile(
            speed.value_or(profile->for_speed.value), length.value_or(profile->for_cable.value));
        if (wanted == profile->name)
            continue;
        if (Objection reason = bind_to_made(port, group.number, wanted))
            return reason;
    }
    return {};
}

}
