// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/spreading_switches.h"

#include <algorithm>

namespace rocelint {

SpreadingSwitches::SpreadingSwitches(const Fabric& fabric, FabricFacts& facts) : fabric_(fabric)
{
    const auto spreads = [](const Device& device) {
        return device.kind == DeviceKind::network_switch && device.load_balancing.per_packet.is(true);
    };
    const auto first = std::ranges::find_if(fabric.devices, spreads);
    if (first == fabric.devices.end())
        return;
    first_ = &*first;
    tiers_ = &facts.tiers();
    for (std::uint32_t index = 0; index < fabric.devices.size(); ++index) {
        const Device& device = fabric.devices[index];
        if (device.kind != DeviceKind::network_switch)
            continue;
        const std::uint32_t component = tiers_->component(index);
        parts_.resize(std::max<std::size_t>(parts_.size(), component + 1));
        Part& part = parts_[component];
        ++part.switches;
        if (part.spreading == nullptr && spreads(device))
            part.spreading = &device;
    }
}

const Device* SpreadingSwitches::of_port(PortId host) const
{
    const auto peer = fabric_.peer(host);
    if (first_ == nullptr || !peer || fabric_.device(*peer).kind != DeviceKind::network_switch)
        return first_;
    const Part& part = parts_[tiers_->component(peer->device)];
    return part.spreading == nullptr && part.switches == 1 ? first_ : part.spreading;
}

}
