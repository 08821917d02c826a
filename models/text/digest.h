// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint {

/// SHA-256 (FIPS 180-4) of a text, as 64 lower-case hexadecimal digits. Tells whether a device is still as it was.
[[nodiscard]] std::string sha256(std::string_view text);

}
