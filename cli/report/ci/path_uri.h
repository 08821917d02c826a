// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint::cli {

/// Escapes a path for a URI (RFC 3986, section 2.1): everything but unreserved characters and slashes becomes
/// %XX.
[[nodiscard]] std::string escape_path(std::string_view path);

}
