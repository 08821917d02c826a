// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/sonic/read/reader.h"
#include "models/text/nearest.h"

namespace rocelint::sonic {

/// The highest queue number that a row may name; a switch has at most 20 queues per port.
inline constexpr std::uint8_t largest_queue = 31;
/// The highest priority group: one for each priority.
inline constexpr std::uint8_t largest_group = 7;

/// Whether the row is about a port of this device, not a system port of another line card.
[[nodiscard]] bool is_local(const Reader& reader, const IndexedKey& key, const Row& row);

/// Why a queue of a chassis is unread whose row names no card and no ASIC.
inline constexpr std::string_view ignored_row
    = "its row names no card and no ASIC, so that a switch of a chassis ignores it";

/// "host|asic|Ethernet0" of the key "host|asic|Ethernet0|3".
[[nodiscard]] std::string_view system_port_of(const Row& row);

/// Whether the row is one that a switch of a chassis ignores, because its key names no card and no ASIC. Reports the
/// first such row as a problem; `ignored` counts them.
[[nodiscard]] bool is_ignored_by_chassis(
    Reader& reader, const IndexedKey& key, const Row& row, std::size_t& ignored);

/// Calls `visit` for each queue that the key names: of ports of this device, or virtual output queues towards a port of
/// another chip or card.
template <class Visit>
void visit_queues(Reader& reader, const IndexedKey& key, const Row& row, Visit&& visit)
{
    const auto visit_port = [&](std::uint32_t index) {
        if (index == NameIndex::none)
            return;
        const Port& port = reader.device().ports[index];
        for (std::uint32_t number = key.first; number <= key.last && number < port.queue_count; ++number)
            visit(port, reader.device().queues[port.first_queue + number]);
    };
    if (!is_local(reader, key, row))
        return visit_port(reader.find_system_port(system_port_of(row), row));
    visit_items(key.ports, [&](std::string_view name) { visit_port(reader.find_port(name, row)); });
}

/// Creates the device's queues: the same number on every port.
void lay_out_queues(Reader& reader);

}
