// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/defaults.h"

namespace rocelint::eos {
namespace {

constexpr catalog::PlatformDefaults<Default>::Entries entry_names{
    "mtu",
    "pfc",
    "link_pause",
    "ecn",
    "random_drop",
    "queue_priority",
    "port_mode",
    "admin_state",
    "trust_switched",
    "trust_routed",
    "port_cos",
    "port_dscp",
    "cos_to_tc",
    "dscp_to_tc",
    "tc_to_queue",
    "pfc_priority_to_tc",
    "rewrite_dscp",
    "ingress_policy",
    "watchdog_action",
    "watchdog_without_timeout",
    "arp_timeout",
    "mac_timeout",
    "mlag_peer_link",
    "allow_own_as",
};

}

Defaults::Defaults(Origins& origins, bool fragment) : PlatformDefaults("eos", entry_names, origins, fragment)
{
    if (origin(Default::watchdog_without_timeout) == OriginId{})
        set_origin(Default::watchdog_without_timeout,
            origins.unread("no watchdog timeout is configured, and no source tells what EOS does then"));
}

}
