// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/finding.h"

#include <string_view>

namespace rocelint::cli {

/// The escape sequences of a report on a terminal; all are empty without colour.
struct TextColours {
    std::string_view error;
    std::string_view warning;
    std::string_view info;
    std::string_view bold;
    std::string_view gutter;
    std::string_view end;

    [[nodiscard]] std::string_view of(Severity severity) const
    {
        return severity == Severity::error ? error : severity == Severity::warning ? warning : info;
    }
};

[[nodiscard]] constexpr TextColours text_colours(bool colour)
{
    return colour ? TextColours{"\x1b[1;31m", "\x1b[1;33m", "\x1b[1;36m", "\x1b[1m", "\x1b[1;34m", "\x1b[0m"}
                  : TextColours{};
}

}
