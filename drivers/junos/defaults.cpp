// SPDX-License-Identifier: Apache-2.0
// What Junos does unasked differs by hardware, so a default is in the catalog with its source or the setting is
// unread.
#include "drivers/junos/defaults.h"

#include "models/catalog/catalog.h"

namespace rocelint::junos {
namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(Default::count_)> default_names{
    "mtu",
    "admin_state",
    "pfc",
    "output_queues",
    "link_pause",
    "ecn",
    "scheduler_priority",
    "watchdog",
    "watchdog_poll_interval",
    "watchdog_detection",
    "watchdog_recovery",
    "watchdog_action",
    "cable_length",
    "forwarding_classes",
    "rewrite",
    "ingress_filter",
};

catalog::PlatformDefault entry_of(Default name)
{
    return catalog::platform_default("junos", default_names[static_cast<std::size_t>(name)]);
}

}

Defaults::Defaults(Origins& origins, bool fragment)
{
    for (std::size_t at = 0; at < origins_.size(); ++at) {
        const catalog::PlatformDefault found = entry_of(static_cast<Default>(at));
        if (fragment)
            origins_[at] = origins.unread("this part of a configuration does not show it");
        else if (found.known())
            origins_[at] = origins.default_of(found.source);
    }
}

std::uint64_t Defaults::number(Default name) const { return entry_of(name).number(); }

std::string_view Defaults::text(Default name) const { return entry_of(name).value; }

}
