// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace rocelint {

/// The part of append() that is independent of the argument types, so the program has only one copy.
void append_formatted(std::string& out, fmt::string_view format, fmt::format_args values);

/// Appends the formatted text to `out`. Equivalent to fmt::format_to(std::back_inserter(out), …), which would
/// make every file that uses it compile all of fmt for this iterator: 60 KB of code and a second each.
template <class... Values>
void append(std::string& out, fmt::format_string<Values...> format, Values&&... values)
{
    append_formatted(out, format, fmt::make_format_args(values...));
}

}
