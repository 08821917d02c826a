// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/dcbx.h"

#include <algorithm>

namespace rocelint {

const Setting<bool>* willing_of(const Device& device, const Port& port)
{
    if (port.nic >= device.nics.size())
        return nullptr;
    const Nic& nic = device.nics[port.nic];
    const bool by_firmware = nic.firmware_dcbx.peek_known() && nic.firmware_dcbx.value;
    if (by_firmware && nic.dcbx_willing.origin != OriginId{})
        return &nic.dcbx_willing;
    return nic.host_willing.origin == OriginId{} ? nullptr : &nic.host_willing;
}

bool leaves_pfc_to_dcbx(const Device& device, const Port& port)
{
    const Setting<bool>* willing = willing_of(device, port);
    return (port.pfc_negotiated.peek_known() && port.pfc_negotiated.value)
        || (willing != nullptr && willing->peek_known() && willing->value);
}

bool is_seen_up(const Device& device, std::uint32_t port)
{
    const Setting<bool>& up = device.ports[port].link_up;
    if (up.peek_known())
        return up.value;
    return std::ranges::any_of(device.neighbours, [port](const Neighbour& neighbour) {
        return neighbour.port == port && neighbour.source == Neighbour::Source::lldp;
    });
}

}
