// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/catalog/platform_defaults.h"

#include <cstdint>

namespace rocelint::eos {

/// What EOS does where the configuration is silent: entries of the catalog's `eos` section.
enum class Default : std::uint8_t {
    mtu,
    pfc,
    link_pause,
    ecn,
    random_drop,
    queue_priority,
    switched,
    admin_up,
    trust_switched,
    trust_routed,
    port_cos,
    port_dscp,
    cos_to_tc,
    dscp_to_tc,
    tc_to_queue,
    pfc_priority_is_tc,
    rewrite_dscp,
    no_policy,
    watchdog_action,
    watchdog_without_timeout,
    arp_timeout,
    mac_timeout,
    mlag_peer_link,
    allow_own_as,
    count_,
};

/// The sourced defaults of one device.
class Defaults : public catalog::PlatformDefaults<Default> {
public:
    Defaults(Origins& origins, bool fragment);
};

}
