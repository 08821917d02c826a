// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/defaults.h"

#include "models/catalog/catalog.h"

namespace rocelint::eos {
namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(Default::count_)> entry_names{
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

catalog::PlatformDefault entry(Default name)
{
    return catalog::platform_default("eos", entry_names[static_cast<std::size_t>(name)]);
}

}

Defaults::Defaults(Origins& origins, bool fragment)
{
    for (std::size_t at = 0; at < origins_.size(); ++at) {
        const catalog::PlatformDefault found = entry(static_cast<Default>(at));
        if (fragment)
            origins_[at] = origins.unread("this part of a configuration does not show it");
        else if (found.known())
            origins_[at] = origins.default_of(found.source);
        else
            origins_[at] = OriginId{};
    }
    const auto watchdog = static_cast<std::size_t>(Default::watchdog_without_timeout);
    if (!fragment && origins_[watchdog] == OriginId{})
        origins_[watchdog]
            = origins.unread("no watchdog timeout is configured, and no source says what EOS does then");
}

std::uint64_t Defaults::number(Default name) const { return entry(name).number(); }

std::string_view Defaults::text(Default name) const { return entry(name).value; }

}
