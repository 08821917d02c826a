// SPDX-License-Identifier: Apache-2.0
#include "models/routing/turn_rows.h"

namespace rocelint::routing {
namespace {

bool is_switch(const Device& device) { return device.kind == DeviceKind::network_switch; }

}

// Ignores whether cables are up, so that all graphs of one fabric have the same rows.
TurnRows::TurnRows(const Fabric& fabric)
{
    for (std::uint32_t device = 0; device < fabric.devices.size(); ++device) {
        const std::vector<Port>& ports = fabric.devices[device].ports;
        const bool turns = is_switch(fabric.devices[device]);
        first_word.push_back(words);
        first_port.push_back(row.size());
        words_a_row.push_back(turns ? static_cast<std::uint32_t>((ports.size() + 63) / 64) : 0);
        std::uint32_t rows = 1;
        for (std::uint32_t port = 0; port < ports.size(); ++port) {
            const std::uint32_t link = fabric.link_of_port[device][port];
            const bool inner = turns && link != Port::no_index
                && is_switch(fabric.device(fabric.links[link].a))
                && is_switch(fabric.device(fabric.links[link].b));
            row.push_back(inner ? rows++ : 0);
        }
        words += std::size_t{rows} * words_a_row.back();
    }
}

}
