// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace rocelint {

/// The 32 bytes of a SHA-256.
using Digest = std::array<std::uint8_t, 32>;

/// SHA-256 (FIPS 180-4) of what is added to it, piece by piece.
class Sha256 {
public:
    Sha256();
    ~Sha256();
    Sha256(Sha256&&) noexcept;
    Sha256& operator=(Sha256&&) noexcept;

    void add(std::string_view bytes);
    /// A text and its length, so that no two lists of texts are alike.
    void add_text(std::string_view text);
    void add_number(std::uint64_t number);
    /// Of all that was added. Nothing may be added after that.
    [[nodiscard]] Digest finish();

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// The bytes in lower-case hexadecimal digits.
[[nodiscard]] std::string hexadecimal(const Digest& digest);
[[nodiscard]] inline std::string_view bytes_of(const Digest& digest)
{
    return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

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
