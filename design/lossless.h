// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/policy.h"
#include "models/catalog/asic.h"
#include "models/fabric/design.h"

#include <string>

namespace rocelint::design {

/// Catalog data about the hardware of a designed device.
struct Hardware {
    const catalog::Asic* asic = nullptr;
    const catalog::HeadroomTable* table = nullptr; ///< shipped for exactly this model
    const catalog::NicModel* nic = nullptr;
    /// ports of this chip share a headroom pool, according to its shipped tables
    bool shared_headroom = false;
};
[[nodiscard]] Hardware hardware_of(const DeviceDesign& device);

/// Sets headroom and dynamic threshold of every lossless class of a switch port, as HDR001 requires.
void design_headroom(
    const Policy& policy, const Hardware& hardware, const DeviceDesign& device, PortDesign& port);
/// Returns why no switch of this hardware makes the port lossless over its cable (HDR010), else an empty
/// string.
[[nodiscard]] std::string too_long_cable(
    const Policy& policy, const Hardware& hardware, const PortDesign& port);
/// Sets the receive buffer of a host's port.
void design_receive_buffer(const Hardware& hardware, PortDesign& port);

}
