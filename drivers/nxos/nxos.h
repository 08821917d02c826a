// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/line_cli/write/translator.h"
#include "drivers/live.h"
#include "models/physics/wire.h"

#include <memory>

namespace rocelint::nxos {

/// Cisco NX-OS 9.x and 10.x on Nexus 9000 switches.
extern const Driver driver;

// The parts of its record, see line_cli::Platform.

[[nodiscard]] std::unique_ptr<line_cli::Translator> translator(const line_cli::Task& task);
/// Driver::render: the configuration of a designed switch.
[[nodiscard]] Rendering render(const DeviceDesign& design);
/// Driver::open.
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target);

/// `mtu` counts the payload after the Ethernet header (Cisco Live BRKDCN-1100, Size Matters: MTU
/// Considerations: the MTU does not include Ethernet headers).
inline constexpr std::uint64_t frame_header = physics::ethernet_header;

/// Says which sizes a switched port takes: the default, or that of `system jumbomtu` (Cisco Nexus 9000 Series
/// NX-OS Interfaces Configuration Guide, Release 10.6(x), Configuring Basic Interface Parameters: for layer 2
/// interfaces, 1500 or the system jumbo MTU).
[[nodiscard]] std::string switched_port_sizes(std::uint64_t usual, std::uint64_t jumbo);

}
