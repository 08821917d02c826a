// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/live.h"
#include "models/physics/wire.h"

namespace rocelint::os10 {

/// Dell SmartFabric OS10 (OS10 Enterprise Edition), 10.4 and 10.5.
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

/// `mtu` is the size of a link's frame; an IP packet has to be at least 32 bytes smaller (OS10 User Guide,
/// mtu). The default 1532 allows 1500 bytes of IP.
inline constexpr std::uint64_t link_overhead = 32;
/// How much `mtu` exceeds the frame without its tags and FCS.
inline constexpr std::uint64_t frame_header = link_overhead - physics::ethernet_header;

}
