// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/line_cli/write/translator.h"
#include "models/physics/wire.h"

#include <memory>

namespace rocelint::vrp {

/// Huawei CloudEngine switches with VRP 8: V200 and V300.
extern const Driver driver;

// The parts of its record, see line_cli::Platform.

/// Driver::open.
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target);
[[nodiscard]] std::unique_ptr<line_cli::Translator> translator(const line_cli::Task& task);
/// Driver::render: the configuration of a designed switch.
[[nodiscard]] Rendering render(const DeviceDesign& design);

/// `jumboframe enable` counts the whole frame: one of 1518 bytes is the largest that is no jumbo frame (Command
/// Reference, jumboframe enable), with 14 bytes of header and 4 of FCS.
inline constexpr std::uint64_t frame_trailer = 4;

}
