// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/span.h"

#include <tl/expected.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rocelint {

/// Why something outside the program failed. `usage` and `invalid` end in exit code 2, `unreadable` in 3. The
/// others come from devices and end in 4: `unreachable` (no connection, or a lost one: the last request may
/// or may not have taken effect), `refused` (the device rejected it, in its own words), `timed_out` (as
/// unreachable, but the device just did not answer) and `cancelled` (the program was told to stop).
enum class ErrorKind : std::uint8_t {
    usage,
    invalid,
    unreadable,
    unreachable,
    refused,
    timed_out,
    cancelled
};

/// A failure outside the program, never a fault of the checked configuration (that is a Finding).
struct Error {
    ErrorKind kind = ErrorKind::unreadable;
    std::string message;
    Span at;
    /// Further mistakes in the same file, each with its place like `message`. Only readers of files that a site writes give them.
    std::vector<std::string> further{};
};

/// Adds a mistake to those of a file. Of very many, the later ones rarely are mistakes of their own and are left out.
void add_mistake(std::optional<Error>& all, Error mistake);

/// Value or Error; the only way in which a failure crosses a folder boundary.
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

/// Ends the run because of a bug. Input must never be able to trigger it.
void ensure(bool condition, const char* what);

}
