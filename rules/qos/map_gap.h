// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/classify.h"
#include "models/fabric/device.h"

#include <optional>
#include <string>

namespace rocelint::rules {

/// A code point or class for which a map of a port has no entry, where it is undocumented what the switch does in
/// that case.
struct MapGap {
    MapKind kind = MapKind::dscp_to_tc;
    std::uint8_t point = 0;
    Span at; ///< the map without the entry
};

/// The first gap on the path of packets with this DSCP through the maps of a port: to their class, its queue
/// or its priority group. nullopt if every entry is known, or unread for another reason.
[[nodiscard]] std::optional<MapGap> find_map_gap(const Device& device, const Port& port, Dscp dscp);

/// "DSCP 26 has no traffic class".
[[nodiscard]] std::string describe(const MapGap& gap);

}
