// SPDX-License-Identifier: Apache-2.0
// OpenSSL's SHA-256: plans and journals keep digests of whole configurations, and compare them before anything is
// sent.
#include "models/text/digest.h"

#include "models/text/result.h"

#include <array>
#include <openssl/evp.h>

namespace rocelint {

std::string sha256(std::string_view text)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned int size = 0;
    ensure(EVP_Digest(text.data(), text.size(), bytes.data(), &size, EVP_sha256(), nullptr) == 1,
        "SHA-256 is not available");
    std::string out;
    out.reserve(std::size_t{2} * size);
    constexpr std::string_view digits = "0123456789abcdef";
    for (unsigned int index = 0; index < size; ++index) {
        out += digits[bytes[index] >> 4];
        out += digits[bytes[index] & 15];
    }
    return out;
}

}
