// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rocelint::cli {

/// The absolute path in a file: URI (RFC 8089), or nothing for another scheme, another host or an invalid
/// escape.
[[nodiscard]] std::optional<std::string> path_of_uri(std::string_view uri);

/// The file: URI of an absolute path.
[[nodiscard]] std::string uri_of_path(std::string_view path);

}
