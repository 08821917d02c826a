// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint {

/// Binary data in base64 with padding (RFC 4648 section 4), on one line.
[[nodiscard]] std::string base64_of(std::string_view bytes);

}
