// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/span.h"

#include <tl/expected.hpp>

#include <string>
#include <utility>

namespace rocelint {

/// Why the world refused. `usage` and `invalid` end in exit code 2, `unreadable` in 3. The others come from devices and
/// end in 4: `unreachable` (no connection, or one that was lost: what was sent last may have taken effect or not),
/// `refused` (the device said no, in its own words), `timed_out` (as unreachable, but the device just kept silent) and
/// `cancelled` (we were told to stop).
enum class ErrorKind : std::uint8_t {
    usage,
    invalid,
    unreadable,
    unreachable,
    refused,
    timed_out,
    cancelled
};

/// A refusal of the world (never a fault of the checked configuration: that is a Finding).
struct Error {
    ErrorKind kind = ErrorKind::unreadable;
    std::string message;
    Span at;
};

/// Value or Error; the only way in which failure crosses a folder.
template <class T>
using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> fail(ErrorKind kind, std::string message, Span at = {})
{
    return tl::unexpected<Error>(Error{kind, std::move(message), at});
}

/// Thrown only by ensure(), caught only in main (exit 70).
struct Bug {
    std::string what;
};

/// Ends the run when we are wrong. Must never be reachable from input.
void ensure(bool condition, const char* what);

}
