// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/line_cli/write/translator.h"
#include "models/physics/wire.h"

#include <memory>

namespace rocelint::comware {

/// H3C switches with Comware 7 and 9, and HPE FlexFabric switches with Comware 7.
extern const Driver driver;

// The parts of its record, see line_cli::Platform.

[[nodiscard]] std::unique_ptr<line_cli::Translator> translator(const line_cli::Task& task);
/// RetraceStyle::usual: lines without a negation of their own are undone by the default values of their queue.
[[nodiscard]] std::vector<line_cli::Fact> usual(const line_cli::Fact& line);
/// Driver::render: the configuration of a designed switch.
[[nodiscard]] Rendering render(const DeviceDesign& design);

/// `jumboframe enable` counts the frame with its FCS, as far as is documented: frames of more than 1536 bytes are jumbo
/// frames, and 1518 are the longest of the standard with it. This is the stricter reading where it is not.
inline constexpr std::uint64_t frame_trailer = 4;

}
