// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/spreading_switches.h"

#include <algorithm>

namespace rocelint {

SpreadingSwitches::SpreadingSwitches(const Fabric& fabric, const Tiers& tiers)
    : fabric_(fabric), tiers_(tiers)
{
    for (std::uint32_t index = 0; index < fabric.devices.size(); ++index) {
        const Device& device = fabric.devices[index];
        if (device.kind != DeviceKind::network_switch)
            continue;
        const std::uint32_t component = tiers.component(index);
        parts_.resize(std::max<std::size_t>(parts_.size(), component + 1));
        Part& part = parts_[component];
        ++part.switches;
        if (!device.load_balancing.per_packet.is(true))
            continue;
        part.spreading = part.spreading == nullptr ? &device : part.spreading;
        first_ = first_ == nullptr ? &device : first_;
    }
}

const Device* SpreadingSwitches::of_port(PortId host) const
{
    const auto peer = fabric_.peer(host);
    if (first_ == nullptr || !peer || fabric_.device(*peer).kind != DeviceKind::network_switch)
        return first_;
    const Part& part = parts_[tiers_.component(peer->device)];
    return part.spreading == nullptr && part.switches == 1 ? first_ : part.spreading;
}

}
