// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/live.h"
#include "models/physics/wire.h"

namespace rocelint::sonic_cli {

/// The command line of Dell Enterprise SONiC and of Broadcom's management framework: `show running-configuration`.
extern const Driver driver;

/// Driver::edit and Driver::commands: the changes as lines, in the text or to be typed.
[[nodiscard]] Editing edit(
    std::span<const Tree> trees, const Device& device, std::span<const Change> changes);
[[nodiscard]] Commands commands(
    std::span<const Tree> trees, const Device& device, std::span<const Change> changes);
/// Driver::undo.
[[nodiscard]] Commands undo(std::span<const Tree> before,
    std::span<const Tree> after,
    const Device& device_before,
    std::span<const Change> changes);
/// Driver::render: the configuration of a designed switch.
[[nodiscard]] Rendering render(const DeviceDesign& design);
/// Driver::open: reads and changes a switch over SSH.
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target);

/// `mtu` is that of PORT, to which portsorch adds the Ethernet header,
/// a VLAN tag and the FCS (sonic-swss orchagent/portsorch.cpp).
inline constexpr std::uint64_t frame_header = physics::ethernet_header;

}
