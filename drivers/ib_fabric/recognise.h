// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::ib_fabric {

/// What no single line tells: see Driver::detect.
[[nodiscard]] Detection detect(const Source& source);
/// A flat tree of lines; a run of rows of a forwarding table is one node.
[[nodiscard]] Tree parse(const Source& source);
/// Whether the file describes systems, whose nodes and ports stand in other files.
[[nodiscard]] bool has_system_links(const Source& source);

}
