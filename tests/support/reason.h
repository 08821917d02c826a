// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rocelint::testing {

/// The message of the error in a Result, or nothing if it has a value. For the message of CHECK_MESSAGE and REQUIRE_MESSAGE, which
/// doctest reads after a check that passed too (`-s`): then there is no error, and reading it is undefined.
template <class R>
[[nodiscard]] std::string reason(const R& result)
{
    return result ? std::string() : result.error().message;
}

}
