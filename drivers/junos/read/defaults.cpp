// SPDX-License-Identifier: Apache-2.0
// Junos' defaults differ by hardware, so a default is either in the catalog with its source, or the setting
// is unread.
#include "drivers/junos/read/defaults.h"

namespace rocelint::junos {
namespace {

constexpr catalog::PlatformDefaults<Default>::Entries default_names{
    "mtu",
    "admin_state",
    "pfc",
    "output_queues",
    "link_pause",
    "ecn",
    "scheduler_priority",
    "unnamed_scheduler",
    "watchdog",
    "watchdog_poll_interval",
    "watchdog_detection",
    "watchdog_recovery",
    "watchdog_action",
    "cable_length",
    "largest_packet",
    "forwarding_classes",
    "rewrite",
    "ingress_filter",
    "multipath",
    "global_balancing",
    "most_paths",
    "per_packet",
};

}

Defaults::Defaults(Origins& origins, bool fragment)
    : PlatformDefaults("junos", default_names, origins, fragment)
{
}

}
