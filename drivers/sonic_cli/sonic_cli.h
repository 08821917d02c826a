// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/live.h"
#include "models/physics/wire.h"

namespace rocelint::sonic_cli {

/// The command line of Dell Enterprise SONiC and of Broadcom's management framework: `show running-configuration`.
extern const Driver driver;

/// Driver::edit and Driver::commands: the lines that make the changes, in the text or as they are typed.
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
/// Driver::open: to be read; every push is refused.
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target);

/// `mtu` is the one of PORT, which portsorch programs with the Ethernet header, a VLAN tag and the FCS on top of it
/// (sonic-swss orchagent/portsorch.cpp).
inline constexpr std::uint64_t frame_header = physics::ethernet_header;

}
