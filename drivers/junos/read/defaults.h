// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/catalog/platform_defaults.h"

#include <cstdint>

namespace rocelint::junos {

/// System defaults for what the configuration does not state: entries of the catalog's `junos` section.
enum class Default : std::uint8_t {
    mtu,
    admin_up,
    pfc,
    output_queues,
    link_pause,
    ecn,
    scheduler_priority,
    unnamed_scheduler,
    watchdog,
    watchdog_poll,
    watchdog_detection,
    watchdog_recovery,
    watchdog_action,
    cable_length,
    largest_packet,
    forwarding_classes,
    rewrite,
    ingress_filter,
    multipath,
    global_balancing,
    most_paths,
    per_packet,
    count_,
};

/// The defaults of one device, with their sources.
class Defaults : public catalog::PlatformDefaults<Default> {
public:
    Defaults(Origins& origins, bool fragment);
};

}
