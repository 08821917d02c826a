// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint::cli {

/// A path as that of a URI (RFC 3986, section 2.1): all but unreserved characters and slashes as %XX.
[[nodiscard]] std::string escape_path(std::string_view path);

}
