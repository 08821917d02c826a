// SPDX-License-Identifier: Apache-2.0
// DEVICE_NEIGHBOR states the planned neighbor, not the one that the switch sees, so link() trusts LLDP and
// the topology more.
#include "drivers/sonic/read/reader.h"

namespace rocelint::sonic {

void read_neighbours(Reader& reader)
{
    Device& device = reader.device();
    for (const Row& row : reader.rows(Table::device_neighbor)) {
        Neighbour neighbour;
        neighbour.source = Neighbour::Source::neighbour_table;
        neighbour.at = row.span();
        std::string_view port_name = row.key;
        for (const Node& field : *row.fields) {
            field.mark(CoverageState::read);
            if (field.key == "name")
                neighbour.device = reader.keep(*row.tree, reader.text(row, field));
            else if (field.key == "port")
                neighbour.port_id = reader.keep(*row.tree, reader.text(row, field));
            else if (field.key == "local_port")
                port_name = reader.text(row, field);
            else if (&field != row.header)
                field.mark_subtree(CoverageState::irrelevant);
        }
        const std::uint32_t index = reader.find_port(port_name, row);
        if (index == NameIndex::none)
            continue;
        neighbour.port = index;
        if (!neighbour.device.empty())
            device.neighbours.push_back(neighbour);
    }
}

}
