// SPDX-License-Identifier: Apache-2.0
// Reads which groups are lossless and with how much headroom: as stated in BUFFER_PG, else as buffermgrd
// derives it from PFC, speed and cable (static model) or computes it (dynamic model).
#include "drivers/sonic/read/queue_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace rocelint::sonic {
namespace {

constexpr std::uint8_t group_count = largest_group + 1;
constexpr std::string_view made_by_buffermgrd
    = "buffermgrd makes it from pfc_enable, cable length and speed (sonic-swss cfgmgr/buffermgr.cpp)";
constexpr std::string_view no_headroom_made
    = "buffermgrd makes no lossless group for this port (sonic-swss cfgmgr/buffermgr.cpp)";
constexpr std::string_view worked_out
    = "the dynamic buffer model works the headroom out (sonic-swss cfgmgr/buffermgrdyn.cpp)";

PriorityGroup& group_at(Device& device, const Port& port, std::uint8_t number)
{
    return device.groups[port.first_group + number];
}

void lay_out_groups(Reader& reader)
{
    Device& device = reader.device();
    if (!reader.whole() && !reader.config().has(Table::buffer_pg))
        return;
    const OriginId none
        = reader.absent_row(Table::buffer_pg, reader.defaults().origin(Default::group_buffer));
    device.groups.reserve(device.ports.size() * group_count);
    for (Port& port : device.ports) {
        if (port.kind != PortKind::physical && port.kind != PortKind::internal)
            continue;
        port.groups_visible = true;
        port.first_group = static_cast<std::uint32_t>(device.groups.size());
        port.group_count = group_count;
        for (std::uint8_t number = 0; number < group_count; ++number)
            device.groups.push_back({number, {Ref{}, none}, {false, none}});
    }
}

// A profile that buffermgrd creates while the switch runs: its numbers are in pg_profile_lookup.ini.
std::uint32_t add_made_profile(Reader& reader, std::string_view name, std::uint32_t space, Span at)
{
    Device& device = reader.device();
    const auto index = static_cast<std::uint32_t>(device.buffer_profiles.size());
    BufferProfile& profile = device.buffer_profiles.emplace_back();
    profile.name = device.arena->keep(name);
    profile.at = at;
    read_purpose(profile, reader.origins().explicit_at(at));
    const OriginId unread
        = reader.origins().unread("its numbers are in the platform's pg_profile_lookup.ini");
    profile.reserved = Setting<Bytes>::unread(unread);
    profile.xon = Setting<Bytes>::unread(unread);
    profile.xon_offset = Setting<Bytes>::unread(unread);
    profile.xoff = Setting<Bytes>::unread(unread);
    profile.dynamic_threshold = Setting<std::int64_t>::unread(unread);
    profile.fixed_threshold = Setting<Bytes>::unread(unread);
    const std::uint32_t pool = reader.pools.find(ingress_lossless_pool, space);
    if (pool != NameIndex::none)
        profile.pool = {Ref{pool}, reader.origins().derived(at, device.pools[pool].at, made_by_buffermgrd)};
    reader.buffer_profiles.put(profile.name, index, space);
    return index;
}

struct GroupRow {
    Setting<Ref> buffer;
    Setting<bool> lossless;
    /// The profile's name, if no row defines the profile.
    std::string_view made;
};

// Whether a group with this profile has headroom.
Setting<bool> lossless_by_profile(Reader& reader, const Row& row, const Node& field, std::uint32_t index)
{
    const BufferProfile& profile = reader.device().buffer_profiles[index];
    const Span here = row.span_of(field);
    if (profile.xoff.known())
        return {profile.xoff.value.count > 0,
            reader.origins().inherited(here, reader.origins().span(profile.xoff.origin))};
    // The daemon creates a profile that has no row; an existing
    // row without headroom is kept as it is, whatever its name.
    if (profile.name.starts_with(made_profile_prefix) && profile.xoff.origin != OriginId{})
        return {true, reader.origins().derived(here, profile.at, made_by_buffermgrd)};
    if (!profile.xoff.known() && profile.xoff.origin != OriginId{})
        return Setting<bool>::unread(profile.xoff.origin);
    if (!reader.whole())
        return Setting<bool>::unread(reader.unread_because_absent(Table::buffer_profile));
    // In the dynamic model a profile with xon, or with headroom_type dynamic, leaves xoff to the daemon.
    if (reader.device().headroom.dynamic.is(true) && profile.xon.known())
        return {true, reader.origins().derived(here, profile.at, worked_out)};
    return {false, reader.origins().inherited(here, profile.at)};
}

// Whether the daemon creates a profile of this name: in the
// static model only for the speed and cable of some port.
bool is_made(Reader& reader, std::string_view name)
{
    if (!name.starts_with(made_profile_prefix))
        return false;
    if (!reader.whole() || !reader.device().headroom.dynamic.is(false))
        return true;
    return reader.made_profiles().contains(name);
}

GroupRow take_group_row(Reader& reader, const Row& row)
{
    const OriginId none = reader.origins().lacking(
        reader.absent(Table::buffer_pg, reader.defaults().origin(Default::group_buffer)), row.span());
    GroupRow taken{{Ref{}, none}, {false, none}};
    for (const Node& field : *row.fields) {
        if (field.key == "port" || field.key == "pg_num")
            field.mark(CoverageState::read);
        if (field.key == "NULL")
            field.mark(CoverageState::irrelevant);
        if (field.key != "profile")
            continue;
        field.mark(CoverageState::read);
        const std::string_view name = strip_reference(reader.text(row, field));
        if (name == "NULL") {
            taken.buffer = Setting<Ref>::unread(reader.origins().unread(worked_out));
            taken.lossless = {true, reader.origins().derived(row.span_of(field), {}, worked_out)};
            continue;
        }
        if (reader.find(reader.buffer_profiles, name, row) == NameIndex::none && is_made(reader, name))
            add_made_profile(reader, name, reader.space(row), row.span_of(field));
        taken.buffer = reader.refer(reader.buffer_profiles, Table::buffer_profile, row, field);
        taken.lossless = taken.buffer.known()
            ? lossless_by_profile(reader, row, field, taken.buffer.value.index)
            : Setting<bool>::unread(taken.buffer.origin);
        const bool made = taken.buffer.known() && taken.lossless.origin.kind() == OriginKind::derived;
        taken.made
            = made ? reader.device().buffer_profiles[taken.buffer.value.index].name : std::string_view{};
    }
    return taken;
}

// Naming a profile does not create it: in the static model the
// daemon only creates the profile for the port's speed and cable.
bool is_another_profile(Reader& reader, std::uint32_t port, std::string_view made)
{
    if (made.empty() || !reader.whole() || !reader.device().headroom.dynamic.is(false))
        return false;
    const PortNotes& notes = reader.notes(port);
    return notes.speed_mbps != 0 && !notes.cable.empty()
        && made != made_profile(fmt::to_string(notes.speed_mbps), notes.cable);
}

bool is_untouched(const PriorityGroup& group)
{
    return group.buffer.origin.kind() == OriginKind::default_ && group.buffer.value.none();
}

// Mirrors buffermgrd in the static model for a port with PFC on.
void derive_groups(Reader& reader, std::uint32_t index, bool reclaims_down_ports)
{
    Device& device = reader.device();
    const Port port = device.ports[index];
    const PortNotes notes = reader.notes(index);
    const Span pfc = reader.origins().span(port.pfc_tx.origin);
    const bool down = reclaims_down_ports && port.admin_up.is(false);
    const bool makes = !notes.cable.empty() && notes.cable != "0m" && notes.speed_mbps != 0 && !down;
    OriginId origin;
    Setting<Ref> buffer;
    if (makes) {
        const Span cable = reader.origins().span(notes.cable_origin);
        origin = reader.origins().derived(pfc, cable, made_by_buffermgrd);
        const std::string profile = made_profile(fmt::to_string(notes.speed_mbps), notes.cable);
        std::uint32_t found = reader.buffer_profiles.find(profile, notes.space);
        if (found == NameIndex::none)
            found = add_made_profile(reader, profile, notes.space, cable);
        buffer = {Ref{found}, origin};
    } else {
        const Span why
            = down ? reader.origins().span(port.admin_up.origin) : reader.origins().span(notes.cable_origin);
        origin = reader.origins().derived(pfc, why, no_headroom_made);
        buffer = {Ref{}, origin};
    }
    for (std::uint8_t number = 0; number < group_count; ++number) {
        PriorityGroup& group = group_at(device, port, number);
        if (port.pfc_tx.value.has(number) && is_untouched(group)) {
            group.buffer = buffer;
            group.lossless = {makes, origin};
        }
    }
}

void derive_static_model(Reader& reader)
{
    Device& device = reader.device();
    if (!reader.whole() || !device.headroom.dynamic.is(false))
        return;
    const bool reclaims = device.asic.find("mlnx") != std::string_view::npos
        || device.asic.find("nvidia") != std::string_view::npos;
    const OriginId no_pool = reader.origins().unread(
        "BUFFER_POOL has no ingress_lossless_pool: who sets up the buffers is not visible");
    bool has_pool = false;
    for (const BufferPool& pool : device.pools)
        has_pool = has_pool || pool.name == ingress_lossless_pool;
    for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
        const Port& port = device.ports[index];
        if (!port.groups_visible || !port.pfc_tx.known() || port.pfc_tx.value.empty())
            continue;
        if (has_pool) {
            derive_groups(reader, index, reclaims);
            continue;
        }
        for (std::uint8_t number = 0; number < group_count; ++number) {
            PriorityGroup& group = group_at(device, port, number);
            if (port.pfc_tx.value.has(number) && is_untouched(group))
                group = {number, Setting<Ref>::unread(no_pool), Setting<bool>::unread(no_pool)};
        }
    }
}

}

void read_cables(Reader& reader)
{
    for (const Row& row : reader.rows(Table::cable_length)) {
        const auto take = [&](std::string_view name, std::string_view length, const Node& place) {
            const std::uint32_t index = reader.find_port(name, row);
            const auto metres
                = length.ends_with('m') ? parse_number(length.substr(0, length.size() - 1)) : std::nullopt;
            if (!metres || *metres > 0xffffffffU) {
                reader.unreadable(row.span_of(place),
                    fmt::format(
                        "\"{}\" is not a cable length; write metres, such as 40m", length.substr(0, 40)));
                return;
            }
            if (index == NameIndex::none)
                return;
            PortNotes& notes = reader.notes(index);
            notes.cable = reader.keep(*row.tree, length);
            notes.cable_origin = reader.at(row, place);
            reader.device().ports[index].cable_length
                = {Metres{static_cast<std::uint32_t>(*metres)}, notes.cable_origin};
        };
        for (const Node& field : *row.fields) {
            field.mark_subtree(CoverageState::read);
            if (field.kind == Node::Kind::array) {
                for (const Node& entry : field) {
                    const Node* port = entry.child("port");
                    const Node* length = entry.child("length");
                    if (port != nullptr && length != nullptr)
                        take(port->value, length->value, entry);
                }
            } else if (field.key == "NULL") {
                field.mark(CoverageState::irrelevant);
            } else if (&field != row.header) {
                take(field.key, reader.text(row, field), field);
            }
        }
    }
    const OriginId none = reader.unread_because_absent(Table::cable_length);
    const OriginId no_row = reader.origins().unread("CABLE_LENGTH has no length for this port");
    for (Port& port : reader.device().ports) {
        if (port.cable_length.origin == OriginId{} && port.kind == PortKind::physical)
            port.cable_length = Setting<Metres>::unread(reader.whole() ? no_row : none);
    }
}

void read_priority_groups(Reader& reader)
{
    lay_out_groups(reader);
    for (const Row& row : reader.rows(Table::buffer_pg)) {
        const auto key = parse_indexed_key(row.key, largest_group);
        if (!key || !is_local(reader, *key, row)) {
            reader.problem(row.span(),
                fmt::format(
                    "BUFFER_PG needs a key of the form Ethernet0|3-4 with groups 0 to {}", largest_group));
            row.fields->mark_subtree(CoverageState::unrecognised);
            continue;
        }
        const GroupRow taken = take_group_row(reader, row);
        visit_items(key->ports, [&](std::string_view name) {
            const std::uint32_t index = reader.find_port(name, row);
            if (index == NameIndex::none || !reader.device().ports[index].groups_visible)
                return;
            const bool another = is_another_profile(reader, index, taken.made);
            for (std::uint8_t number = key->first; number <= key->last; ++number) {
                PriorityGroup& group = group_at(reader.device(), reader.device().ports[index], number);
                group.buffer = taken.buffer;
                group.lossless = another
                    ? Setting<bool>::unread(reader.origins().unread(
                        "no row has its buffer profile, and buffermgrd makes another one for its speed and cable"))
                    : taken.lossless;
            }
        });
    }
    derive_static_model(reader);
}

void read_headroom_parameters(Reader& reader)
{
    HeadroomParameters& headroom = reader.device().headroom;
    for (const Row& row : reader.rows(Table::default_lossless_buffer_parameter)) {
        for (const Node& field : *row.fields) {
            if (field.key == default_dynamic_th.name()) {
                field.mark(CoverageState::read);
                if (const auto threshold = reader.signed_number(row, field, default_dynamic_th))
                    headroom.default_dynamic_threshold = {*threshold, reader.at(row, field)};
            } else if (field.key == over_subscribe_ratio.name()) {
                field.mark(CoverageState::read);
                if (const auto ratio = reader.number(row, field, over_subscribe_ratio))
                    headroom.oversubscription = {static_cast<std::uint32_t>(*ratio), reader.at(row, field)};
            } else if (field.key == "max_headroom_size") {
                field.mark(CoverageState::unsupported);
            }
        }
    }
    for (const Row& row : reader.rows(Table::lossless_traffic_pattern)) {
        for (const Node& field : *row.fields) {
            if (field.key == lossless_mtu.name()) {
                field.mark(CoverageState::read);
                if (const auto mtu = reader.number(row, field, lossless_mtu))
                    headroom.lossless_mtu = {Bytes{*mtu}, reader.at(row, field)};
            } else if (field.key == small_packet_percentage.name()) {
                field.mark(CoverageState::read);
                if (const auto share = reader.number(row, field, small_packet_percentage))
                    headroom.small_packets
                        = {Percent::whole(static_cast<std::uint32_t>(*share)), reader.at(row, field)};
            }
        }
    }
}

}
