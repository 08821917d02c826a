// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/live.h"
#include "models/physics/wire.h"

namespace rocelint::nxos {

/// Cisco NX-OS 9.x and 10.x on Nexus 9000 switches.
extern const Driver driver;

/// Driver::edit and Driver::commands: the lines that make the changes, in the text or as typed in config
/// mode.
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
/// Driver::open.
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target);

/// `mtu` counts the payload after the Ethernet header (Cisco Live BRKDCN-1100, Size Matters: MTU
/// Considerations: the MTU does not include Ethernet headers).
inline constexpr std::uint64_t frame_header = physics::ethernet_header;

}
