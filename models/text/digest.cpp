// SPDX-License-Identifier: Apache-2.0
// OpenSSL's SHA-256: plans and journals keep digests of whole configurations, and compare them before anything is
// sent. Those of configurations with secrets in them are keyed.
#include "models/text/digest.h"

#include "models/text/result.h"

#include <array>
#include <openssl/evp.h>
#include <openssl/hmac.h>

namespace rocelint {
namespace {

using Digest = std::array<unsigned char, EVP_MAX_MD_SIZE>;

std::string hexadecimal(const Digest& bytes, unsigned int size)
{
    std::string out;
    out.reserve(std::size_t{2} * size);
    constexpr std::string_view digits = "0123456789abcdef";
    for (unsigned int index = 0; index < size; ++index) {
        out += digits[bytes[index] >> 4];
        out += digits[bytes[index] & 15];
    }
    return out;
}

// Tells keys apart and nothing about them.
std::string sign_of(std::string_view key)
{
    constexpr std::size_t length = 16;
    return hmac_sha256(key, "which key").substr(0, length);
}

}

std::string sha256(std::string_view text)
{
    Digest bytes{};
    unsigned int size = 0;
    ensure(EVP_Digest(text.data(), text.size(), bytes.data(), &size, EVP_sha256(), nullptr) == 1,
        "SHA-256 is not available");
    return hexadecimal(bytes, size);
}

std::string hmac_sha256(std::string_view key, std::string_view text)
{
    Digest bytes{};
    unsigned int size = 0;
    ensure(HMAC(EVP_sha256(),
               key.data(),
               static_cast<int>(key.size()),
               reinterpret_cast<const unsigned char*>(text.data()),
               text.size(),
               bytes.data(),
               &size)
            != nullptr,
        "HMAC-SHA256 is not available");
    return hexadecimal(bytes, size);
}

std::string state_hash(std::string_view key, std::string_view text)
{
    return sign_of(key) + ':' + hmac_sha256(key, text);
}

bool made_with(std::string_view state_hash, std::string_view key)
{
    return state_hash.size() == state_hash_length && state_hash.starts_with(sign_of(key) + ':');
}

}
