// SPDX-License-Identifier: Apache-2.0
// SWITCH_TRIMMING: the code point and the queue of trimmed packets, for the whole switch (SONiC HLD
// doc/packet_trimming/packet-trimming-design.md). Buffer profiles state which queues trim packets.
#include "drivers/sonic/read/reader.h"

#include <algorithm>

namespace rocelint::sonic {
namespace {

constexpr std::string_view by_class = "from-tc";
constexpr std::string_view by_map = "dynamic";

void take_number(Reader& reader,
    const Row& row,
    const Node& field,
    const NumberField& known,
    Setting<std::uint8_t>& setting)
{
    const auto number = reader.number(row, field, known);
    setting = number
        ? Setting<std::uint8_t>{static_cast<std::uint8_t>(*number), reader.at(row, field)}
        : Setting<std::uint8_t>::unread(reader.origins().unread("the switch does not take this value"));
}

void take_field(Reader& reader, const Row& row, const Node& field)
{
    Trimming& trimming = reader.device().trimming;
    field.mark(CoverageState::read);
    if (&field == row.header)
        return;
    if (field.key == trimmed_dscp.name()) {
        if (reader.text(row, field) == by_class)
            trimming.dscp = {};
        else
            take_number(reader, row, field, trimmed_dscp, trimming.dscp);
    } else if (field.key == trimmed_queue.name()) {
        if (reader.text(row, field) == by_map)
            trimming.queue = {};
        else
            take_number(reader, row, field, trimmed_queue, trimming.queue);
    } else if (field.key == trimmed_tc.name()) {
        take_number(reader, row, field, trimmed_tc, trimming.tc);
    } else if (field.key == trimmed_size.name()) {
        // The size of a trimmed packet does not affect its path.
        (void)reader.number(row, field, trimmed_size);
        field.mark(CoverageState::irrelevant);
    } else {
        field.mark(field.key == "NULL" ? CoverageState::irrelevant : CoverageState::unrecognised);
    }
}

}

void read_trimming(Reader& reader)
{
    Trimming& trimming = reader.device().trimming;
    const bool trims = std::ranges::any_of(reader.device().buffer_profiles,
        [](const BufferProfile& profile) { return profile.trims.known() && profile.trims.value; });
    if (!trims && reader.rows(Table::switch_trimming).empty())
        return;
    const auto absent = [&reader](Default each) {
        return reader.absent(Table::switch_trimming, reader.defaults().origin(each));
    };
    trimming.dscp = {0, absent(Default::trimmed_dscp)};
    trimming.queue = {0, absent(Default::trimmed_queue)};
    for (const Row& row : reader.rows(Table::switch_trimming)) {
        for (const Node& field : *row.fields)
            take_field(reader, row, field);
    }
}

}
