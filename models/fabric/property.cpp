// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/property.h"

#include <array>
#include <cstddef>

namespace rocelint {

const char* name_of(Property property)
{
    constexpr std::array names{"pfc",
        "link-pause",
        "ecn",
        "ecn-thresholds",
        "trust",
        "dscp-map",
        "pcp-map",
        "queue-map",
        "priority-group-map",
        "scheduler",
        "bandwidth",
        "mtu",
        "headroom",
        "buffer-threshold",
        "buffer-pool",
        "watchdog",
        "watchdog-timers",
        "speed",
        "cabling",
        "capacity",
        "fec",
        "bit-errors",
        "media",
        "power-saving",
        "hashing",
        "software",
        "rdma-marking",
        "roce-version",
        "cnp-marking",
        "dscp-rewrite",
        "congestion-control",
        "forwarding",
        "headroom-table",
        "headroom-pool",
        "cable-length",
        "reserve",
        "lossless-packet",
        "ingress-policy",
        "lag",
        "dcbx",
        "syntax"};
    return names[static_cast<std::size_t>(property)];
}

}
