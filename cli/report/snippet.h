// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/locate.h"

#include <string>

namespace rocelint::cli {

/// A line of the input as it is shown, and where under it the marker goes (in columns of the screen, from 0).
struct Snippet {
    std::string text;
    std::size_t marker_begin = 0;
    std::size_t marker_width = 1;
};

/// The line that `span` begins on: shortened around the span, without secrets, control characters made visible.
[[nodiscard]] Snippet make_snippet(const Place& place, Span span);

}
