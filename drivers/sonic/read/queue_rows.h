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

/// Calls `visit` for each queue that the key names.
template <class Visit>
void visit_queues(Reader& reader, const IndexedKey& key, const Row& row, Visit&& visit)
{
    visit_items(key.ports, [&](std::string_view name) {
        const std::uint32_t index = reader.find_port(name, row);
        if (index == NameIndex::none)
            return;
        const Port& port = reader.device().ports[index];
        for (std::uint32_t number = key.first; number <= key.last && number < port.queue_count; ++number)
            visit(reader.device().queues[port.first_queue + number]);
    });
}

/// Creates the device's queues: the same number on every port.
void lay_out_queues(Reader& reader);

}
