// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/line_cli/write/translator.h"
#include "drivers/live.h"
#include "models/physics/wire.h"

#include <memory>

namespace rocelint::onyx {

/// NVIDIA Onyx, formerly MLNX-OS, on Ethernet switches.
extern const Driver driver;

// The parts of its record, see line_cli::Platform.

[[nodiscard]] std::unique_ptr<line_cli::Translator> translator(const line_cli::Task& task);
/// Driver::render: the lines of a designed switch in the form of `show running-config`.
[[nodiscard]] Rendering render(const DeviceDesign& design);
/// Driver::open.
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target);

/// `mtu` counts an IP packet: `show interfaces` prints "MTU: 1500 bytes(Maximum packet size 1522 bytes)",
/// with 14 bytes of header, 4 of tag and 4 of FCS.
inline constexpr std::uint64_t frame_header = physics::ethernet_header;

}
