// SPDX-License-Identifier: Apache-2.0
// OpenSSL's SHA-256. Plans and journals keep digests of whole configurations, and compare them before
// anything is sent. Digests of configurations that contain secrets are keyed.
#include "models/text/digest.h"

#include "models/text/result.h"

#include <array>
#include <openssl/evp.h>
#include <openssl/hmac.h>

namespace rocelint {
namespace {

// Fetched once, because each fetch in OpenSSL takes a lock that all threads share.
const EVP_MD* algorithm()
{
    static const EVP_MD* const fetched = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    ensure(fetched != nullptr, "SHA-256 is not available");
    return fetched;
}

// Identifies a key without revealing anything about it.
std::string sign_of(std::string_view key)
{
    constexpr std::size_t length = 16;
    return hmac_sha256(key, "which key").substr(0, length);
}

}

struct Sha256::State {
    State() : context(EVP_MD_CTX_new())
    {
        ensure(context != nullptr && EVP_DigestInit_ex2(context, algorithm(), nullptr) == 1,
            "SHA-256 is not available");
    }
    ~State() { EVP_MD_CTX_free(context); }
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    EVP_MD_CTX* context;
};

Sha256::Sha256() : state_(std::make_unique<State>()) { }
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::add(std::string_view bytes)
{
    ensure(EVP_DigestUpdate(state_->context, bytes.data(), bytes.size()) == 1, "SHA-256 failed");
}

void Sha256::add_text(std::string_view text)
{
    add_number(text.size());
    add(text);
}

void Sha256::add_number(std::uint64_t number)
{
    std::array<char, sizeof(number)> bytes{};
    for (char& byte : bytes) {
        byte = static_cast<char>(number & 0xffU);
        number >>= 8U;
    }
    add({bytes.data(), bytes.size()});
}

Digest Sha256::finish()
{
    Digest digest{};
    unsigned int size = 0;
    ensure(EVP_DigestFinal_ex(state_->context, digest.data(), &size) == 1 && size == digest.size(),
        "SHA-256 failed");
    return digest;
}

std::string hexadecimal(const Digest& digest)
{
    std::string out;
    out.reserve(2 * digest.size());
    constexpr std::string_view digits = "0123456789abcdef";
    for (const std::uint8_t byte : digest) {
        out += digits[byte >> 4U];
        out += digits[byte & 15U];
    }
    return out;
}

std::string sha256(std::string_view text)
{
    Sha256 hash;
    hash.add(text);
    return hexadecimal(hash.finish());
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
    return hexadecimal(bytes);
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
