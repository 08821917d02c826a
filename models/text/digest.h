// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint {

/// SHA-256 (FIPS 180-4) of a text, as 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view text);

/// HMAC-SHA256 (RFC 2104, FIPS 198-1) of a text, as 64 lower-case hexadecimal digits.
[[nodiscard]] std::string hmac_sha256(std::string_view key, std::string_view text);

/// Tells whether a device is still as it was: a sign of the key, a colon, and the HMAC of the device's whole text. It is
/// stored beside text whose secrets are gone, and without the key nobody can test a guess at them with it.
[[nodiscard]] std::string state_hash(std::string_view key, std::string_view text);
/// Of every state_hash().
inline constexpr std::size_t state_hash_length = 16 + 1 + 64;
/// Whether this state_hash() was made with this key: only then can another one be compared with it.
[[nodiscard]] bool made_with(std::string_view state_hash, std::string_view key);

}
