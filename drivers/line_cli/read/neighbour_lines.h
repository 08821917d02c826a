// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/read/device_lines.h"

#include <cstdint>

namespace rocelint::line_cli {

/// The kinds of lines in which a listing of LLDP shows one neighbor after the other.
struct NeighbourKinds {
    template <class Kind>
    constexpr NeighbourKinds(Kind begins, Kind local, Kind port_id, Kind port_description, Kind name)
        : first(static_cast<std::uint8_t>(begins))
        , own_port(static_cast<std::uint8_t>(local))
        , id(static_cast<std::uint8_t>(port_id))
        , description(static_cast<std::uint8_t>(port_description))
        , system(static_cast<std::uint8_t>(name))
    {
    }
    std::uint8_t first; ///< begins a neighbor
    std::uint8_t own_port; ///< the port of this device
    std::uint8_t id; ///< the port of the neighbor
    std::uint8_t description;
    std::uint8_t system; ///< the name of the neighbor, in its last line
};

/// Adds neighbors to a device from such lines.
class NeighbourLines {
public:
    explicit NeighbourLines(const NeighbourKinds& kinds) : kinds_(kinds) { }

    void take(DeviceLines& config, const Fact& line)
    {
        if (line.kind == kinds_.first)
            neighbour_ = {};
        if (line.kind == kinds_.own_port) {
            neighbour_.port = config.port_spelt(line.text, line.at);
            neighbour_.at = line.at;
        } else if (line.kind == kinds_.id) {
            neighbour_.port_id = line.text;
        } else if (line.kind == kinds_.description) {
            neighbour_.port_description = line.text;
        } else if (line.kind == kinds_.system) {
            neighbour_.device = line.text;
            if (neighbour_.at.somewhere())
                config.device.neighbours.push_back(neighbour_);
        }
    }

private:
    NeighbourKinds kinds_;
    Neighbour neighbour_; ///< whose lines are being read
};

}
