// SPDX-License-Identifier: Apache-2.0
// Pools and profiles by name. A reference to a pool that no row defines
// stays unread: the switch waits for the row and applies nothing.
#include "drivers/sonic/read/queue_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace rocelint::sonic {
namespace {

void take_pool_field(Reader& reader, BufferPool& pool, const Row& row, const Node& field)
{
    field.mark(CoverageState::read);
    if (&field == row.header) {
        return;
    }
    if (const auto* size = find_size<BufferPool>(pool_sizes, field.key); size != nullptr) {
        reader.size(row, field, size->field, pool.*size->member);
    } else if (field.key == pool_type.name) {
        if (const auto direction = reader.word(row, field, pool_type))
            pool.direction = {*direction, reader.at(row, field)};
    } else if (field.key == pool_mode.name) {
        if (const auto mode = reader.word(row, field, pool_mode))
            pool.mode = {*mode, reader.at(row, field)};
    } else if (field.key == pool_percentage.name()) {
        if (const auto percent = reader.number(row, field, pool_percentage))
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
    } else if (const auto* size = find_size<BufferProfile>(profile_sizes, field.key); size != nullptr) {
        reader.size(row, field, size->field, profile.*size->member);
    } else if (field.key == profile_dynamic_th.name()) {
        if (const auto threshold = reader.signed_number(row, field, profile_dynamic_th))
            profile.dynamic_threshold = {*threshold, reader.at(row, field)};
    } else if (field.key == profile_discard.name) {
        if (const auto trims = reader.word(row, field, profile_discard))
            profile.trims = {*trims, reader.at(row, field)};
    } else if (field.key == "headroom_type" || field.key == "mode" || field.key == "NULL") {
        // headroom_type repeats what the missing xoff already says; nothing reads mode.
        field.mark(CoverageState::irrelevant);
    } else {
        field.mark(CoverageState::unrecognised);
    }
}

Setting<Ref> take_queue_profile(Reader& reader, const Row& row)
{
    Setting<Ref> buffer{Ref{},
        reader.origins().lacking(
            reader.absent(Table::buffer_queue, reader.defaults().origin(Default::queue_buffer)), row.span())};
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

// The profile list of a row; rows with the same text share one BufferProfileList.
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
    const OriginId none = reader.absent(table, reader.defaults().origin(Default::port_buffers));
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

bool states(const Row& row, std::initializer_list<std::string_view> fields)
{
    return std::ranges::any_of(
        fields, [&row](std::string_view name) { return row.fields->child(name) != nullptr; });
}

// SAI creates no pool without a type and a size, and no profile without a threshold (saibuffer.h,
// MANDATORY_ON_CREATE). A device that computes buffers fills these in itself.
void report_missing(Reader& reader, const Row& row, bool is_pool)
{
    const bool is_placeholder = row.fields->child("NULL") != nullptr;
    if (is_placeholder || !reader.whole() || !reader.device().headroom.dynamic.is(false))
        return;
    if (is_pool && !states(row, {"type"}))
        reader.problem(row.span(),
            fmt::format("buffer pool {} has no type, without which it is not created", row.key),
            SyntaxProblem::Severity::error);
    else if (is_pool && !states(row, {"size", "percentage"}))
        reader.problem(row.span(),
            fmt::format("buffer pool {} has no size, without which it is not created", row.key),
            SyntaxProblem::Severity::warning);
    else if (!is_pool && !states(row, {"pool"}))
        reader.problem(row.span(),
            fmt::format("buffer profile {} names no pool, from which its memory is taken", row.key),
            SyntaxProblem::Severity::error);
    else if (!is_pool && !states(row, {"dynamic_th", "static_th"}))
        reader.problem(row.span(),
            fmt::format(
                "buffer profile {} has neither dynamic_th nor static_th, without which it is not created",
                row.key),
            SyntaxProblem::Severity::error);
}

}

void read_buffer_pools(Reader& reader)
{
    for (const Row& row : reader.rows(Table::buffer_pool)) {
        const std::uint32_t index = reader.index_of(reader.pools, reader.device().pools, row);
        for (const Node& field : *row.fields)
            take_pool_field(reader, reader.device().pools[index], row, field);
        report_missing(reader, row, true);
    }
}

void read_buffer_profiles(Reader& reader)
{
    for (const Row& row : reader.rows(Table::buffer_profile)) {
        const std::uint32_t index
            = reader.index_of(reader.buffer_profiles, reader.device().buffer_profiles, row);
        for (const Node& field : *row.fields)
            take_profile_field(reader, reader.device().buffer_profiles[index], row, field);
        read_purpose(reader.device().buffer_profiles[index], reader.at(row));
        report_missing(reader, row, false);
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
                // cfgmgr/buffer_check_headroom_mellanox.lua checks nothing if there is no limit.
                if (size && *size > 0 && index != NameIndex::none)
                    reader.device().ports[index].max_headroom = {Bytes{*size}, reader.at(row, field)};
            } else {
                // max_priority_groups, max_queues and mmu_size are limits that only daemons use.
                field.mark(CoverageState::irrelevant);
            }
        }
    }
}

void read_port_buffers(Reader& reader)
{
    std::size_t ignored = 0;
    for (const Row& row : reader.rows(Table::buffer_queue)) {
        const auto key = parse_indexed_key(row.key, largest_queue);
        if (!key) {
            reader.problem(row.span(),
                fmt::format(
                    "BUFFER_QUEUE needs a key of the form Ethernet0|3 with queues 0 to {}", largest_queue));
            row.fields->mark_subtree(CoverageState::unrecognised);
            continue;
        }
        Setting<Ref> buffer = take_queue_profile(reader, row);
        if (is_ignored_by_chassis(reader, *key, row, ignored))
            buffer = Setting<Ref>::unread(reader.origins().unread(ignored_row));
        visit_queues(reader, *key, row, [&](const Port&, Queue& queue) { queue.buffer = buffer; });
    }
    read_profile_lists(reader, Table::buffer_port_ingress_profile_list, &Port::ingress_buffers);
    read_profile_lists(reader, Table::buffer_port_egress_profile_list, &Port::egress_buffers);
}

}
