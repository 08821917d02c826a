// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/catalog/platform_defaults.h"

#include <array>
#include <string_view>

namespace rocelint::eos {

inline constexpr auto default_names = catalog::names<
    "mtu pfc link_pause ecn random_drop queue_priority port_mode admin_state trust_switched "
    "trust_routed tunnel_ecn port_cos port_dscp cos_to_tc dscp_to_tc tc_to_queue pfc_priority_to_tc "
    "rewrite_dscp ingress_policy watchdog watchdog_action watchdog_without_timeout arp_timeout "
    "mac_timeout mlag_peer_link allow_own_as most_paths relaxed_paths">();

/// A default of EOS for what the configuration does not state: an entry of the catalog's `eos` section.
using Default = catalog::DefaultName<default_names>;
/// The defaults of one device, with their sources.
using Defaults = catalog::PlatformDefaults<Default>;

}
