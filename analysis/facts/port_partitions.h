// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/fabric.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace rocelint {

/// The P_Key of the partition of all ports, without the membership bit.
inline constexpr std::uint16_t default_pkey = 0x7fff;

/// A partition that the files of a subnet manager put a port in.
struct PortPartition {
    std::uint16_t pkey = 0; ///< without the membership bit
    bool at_index_0 = false; ///< its key has index 0 of the port's table
    Span at;
};

/// The partitions of a channel adapter's port by partitions.conf, with one entry for each key. Empty if no file was
/// read, opensm discards it, or it names members in a way that only the subnet manager can resolve.
[[nodiscard]] std::optional<std::vector<PortPartition>> partitions_of_port(
    const SubnetManager& manager, Guid port);

/// The P_Key table of a host's port as captured by a tool, otherwise as the host's files below /sys show it. Empty if
/// neither does.
[[nodiscard]] std::optional<IbPkeys> captured_pkeys(const Fabric& fabric, const IbHostPort& port);

}
