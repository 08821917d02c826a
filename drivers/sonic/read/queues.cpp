// SPDX-License-Identifier: Apache-2.0
// QUEUE by ports and ranges of queues; keys of any other form are reported, since the switch ignores them.
#include "drivers/sonic/read/queue_rows.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::sonic {

namespace {

// The rows of QUEUE and BUFFER_QUEUE that name system ports show a chassis, also where DEVICE_METADATA is missing.
void make_system_ports(Reader& reader)
{
    for (const Table table : {Table::queue, Table::buffer_queue}) {
        for (const Row& row : reader.rows(table)) {
            const auto key = parse_indexed_key(row.key, largest_queue);
            if (!key || key->host.empty())
                continue;
            Setting<bool>& chassis = reader.device().virtual_queues;
            if (chassis.origin == OriginId{} && !reader.whole())
                chassis = {true,
                    reader.origins().derived(row.span(),
                        {},
                        "only switches of a chassis have rows of system ports (sonic-swss orchagent/qosorch.cpp)")};
            // Rows of ports that SYSTEM_PORT lacks are reported when they are read.
            if (!is_local(reader, *key, row) && !(reader.whole() && reader.config().has(Table::system_port)))
                reader.make_system_port(system_port_of(row), row);
        }
    }
}

}

void make_ports_of_fragment(Reader& reader)
{
    make_system_ports(reader);
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
    // sonic-swss orchagent/qosorch.cpp, applySchedulerToQueueSchedulerGroup, does nothing for a remote system port.
    const OriginId elsewhere
        = reader.origins().unread("the queue is served where its port is: by another chip or card");
    device.queues.reserve(device.ports.size() * count);
    for (Port& port : device.ports) {
        if (port.kind != PortKind::physical && port.kind != PortKind::internal
            && port.kind != PortKind::system)
            continue;
        port.queues_visible = true;
        port.first_queue = static_cast<std::uint32_t>(device.queues.size());
        port.queue_count = count;
        for (std::uint8_t number = 0; number < count; ++number)
            device.queues.push_back({number,
                {Ref{}, no_row},
                port.kind == PortKind::system ? Setting<Ref>::unread(elsewhere)
                                              : Setting<Ref>{Ref{}, no_scheduler},
                {Ref{}, no_buffer}});
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
    std::size_t ignored = 0;
    for (const Row& row : reader.rows(Table::queue)) {
        const auto key = parse_indexed_key(row.key, largest_queue);
        if (!key) {
            reader.problem(row.span(),
                fmt::format("QUEUE needs a key of the form Ethernet0|3 with queues 0 to {}", largest_queue));
            row.fields->mark_subtree(CoverageState::unrecognised);
            continue;
        }
        QueueRow taken = take_queue_row(reader, row);
        if (is_ignored_by_chassis(reader, *key, row, ignored))
            taken = {Setting<Ref>::unread(reader.origins().unread(ignored_row)),
                Setting<Ref>::unread(reader.origins().unread(ignored_row))};
        visit_queues(reader, *key, row, [&](const Port& port, Queue& queue) {
            queue.ecn = taken.ecn;
            if (port.kind != PortKind::system)
                queue.scheduler = taken.scheduler;
        });
    }
}

}
