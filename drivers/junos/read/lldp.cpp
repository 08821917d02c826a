// SPDX-License-Identifier: Apache-2.0
// Neighbors, if the output of `show lldp neighbors` was captured in the same file: a table of local
// interface, bundle, chassis, port and system name.
#include "drivers/junos/read/lldp.h"

#include "drivers/junos/grammar/lines.h"
#include "models/text/ascii.h"

namespace rocelint::junos {
namespace {

struct Row {
    std::string_view interface;
    std::string_view bundle;
    std::string_view chassis;
    std::string_view port;
    std::string_view system; ///< empty if the neighbor did not send its name
};

Row row_of(std::string_view line)
{
    line = without_blanks(line);
    Row row;
    row.interface = ascii::take_word(line, ascii::is_blank);
    row.bundle = ascii::take_word(line, ascii::is_blank);
    row.chassis = ascii::take_word(line, ascii::is_blank);
    row.port = without_blanks(line);
    // Columns are at least two blanks apart; a port's description may contain single blanks.
    const std::size_t gap = row.port.find("  ");
    if (gap != std::string_view::npos) {
        row.system = without_blanks(row.port.substr(gap));
        row.port = row.port.substr(0, gap);
    } else if (const std::size_t blank = row.port.find(' ');
               blank == row.port.rfind(' ') && blank != std::string_view::npos) {
        row.system = row.port.substr(blank + 1);
        row.port = row.port.substr(0, blank);
    }
    return row;
}

bool is_header(std::string_view line)
{
    return line.starts_with("Local Interface") && line.find("Chassis Id") != std::string_view::npos;
}

// Returns the name without the unit: "et-0/0/1.0".
std::string_view without_unit(std::string_view name) { return name.substr(0, name.find('.')); }

}

bool is_neighbour_line(std::string_view line)
{
    if (is_header(line))
        return true;
    const std::string_view first = line.substr(0, line.find_first_of(" \t"));
    const bool media = first.find('-') != std::string_view::npos && first.find('/') != std::string_view::npos;
    if (!media || line.find_first_of("{};\"") != std::string_view::npos)
        return false;
    const Row row = row_of(line);
    return (row.bundle == "-" || row.bundle.starts_with("ae"))
        && row.chassis.find(':') != std::string_view::npos;
}

void read_neighbours(Config& config, const Source& source)
{
    std::string_view rest = source.text();
    if (rest.find("Local Interface") == std::string_view::npos)
        return;
    bool in_table = false;
    while (!rest.empty()) {
        const std::string_view line = next_line(rest);
        if (is_header(line)) {
            in_table = true;
            continue;
        }
        in_table = in_table && is_neighbour_line(line);
        if (!in_table)
            continue;
        const Row row = row_of(line);
        const auto port = config.port_by_name.find(without_unit(row.interface));
        if (port == config.port_by_name.end() || row.system.empty())
            continue;
        Neighbour neighbour;
        neighbour.port = port->second;
        neighbour.at = source.span_of(line);
        neighbour.device = row.system;
        neighbour.port_id = without_unit(row.port);
        config.device.neighbours.push_back(neighbour);
    }
}

}
