// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/live.h"
#include "models/physics/wire.h"

namespace rocelint::nvue {

/// NVIDIA Cumulus Linux 5, set up by NVUE, on Spectrum switches.
extern const Driver driver;

/// Driver::open.
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target);

/// `link mtu` is that of a Linux interface: it counts an IP packet, the frame has its header besides.
inline constexpr std::uint64_t frame_header = physics::ethernet_header;

}
