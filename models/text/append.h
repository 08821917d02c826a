// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace rocelint {

/// What append() does once its arguments have lost their types: one copy in the program.
void append_formatted(std::string& out, fmt::string_view format, fmt::format_args values);

/// Writes the formatted text behind `out`. fmt::format_to(std::back_inserter(out), …) says the same and makes every file
/// that says so compile all of fmt's machinery for this iterator: 60 KB of code and a second of time each.
template <class... Values>
void append(std::string& out, fmt::format_string<Values...> format, Values&&... values)
{
    append_formatted(out, format, fmt::make_format_args(values...));
}

}
