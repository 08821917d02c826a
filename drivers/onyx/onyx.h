// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/live.h"
#include "models/physics/wire.h"

namespace rocelint::onyx {

/// NVIDIA Onyx, formerly MLNX-OS, on Ethernet switches.
extern const Driver driver;

/// Driver::edit and Driver::commands: the lines that make the changes, in the text or as typed in `config`
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
/// Driver::render: the lines of a designed switch in the form of `show running-config`.
[[nodiscard]] Rendering render(const DeviceDesign& design);
/// Driver::open.
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target);

/// `mtu` counts an IP packet: `show interfaces` prints "MTU: 1500 bytes(Maximum packet size 1522 bytes)",
/// with 14 bytes of header, 4 of tag and 4 of FCS.
inline constexpr std::uint64_t frame_header = physics::ethernet_header;

}
