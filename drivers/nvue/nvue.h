// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "models/physics/wire.h"

namespace rocelint::nvue {

/// NVIDIA Cumulus Linux 5, configured with NVUE, on Spectrum switches.
extern const Driver driver;

/// `link mtu` is the MTU of a Linux interface: it counts an IP packet, without the frame's header.
inline constexpr std::uint64_t frame_header = physics::ethernet_header;

}
