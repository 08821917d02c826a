// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/line_cli/write/translator.h"
#include "models/physics/wire.h"

#include <memory>

namespace rocelint::aoscx {

/// HPE Aruba switches with AOS-CX 10.
extern const Driver driver;

// The parts of its record, see line_cli::Platform.

/// Driver::open.
[[nodiscard]] Result<std::unique_ptr<LiveDevice>> open(const LiveTarget& target);
[[nodiscard]] std::unique_ptr<line_cli::Translator> translator(const line_cli::Task& task);
/// Driver::render: the configuration of a designed switch.
[[nodiscard]] Rendering render(const DeviceDesign& design);

}
