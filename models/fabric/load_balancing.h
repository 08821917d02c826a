// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/value/setting.h"

#include <cstdint>

namespace rocelint {

/// A packet field that can choose among equal-cost paths or the members of a LAG. RoCEv2 always uses UDP
/// destination port 4791, so between two hosts only the source port distinguishes flows.
enum class HashField : std::uint8_t {
    source_ip,
    destination_ip,
    ip_protocol,
    source_port,
    destination_port,
    other
};

/// A set of HashFields.
struct HashFields {
    std::uint8_t bits = 0;
    [[nodiscard]] constexpr bool has(HashField field) const
    {
        return ((bits >> static_cast<unsigned>(field)) & 1U) != 0;
    }
    constexpr void insert(HashField field)
    {
        bits = static_cast<std::uint8_t>(bits | 1U << static_cast<unsigned>(field));
    }
    friend constexpr bool operator==(HashFields, HashFields) = default;
};

/// How a device spreads flows. Unread if the configuration leaves it to the ASIC.
struct LoadBalancing {
    Setting<HashFields> ecmp; ///< among equal-cost routes
    Setting<HashFields> lag; ///< among the members of a LAG
    Setting<bool> roce_payload; ///< also hashes bytes after UDP port 4791, such as the queue pair
    /// packets use all equal-cost next hops of a route, not just one chosen next hop
    Setting<bool> multipath;
    /// The most next hops that BGP installs for one route: the largest number over all neighbors and address
    /// families. Unread where no BGP is configured.
    Setting<std::uint32_t> most_paths;
    /// BGP treats paths of equal length as equal even if they pass through different autonomous systems. Unread
    /// where no BGP is configured.
    Setting<bool> relaxed_paths;
    /// The device sends its neighbors the load of the paths behind it, and chooses paths by the load that
    /// neighbors send (global load balancing). Unread on platforms without it.
    Setting<bool> reports_load;
    Setting<bool> uses_reported_load;
    Setting<bool> per_packet; ///< packets of one flow take several paths, and arrive out of order
    Setting<std::uint32_t> ecmp_seed; ///< two tiers with the same seed and fields make the same choices
};

}
