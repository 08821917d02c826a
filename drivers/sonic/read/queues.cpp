// SPDX-License-Identifier: Apache-2.0
// QUEUE by ports and ranges of queues; keys of any other form are reported, since the switch ignores them.
#include "drivers/sonic/read/queue_rows.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::sonic {

bool is_local(const Reader& reader, const IndexedKey& key, const Row& row)
{
    if (key.host.empty())
        return true;
    const LocalName& local = reader.local_name(row);
    return local.host == key.host && (local.asic.empty() || equal_ignoring_case(local.asic, key.asic));
}

void make_ports_of_fragment(Reader& reader)
{
    if (reader.whole())
        return;
    for (const Table table : {Table::queue, Table::buffer_queue, Table::buffer_pg}) {
        for (const Row& row : reader.rows(table)) {
            const auto key = parse_indexed_key(row.key, 0xff);
            if (key && is_local(reader, *key, row))
                visit_items(key->ports, [&](std::string_view name) { reader.make_port(name, row); });
        }
    }
    for (const Table table :
        {Table::buffer_port_ingress_profile_list, Table::buffer_port_egress_profile_list, Table::pfc_wd}) {
        for (const Row& row : reader.rows(table)) {
            if (row.key != "GLOBAL")
                visit_items(row.key, [&](std::string_view name) { reader.make_port(name, row); });
        }
    }
}

void lay_out_queues(Reader& reader)
{
    Device& device = reader.device();
    const bool visible
        = reader.whole() || reader.config().has(Table::queue) || reader.config().has(Table::buffer_queue);
    if (!visible)
        return;
    // Every port gets the same number of queues, so that no
    // search is needed: eight, or more if rows use more.
    std::uint8_t count = 8;
    for (const Table table : {Table::queue, Table::buffer_queue}) {
        for (const Row& row : reader.rows(table)) {
            const auto key = parse_indexed_key(row.key, largest_queue);
            if (key)
                count = std::max(count, static_cast<std::uint8_t>(key->last + 1));
        }
    }
    const OriginId no_row = reader.absent_row(Table::queue, reader.defaults().origin(Default::queue_wred));
    const OriginId no_scheduler
        = reader.absent_row(Table::queue, reader.defaults().origin(Default::queue_scheduler));
    const OriginId no_buffer
        = reader.absent_row(Table::buffer_queue, reader.defaults().origin(Default::queue_buffer));
    device.queues.reserve(device.ports.size() * count);
    for (Port& port : device.ports) {
        if (port.kind != PortKind::physical && port.kind != PortKind::internal)
            continue;
        port.queues_visible = true;
        port.first_queue = static_cast<std::uint32_t>(device.queues.size());
        port.queue_count = count;
        for (std::uint8_t number = 0; number < count; ++number)
            device.queues.push_back({number, {Ref{}, no_row}, {Ref{}, no_scheduler}, {Ref{}, no_buffer}});
    }
}

namespace {

struct QueueRow {
    Setting<Ref> ecn;
    Setting<Ref> scheduler;
};

QueueRow take_queue_row(Reader& reader, const Row& row)
{
    const auto absent = [&](Default name) {
        return reader.origins().lacking(
            reader.absent(Table::queue, reader.defaults().origin(name)), row.span());
    };
    QueueRow taken;
    for (const Node& field : *row.fields) {
        if (field.key == "wred_profile") {
            taken.ecn = reader.refer(reader.ecn_profiles, Table::wred_profile, row, field);
            field.mark(CoverageState::read);
        } else if (field.key == "scheduler") {
            taken.scheduler = reader.refer(reader.schedulers, Table::scheduler, row, field);
            field.mark(CoverageState::read);
        } else if (field.key == "NULL") {
            field.mark(CoverageState::irrelevant);
        } else if (field.key == "ifname" || field.key == "qindex") {
            field.mark(CoverageState::read);
        }
    }
    if (taken.ecn.origin == OriginId{})
        taken.ecn = {Ref{}, absent(Default::queue_wred)};
    if (taken.scheduler.origin == OriginId{})
        taken.scheduler = {Ref{}, absent(Default::queue_scheduler)};
    return taken;
}

}

void read_queues(Reader& reader)
{
    lay_out_queues(reader);
    for (const Row& row : reader.rows(Table::queue)) {
        const auto key = parse_indexed_key(row.key, largest_queue);
        if (!key) {
            reader.problem(row.span(),
                fmt::format("QUEUE needs a key of the form Ethernet0|3 with queues 0 to {}", largest_queue));
            row.fields->mark_subtree(CoverageState::unrecognised);
            continue;
        }
        if (!is_local(reader, *key, row)) {
            // A virtual output queue towards a port of another line card.
            row.fields->mark_subtree(CoverageState::unsupported);
            continue;
        }
        const QueueRow taken = take_queue_row(reader, row);
        visit_queues(reader, *key, row, [&](Queue& queue) {
            queue.ecn = taken.ecn;
            queue.scheduler = taken.scheduler;
        });
    }
}

}
