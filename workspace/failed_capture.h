// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/span.h"

#include <string_view>

namespace rocelint::workspace {

/// The first line of a text that holds nothing but errors of a command line ("% Invalid input detected", "ssh: connect to host
/// leaf3 port 22: Connection refused"): a capture that failed. Its source is not set. Nowhere (a length of 0) for every other text.
[[nodiscard]] Span find_failed_capture(std::string_view text);

}
