// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace rocelint {

/// The 32 bytes of a SHA-256 digest.
using Digest = std::array<std::uint8_t, 32>;

/// SHA-256 (FIPS 180-4) of data that is added piece by piece.
class Sha256 {
public:
    Sha256();
    ~Sha256();
    Sha256(Sha256&&) noexcept;
    Sha256& operator=(Sha256&&) noexcept;

    void add(std::string_view bytes);
    /// Adds a text and its length, so that different lists of texts have different digests.
    void add_text(std::string_view text);
    void add_number(std::uint64_t number);
    /// The digest of everything that was added. Add nothing afterwards.
    [[nodiscard]] Digest finish();

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// The bytes as lower-case hexadecimal digits.
[[nodiscard]] std::string hexadecimal(const Digest& digest);

/// SHA-256 (FIPS 180-4) of a text, as 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view text);

/// HMAC-SHA256 (RFC 2104, FIPS 198-1) of a text, as 64 lower-case hexadecimal digits.
[[nodiscard]] std::string hmac_sha256(std::string_view key, std::string_view text);

/// A hash that shows whether a device's state has changed: an identifier of the key, a colon, and the HMAC of
/// the device's whole text. It is stored next to text without its secrets; without the key, nobody can use it
/// to test guesses of the secrets.
[[nodiscard]] std::string state_hash(std::string_view key, std::string_view text);
/// Length of every state_hash().
inline constexpr std::size_t state_hash_length = 16 + 1 + 64;
/// Whether this state_hash() was made with this key: only hashes made with the same key can be compared.
[[nodiscard]] bool made_with(std::string_view state_hash, std::string_view key);

}
