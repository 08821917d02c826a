// SPDX-License-Identifier: Apache-2.0
// Which row of QUEUE is that of a queue: on a switch of a chassis (switch_type voq) the row of a system port.
#include "drivers/sonic/edit/change_set.h"
#include "drivers/sonic/read/queue_rows.h"

#include <fmt/format.h>

#include <string>

namespace rocelint::sonic {
namespace {

struct CardName {
    std::string_view host;
    std::string_view asic;
};

CardName card_of(const Config& config)
{
    CardName card;
    for (const Row& row : config.of(Table::device_metadata)) {
        if (row.key != "localhost")
            continue;
        if (const Node* host = row.fields->child("hostname"); host != nullptr)
            card.host = host->value;
        if (const Node* asic = row.fields->child("asic_name"); asic != nullptr)
            card.asic = asic->value;
    }
    return card;
}

// "host|asic" as the rows of the card's own ports write it; empty if there are none.
std::string_view prefix_of_rows(const Config& config, const CardName& card)
{
    for (const Table table : {Table::queue, Table::buffer_queue}) {
        for (const Row& row : config.of(table)) {
            const auto key = parse_indexed_key(row.key, largest_queue);
            if (key && !key->host.empty() && key->host == card.host
                && (card.asic.empty() || equal_ignoring_case(key->asic, card.asic)))
                return row.key.substr(0, key->host.size() + 1 + key->asic.size());
        }
    }
    return {};
}

}

Objection set_queue(
    const ChangeSet& set, const Change& change, std::string_view field, Table table, std::string_view name)
{
    const Port& port = set.device.ports[change.port.port];
    std::string item = fmt::format("{}|{}", port.name, change.number);
    if (port.kind != PortKind::system && set.device.virtual_queues.is(true)) {
        const Config& config = set.cells.config();
        const CardName card = card_of(config);
        const std::string_view prefix = prefix_of_rows(config, card);
        if (!prefix.empty())
            item = fmt::format("{}|{}", prefix, item);
        else if (!card.host.empty() && !card.asic.empty())
            item = fmt::format("{}|{}|{}", card.host, card.asic, item);
        else
            return "DEVICE_METADATA does not state hostname and asic_name, without which the row of a system port cannot "
                   "be written";
    }
    set.cells.set(Table::queue, item, field, set.cells.refer(Table::queue, field, table, name));
    return {};
}

}
