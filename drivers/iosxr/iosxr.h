// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/line_cli/write/translator.h"

#include <memory>

namespace rocelint::iosxr {

/// Cisco routers of the 8000 series with IOS XR.
extern const Driver driver;

// The parts of its record, see line_cli::Platform.

[[nodiscard]] std::unique_ptr<line_cli::Translator> translator(const line_cli::Task& task);
/// Driver::render: the configuration of a designed router.
[[nodiscard]] Rendering render(const DeviceDesign& design);

}
