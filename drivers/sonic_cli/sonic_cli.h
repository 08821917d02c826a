// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/line_cli/write/translator.h"
#include "drivers/live.h"
#include "models/physics/wire.h"

#include <memory>

namespace rocelint::sonic_cli {

/// The command line of Dell Enterprise SONiC and of Broadcom's management framework: `show running-configuration`.
extern const Driver driver;

// The parts of its record, see line_cli::Platform.

[[nodiscard]] std::unique_ptr<line_cli::Translator> translator(const line_cli::Task& task);
/// Driver::render: the configuration of a designed switch.
[[nodiscard]] Rendering render(const DeviceDesign& design);
/// Driver::open.
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target);

/// `mtu` is that of PORT, to which portsorch adds the Ethernet header,
/// a VLAN tag and the FCS (sonic-swss orchagent/portsorch.cpp).
inline constexpr std::uint64_t frame_header = physics::ethernet_header;

}
