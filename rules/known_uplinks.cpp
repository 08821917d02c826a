// SPDX-License-Identifier: Apache-2.0
#include "rules/known_uplinks.h"

namespace rocelint::rules {

std::optional<SwitchUplinks> known_uplinks(FabricContext& context, const SwitchCables& cables)
{
    if (cables.count(Side::up) == 0)
        return std::nullopt;
    if (cables.count(Side::down) == 0) {
        if (cables.unseen != 0)
            context.not_checked({cables.device, Port::no_index},
                "no host below it was collected or planned, though ports that lead nowhere known are set up for RDMA");
        return std::nullopt;
    }
    if (const auto open = cables.open_port()) {
        context.not_checked(*open, "whether this cable leads up or down is not known");
        return std::nullopt;
    }
    auto uplinks = uplinks_of(cables);
    if (!uplinks) {
        PortId unknown;
        if (cables.capacity(Side::down, &unknown))
            static_cast<void>(cables.capacity(Side::up, &unknown));
        context.not_checked(unknown, "its speed is not known");
    }
    return uplinks;
}

}
