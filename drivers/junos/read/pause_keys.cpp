// SPDX-License-Identifier: Apache-2.0
// The packet field that determines which priority a congestion notification profile pauses.
#include "drivers/junos/read/config.h"

namespace rocelint::junos {

bool is_keyed_on_pcp(const Statement& profile)
{
    const Statement* input = profile.child("input");
    return input != nullptr && input->child("ieee-802.1") != nullptr && input->child("dscp") == nullptr;
}

void drop_pause_of_tags(Config& config, const Binding& binding, Port& port)
{
    const auto found
        = binding.profile == nullptr ? config.profiles.end() : config.profiles.find(binding.profile->key);
    const bool by_dscp = binding.dscp != nullptr && binding.pcp == nullptr && binding.fixed == nullptr;
    if (found == config.profiles.end() || !by_dscp || !port.pfc_tx.known()
        || !is_keyed_on_pcp(*found->second))
        return;
    for (const Statement& point : *found->second->child("input")->child("ieee-802.1")) {
        if (point.child("pfc") == nullptr)
            continue;
        port.pfc_tx = {PrioritySet{},
            config.device.origins.derived(point.at,
                binding.dscp->at,
                "PFC is keyed on 802.1p, and packets without a VLAN tag have none: the port classifies by DSCP "
                "and pauses for none of them (Junos OS Traffic Management User Guide (QFX Series), PFC using "
                "DSCP at Layer 3 for untagged traffic)")};
        return;
    }
}

}
