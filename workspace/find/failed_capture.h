// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/span.h"

#include <string_view>

namespace rocelint::workspace {

/// The first line of a text that holds only error messages of a command line ("% Invalid input detected",
/// "ssh: connect to host leaf3 port 22: Connection refused"), which means that the capture failed. The source
/// of the span is not set. For any other text, the span has length 0.
[[nodiscard]] Span find_failed_capture(std::string_view text);

}
