// SPDX-License-Identifier: Apache-2.0
#include "analysis/infer_practice.h"

#include <algorithm>

namespace rocelint {
namespace {

template <class Does>
bool all_switches(const Fabric& fabric, const Does& does)
{
    bool any = false;
    for (const Device& device : fabric.devices) {
        if (device.kind != DeviceKind::network_switch)
            continue;
        if (!does(device))
            return false;
        any = true;
    }
    return any;
}

bool spreads(const Device& device) { return device.load_balancing.per_packet.is(true); }

bool trims(const Device& device)
{
    return std::ranges::any_of(
        device.buffer_profiles, [](const BufferProfile& profile) { return profile.trims.is(true); });
}

bool repeat_selectively(const Fabric& fabric)
{
    bool any = false;
    for (const Device& device : fabric.devices) {
        if (device.kind != DeviceKind::host)
            continue;
        for (const Nic& nic : device.nics) {
            if (nic.rdma_device.empty() || nic.is_iwarp())
                continue;
            if (!nic.selective_repeat.is(true))
                return false;
            any = true;
        }
    }
    return any;
}

}

Practice infer_practice(const Fabric& fabric)
{
    Practice practice;
    if (all_switches(fabric, spreads))
        practice.load_balancing = Spreading::packets;
    if (all_switches(fabric, trims))
        practice.trimming = true;
    if (repeat_selectively(fabric))
        practice.retransmission = Retransmission::selective;
    return practice;
}

}
