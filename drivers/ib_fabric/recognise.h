// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::ib_fabric {

/// Recognizes files that no single line identifies: see Driver::detect.
[[nodiscard]] Detection detect(const Source& source);
/// Returns a flat tree of lines; consecutive rows of a forwarding table are one node.
[[nodiscard]] Tree parse(const Source& source);
/// Whether the file describes systems whose nodes and ports are in other files.
[[nodiscard]] bool has_system_links(const Source& source);

}
