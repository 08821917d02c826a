// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/line_cli/write/translator.h"
#include "drivers/live.h"
#include "models/physics/wire.h"

#include <memory>

namespace rocelint::os10 {

/// Dell SmartFabric OS10 (OS10 Enterprise Edition), 10.4 and 10.5.
extern const Driver driver;

// The parts of its record, see line_cli::Platform.

[[nodiscard]] std::unique_ptr<line_cli::Translator> translator(const line_cli::Task& task);
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
