// SPDX-License-Identifier: Apache-2.0
// SYSTEM_PORT: the ports of all cards of a chassis (switch_type voq), "host|asic|Ethernet0". Each chip keeps a virtual
// output queue towards each of them, and the rows of QUEUE and BUFFER_QUEUE name these queues by system port.
#include "drivers/sonic/read/queue_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rocelint::sonic {
namespace {

// Further leaves of sonic-system-port.yang: numbers by which chips address the port.
constexpr auto addressing_fields = std::to_array<std::string_view>(
    {"system_port_id", "switch_id", "core_index", "core_port_index", "num_voq", "NULL"});

void take_speed(Reader& reader, Port& port, const Row& row, const Node& field)
{
    if (const auto speed = reader.number(row, field, port_speed))
        port.speed = {BitsPerSecond{*speed * bits_per_megabit}, reader.at(row, field)};
}

// Whether traffic leaves by the port: the table also has the ports of CPUs, and for inband and recirculated packets.
bool is_front_panel_port(std::string_view name)
{
    return name.starts_with("Ethernet") && !name.starts_with("Ethernet-");
}

}

bool is_local(const Reader& reader, const IndexedKey& key, const Row& row)
{
    if (key.host.empty())
        return true;
    const LocalName& local = reader.local_name(row);
    return local.host == key.host && (local.asic.empty() || equal_ignoring_case(local.asic, key.asic));
}

std::string_view system_port_of(const Row& row) { return row.key.substr(0, row.key.rfind('|')); }

bool is_ignored_by_chassis(Reader& reader, const IndexedKey& key, const Row& row, std::size_t& ignored)
{
    if (!key.host.empty() || !reader.whole() || !reader.device().virtual_queues.is(true))
        return false;
    // One problem for each table, however many rows it has.
    if (ignored++ == 0)
        reader.problem(row.span(),
            fmt::format(
                "\"{}\" names no card and no ASIC: a switch of a chassis (switch_type voq) ignores such rows, and "
                "takes those of system ports, such as {}|{}|{} (sonic-swss orchagent/qosorch.cpp, bufferorch.cpp)",
                row.key.substr(0, 60),
                reader.local_name(row).host.substr(0, 40),
                reader.local_name(row).asic.empty() ? "asic0" : reader.local_name(row).asic.substr(0, 20),
                row.key.substr(0, 60)));
    return true;
}

void read_system_ports(Reader& reader)
{
    for (const Row& row : reader.rows(Table::system_port)) {
        const std::size_t first = row.key.find('|');
        const std::size_t last = row.key.rfind('|');
        if (first == last || row.key.find('|', first + 1) != last) {
            reader.problem(row.span(), "SYSTEM_PORT needs a key of the form linecard1|asic0|Ethernet0");
            row.fields->mark_subtree(CoverageState::unrecognised);
            continue;
        }
        const std::string_view name = row.key.substr(last + 1);
        const IndexedKey key{
            name, 0, 0, row.key.substr(0, first), row.key.substr(first + 1, last - first - 1)};
        const bool is_target = !is_local(reader, key, row);
        const std::uint32_t index = is_target ? reader.make_system_port(row.key, row) : NameIndex::none;
        if (is_target && !is_front_panel_port(name))
            reader.device().ports[index].kind = PortKind::other;
        for (const Node& field : *row.fields) {
            if (&field == row.header)
                continue;
            const bool is_speed = field.key == port_speed.name();
            const bool is_known
                = is_speed || std::ranges::find(addressing_fields, field.key) != addressing_fields.end();
            field.mark_subtree(is_speed && is_target ? CoverageState::read
                    : is_known                       ? CoverageState::irrelevant
                                                     : CoverageState::unrecognised);
            if (is_speed && is_target)
                take_speed(reader, reader.device().ports[index], row, field);
        }
    }
}

void find_other_cards(Reader& reader)
{
    Device& device = reader.device();
    device.other_cards_unread = device.virtual_queues.is(true) && reader.rows(Table::system_port).empty()
        && std::ranges::none_of(device.ports, [](const Port& port) { return port.kind == PortKind::system; });
}

// A fragment that does not name its card: whichever of the cards with a port of this name it is, the queue has what the
// rows of all of them say.
void infer_own_queues(Reader& reader)
{
    const auto names_card = [&reader](const Row& row) { return !reader.local_name(row).host.empty(); };
    if (reader.whole() || std::ranges::any_of(reader.rows(Table::queue), names_card)
        || std::ranges::any_of(reader.rows(Table::buffer_queue), names_card))
        return;
    Device& device = reader.device();
    std::unordered_map<std::string_view, std::vector<const Port*>> namesakes;
    for (const Port& port : device.ports) {
        if (port.kind == PortKind::system)
            namesakes[port.name.substr(port.name.rfind('|') + 1)].push_back(&port);
    }
    for (const Port& port : device.ports) {
        const auto found = namesakes.find(port.name);
        if (port.kind != PortKind::physical || found == namesakes.end())
            continue;
        for (std::uint32_t number = 0; number < port.queue_count; ++number) {
            for (Setting<Ref> Queue::*member : {&Queue::ecn, &Queue::buffer}) {
                const Setting<Ref>& first
                    = device.queues[found->second.front()->first_queue + number].*member;
                const bool alike = first.known() && std::ranges::all_of(found->second, [&](const Port* one) {
                    return (device.queues[one->first_queue + number].*member).is(first.value);
                });
                Setting<Ref>& own = device.queues[port.first_queue + number].*member;
                if (alike && !own.known())
                    own = {first.value,
                        reader.origins().derived(device.origins.span(first.origin),
                            {},
                            "the rows of all cards with a port of this name say so")};
            }
        }
    }
}

}
