// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy.h"
#include "models/catalog/asic.h"
#include "models/fabric/design.h"

namespace rocelint::design {

/// What is known of the hardware of a designed device.
struct Hardware {
    const catalog::Asic* asic = nullptr;
    const catalog::HeadroomTable* table = nullptr; ///< shipped for the very model
    const catalog::NicModel* nic = nullptr;
    bool shared_headroom = false; ///< ports of this chip share a pool of headroom, as its shipped tables do
};
[[nodiscard]] Hardware hardware_of(const DeviceDesign& device);

/// Headroom and dynamic threshold of every lossless class of a switch port, as HDR001 asks for them.
void design_headroom(
    const Policy& policy, const Hardware& hardware, const DeviceDesign& device, PortDesign& port);
/// Receive buffer of a host's port.
void design_receive_buffer(const Hardware& hardware, PortDesign& port);

}
