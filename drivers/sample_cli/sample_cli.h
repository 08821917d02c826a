// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/line_cli/write/translator.h"
#include "drivers/live.h"

#include <memory>

namespace rocelint::sample_cli {

/// A platform that does not exist, to copy from.
extern const Driver driver;

// The parts of its record, see line_cli::Platform.

[[nodiscard]] std::unique_ptr<line_cli::Translator> translator(const line_cli::Task& task);
/// Driver::render: the configuration of a designed switch.
[[nodiscard]] Rendering render(const DeviceDesign& design);
/// Driver::open.
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target);
/// Reads the lines of a device.
void understand(std::span<const Tree> trees, Reading& reading);

}
