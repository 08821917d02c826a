// SPDX-License-Identifier: Apache-2.0
#include "rules/finding.h"

#include <array>

namespace rocelint {

const char* name_of(Severity severity)
{
    constexpr std::array names{"info", "warning", "error"};
    return names[static_cast<std::size_t>(severity)];
}

const char* name_of(Scope scope)
{
    constexpr std::array names{"host", "link", "port", "device", "fabric"};
    return names[static_cast<std::size_t>(scope)];
}

const char* name_of(FixClass fix_class)
{
    constexpr std::array names{"none", "hitless", "disruptive", "manual"};
    return names[static_cast<std::size_t>(fix_class)];
}

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
        "syntax"};
    return names[static_cast<std::size_t>(property)];
}

}
