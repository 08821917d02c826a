// SPDX-License-Identifier: Apache-2.0
// Pools and profiles by name. What refers to a pool that no row defines stays unread: the switch waits for the row
// and applies nothing.
#include "drivers/sonic/queue_rows.h"

#include <fmt/format.h>

namespace rocelint::sonic {
namespace {

constexpr std::uint64_t any_size = ~std::uint64_t{0};

template <class Named>
std::uint32_t index_of_row(Reader& reader, NameIndex& names, std::vector<Named>& list, const Row& row)
{
    std::uint32_t index = names.find(row.key, reader.space(row));
    if (index != NameIndex::none)
        return index;
    index = static_cast<std::uint32_t>(list.size());
    Named& fresh = list.emplace_back();
    fresh.name = reader.keep(*row.tree, row.key);
    fresh.at = row.span();
    names.put(fresh.name, index, reader.space(row));
    return index;
}

void take_bytes(Reader& reader, const Row& row, const Node& field, Setting<Bytes>& setting)
{
    const auto bytes = reader.number(row, field, any_size);
    setting = {Bytes{bytes.value_or(0)},
        bytes ? reader.at(row, field) : reader.origins().unread("the size is not a number")};
}

void take_pool_type(Reader& reader, BufferPool& pool, const Row& row, const Node& field)
{
    const std::string_view type = reader.text(row, field);
    const OriginId origin = reader.at(row, field);
    if (type == "ingress")
        pool.direction = {PoolDirection::ingress, origin};
    else if (type == "egress")
        pool.direction = {PoolDirection::egress, origin};
    else if (type == "both")
        pool.direction = {PoolDirection::both, origin};
    else
        reader.problem(row.span_of(field),
            fmt::format("\"{}\" is not a pool type: write ingress, egress or both", type.substr(0, 40)));
}

void take_pool_field(Reader& reader, BufferPool& pool, const Row& row, const Node& field)
{
    field.mark(CoverageState::read);
    if (&field == row.header) {
        return;
    }
    if (field.key == "type") {
        take_pool_type(reader, pool, row, field);
    } else if (field.key == "mode") {
        const std::string_view mode = reader.text(row, field);
        if (mode == "dynamic" || mode == "static")
            pool.mode
                = {mode == "dynamic" ? ThresholdMode::dynamic : ThresholdMode::fixed, reader.at(row, field)};
        else
            reader.problem(row.span_of(field),
                fmt::format("\"{}\" is not a pool mode: write dynamic or static", mode.substr(0, 40)));
    } else if (field.key == "size") {
        take_bytes(reader, row, field, pool.size);
    } else if (field.key == "xoff") {
        take_bytes(reader, row, field, pool.shared_headroom);
    } else if (field.key == "percentage") {
        if (const auto percent = reader.number(row, field, 1000))
            pool.percentage = {Percent::whole(static_cast<std::uint32_t>(*percent)), reader.at(row, field)};
    } else if (field.key == "NULL") {
        field.mark(CoverageState::irrelevant);
    } else {
        field.mark(CoverageState::unrecognised);
    }
}

void take_profile_field(Reader& reader, BufferProfile& profile, const Row& row, const Node& field)
{
    field.mark(CoverageState::read);
    if (&field == row.header)
        return;
    if (field.key == "pool") {
        profile.pool = reader.refer(reader.pools, Table::buffer_pool, row, field);
    } else if (field.key == "size") {
        take_bytes(reader, row, field, profile.reserved);
    } else if (field.key == "xon") {
        take_bytes(reader, row, field, profile.xon);
    } else if (field.key == "xon_offset") {
        take_bytes(reader, row, field, profile.xon_offset);
    } else if (field.key == "xoff") {
        take_bytes(reader, row, field, profile.xoff);
    } else if (field.key == "dynamic_th") {
        if (const auto threshold = reader.signed_number(row, field))
            profile.dynamic_threshold = {*threshold, reader.at(row, field)};
    } else if (field.key == "static_th") {
        take_bytes(reader, row, field, profile.fixed_threshold);
    } else if (field.key == "packet_discard_action") {
        field.mark(CoverageState::unsupported);
    } else if (field.key == "headroom_type" || field.key == "mode" || field.key == "NULL") {
        // headroom_type says again what the absent xoff says; nothing reads mode.
        field.mark(CoverageState::irrelevant);
    } else {
        field.mark(CoverageState::unrecognised);
    }
}

Setting<Ref> take_queue_profile(Reader& reader, const Row& row)
{
    Setting<Ref> buffer{Ref{}, reader.absent(Table::buffer_queue, reader.defaults().queue_buffer)};
    for (const Node& field : *row.fields) {
        if (field.key == "profile" && field.value != "NULL")
            buffer = reader.refer(reader.buffer_profiles, Table::buffer_profile, row, field);
        if (field.key == "profile" || field.key == "port" || field.key == "qindex")
            field.mark(CoverageState::read);
        else if (field.key == "NULL")
            field.mark(CoverageState::irrelevant);
    }
    return buffer;
}

// The list of a row as a BufferProfileList; rows that write the same text share one.
Setting<Ref> take_profile_list(Reader& reader, const Row& row, NameIndex& known, OriginId none)
{
    Device& device = reader.device();
    Setting<Ref> taken{Ref{}, none};
    for (const Node& field : *row.fields) {
        if (field.key != "profile_list" && field.key != "profile_list@") {
            if (field.key == "port")
                field.mark(CoverageState::read);
            continue;
        }
        field.mark(CoverageState::read);
        const std::string_view list = reader.list_text(row, field);
        const std::uint32_t same = known.find(list, row.file);
        if (same != NameIndex::none) {
            taken = {Ref{same}, reader.at(row, field)};
            continue;
        }
        BufferProfileList fresh;
        fresh.at = row.span_of(field);
        OriginId unread;
        visit_items(list, [&](std::string_view reference) {
            const Setting<Ref> profile
                = reader.refer(reader.buffer_profiles, Table::buffer_profile, row, field, reference);
            if (profile.known())
                fresh.profiles.push_back(profile.value);
            else
                unread = profile.origin;
        });
        if (unread != OriginId{}) {
            taken = Setting<Ref>::unread(unread);
            continue;
        }
        const auto index = static_cast<std::uint32_t>(device.buffer_profile_lists.size());
        device.buffer_profile_lists.push_back(std::move(fresh));
        known.put(list, index, row.file);
        taken = {Ref{index}, reader.at(row, field)};
    }
    return taken;
}

void read_profile_lists(Reader& reader, Table table, Setting<Ref> Port::*member)
{
    NameIndex known;
    const OriginId none = reader.absent(table, reader.defaults().port_buffers);
    for (const Row& row : reader.rows(table)) {
        const Setting<Ref> list = take_profile_list(reader, row, known, none);
        visit_items(row.key, [&](std::string_view name) {
            const std::uint32_t index = reader.find_port(name, row);
            if (index != NameIndex::none)
                reader.device().ports[index].*member = list;
        });
    }
    for (Port& port : reader.device().ports) {
        if ((port.kind == PortKind::physical || port.kind == PortKind::internal)
            && (port.*member).origin == OriginId{})
            port.*member = {Ref{}, none};
    }
}

}

void read_buffer_pools(Reader& reader)
{
    for (const Row& row : reader.rows(Table::buffer_pool)) {
        const std::uint32_t index = index_of_row(reader, reader.pools, reader.device().pools, row);
        for (const Node& field : *row.fields)
            take_pool_field(reader, reader.device().pools[index], row, field);
    }
}

void read_buffer_profiles(Reader& reader)
{
    for (const Row& row : reader.rows(Table::buffer_profile)) {
        const std::uint32_t index
            = index_of_row(reader, reader.buffer_profiles, reader.device().buffer_profiles, row);
        for (const Node& field : *row.fields)
            take_profile_field(reader, reader.device().buffer_profiles[index], row, field);
        read_purpose(reader.device().buffer_profiles[index], reader.at(row));
    }
}

void read_port_limits(Reader& reader)
{
    for (const Row& row : reader.rows(Table::buffer_max_param)) {
        for (const Node& field : *row.fields) {
            if (field.key == "max_headroom_size") {
                field.mark(CoverageState::read);
                const auto size = reader.number(row, field, any_size);
                const std::uint32_t index
                    = row.key == "global" ? NameIndex::none : reader.find_port(row.key, row);
                // cfgmgr/buffer_check_headroom_mellanox.lua: without a limit nothing is checked.
                if (size && *size > 0 && index != NameIndex::none)
                    reader.device().ports[index].max_headroom = {Bytes{*size}, reader.at(row, field)};
            } else {
                // max_priority_groups, max_queues and mmu_size are limits that daemons look at.
                field.mark(CoverageState::irrelevant);
            }
        }
    }
}

void read_port_buffers(Reader& reader)
{
    for (const Row& row : reader.rows(Table::buffer_queue)) {
        const auto key = parse_indexed_key(row.key, largest_queue);
        if (!key) {
            reader.problem(row.span(),
                fmt::format(
                    "BUFFER_QUEUE needs a key of the form Ethernet0|3 with queues 0 to {}", largest_queue));
            row.fields->mark_subtree(CoverageState::unrecognised);
            continue;
        }
        if (!is_local(reader, *key, row)) {
            row.fields->mark_subtree(CoverageState::unsupported);
            continue;
        }
        const Setting<Ref> buffer = take_queue_profile(reader, row);
        visit_queues(reader, *key, row, [&](Queue& queue) { queue.buffer = buffer; });
    }
    read_profile_lists(reader, Table::buffer_port_ingress_profile_list, &Port::ingress_buffers);
    read_profile_lists(reader, Table::buffer_port_egress_profile_list, &Port::egress_buffers);
}

}
