// SPDX-License-Identifier: Apache-2.0
// Reads links, drops and pause frames from the JSON that a switch's commands print: tables of rows, in which
// a table with a single row holds the row itself instead of a list.
#include "drivers/nxos/answers/health.h"

#include "drivers/line_cli/live/health_reader.h"
#include "drivers/nxos/answers/table_rows.h"

namespace rocelint::nxos {
namespace {

void read_port(const Node& port, line_cli::HealthReader& reader)
{
    const Node* name = port.child("interface");
    const Node* state = port.child("state");
    if (name == nullptr || state == nullptr)
        return;
    reader.add_link(name->value, state->value == "up");
    if (const Node* resets = port.child("eth_reset_cntr"))
        reader.add_flaps(name->value, "interface resets", resets->value);
    bool counts_drops = false;
    for (const std::string_view counter : {"eth_indiscard", "eth_outdiscard"}) {
        const Node* count = port.child(counter);
        counts_drops = counts_drops || count != nullptr;
        reader.add_drops(name->value, std::string(counter), count);
    }
    // No known manual documents these names. A switch with other names must not look like one without drops.
    if (!counts_drops && !reader.asks_for_all() && reader.is_wanted(name->value))
        reader.cannot_tell("the drops of " + std::string(name->value)
            + ": the switch shows neither eth_indiscard nor eth_outdiscard");
}

void read_pauses(const Node& port, line_cli::HealthReader& reader)
{
    const Node* name = port.child("if_name_str");
    if (name != nullptr)
        reader.add(name->value, "PFC frames received", PortCounter::Kind::pause, port.child("rx-stats"));
}

}

Result<Health> read_health(line_cli::Terminal& terminal, const std::vector<std::string>& ports)
{
    line_cli::HealthReader reader(terminal, ports);
    auto read = reader.read("show interface", "links", [&](const Node& answer) {
        for_each_row(answer, "interface", [&](const Node& port) { read_port(port, reader); });
        reader.end_links();
    });
    if (read)
        read = reader.read("show interface priority-flow-control", "pause frames", [&](const Node& answer) {
            for_each_row(answer, "pfc_interface", [&](const Node& port) { read_pauses(port, reader); });
        });
    if (!read)
        return tl::unexpected(read.error());
    return reader.take();
}

}
