// SPDX-License-Identifier: Apache-2.0
// One netlink message sets PFC and the cable length. Before commit 83b87d9 of February 2024, which tag v24.04.0 of
// Mellanox/mlnx-tools is the first to have, python/mlnx_qos filled it with zeros for what its command line does not
// name, so that a cable length alone turned PFC off.
#include "drivers/linux_host/config/config_apply.h"

#include <map>
#include <string_view>

namespace rocelint::linux_host {

void warn_of_lost_pfc(HostBuilder& host, std::span<const ConfigFile> files)
{
    struct Paused {
        PrioritySet priorities; ///< those that the files turned PFC on for
        const Setter* lost_at = nullptr; ///< and may have turned it off since
    };
    std::map<std::string_view, Paused> interfaces;
    for (const ConfigFile& file : files) {
        for (const Setter& setter : file.setters) {
            Paused& interface = interfaces[setter.subject];
            if (setter.knob == Knob::cable_length && setter.without_pfc && !interface.priorities.empty()) {
                interface.lost_at = &setter;
            } else if (setter.knob == Knob::pfc) {
                for (const Priority priority : setter.given) {
                    if (setter.list[priority] != 0)
                        interface.priorities.insert(priority);
                    else
                        interface.priorities.erase(priority);
                }
                if (setter.given == PrioritySet::all() || interface.priorities.empty())
                    interface.lost_at = nullptr;
            }
        }
    }
    for (const auto& [name, interface] : interfaces) {
        if (interface.lost_at != nullptr)
            host.warn(interface.lost_at->at,
                "mlnx_qos of mlnx-tools before 24.04 turns PFC off when it sets the cable length alone: set the "
                "length before PFC, or in one command with --pfc");
    }
}

}
