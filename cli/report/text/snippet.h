// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/report/data/locate.h"

#include <string>

namespace rocelint::cli {

/// A line of the input as it is shown, and the position of the marker below it (in screen columns, from 0).
struct Snippet {
    std::string text;
    std::size_t marker_begin = 0;
    std::size_t marker_width = 1;
};

/// The line on which `span` begins: shortened around the span, without secrets, with control characters
/// escaped.
[[nodiscard]] Snippet make_snippet(const Place& place, Span span);

}
