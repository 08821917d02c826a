// SPDX-License-Identifier: Apache-2.0
// The functions of OpenSSL's libcrypto that the program calls. A missing entry is a link error; a mismatch
// with the header is a compile error.
#include "models/late/library.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

namespace {

rocelint::late::Library crypto(ROCELINT_LIBCRYPTO);

}

#define LATE(result, name, parameters, ...)                                                                  \
    result name parameters                                                                                   \
    {                                                                                                        \
        static const auto function = crypto.find<decltype(::name)>(#name);                                   \
        return function(__VA_ARGS__);                                                                        \
    }

extern "C" {

// clang-format off
LATE(int, EVP_DigestFinal_ex, (EVP_MD_CTX* context, unsigned char* digest, unsigned int* size), context, digest, size)
LATE(int, EVP_DigestInit_ex2, (EVP_MD_CTX* context, const EVP_MD* type, const OSSL_PARAM* params), context, type, params)
LATE(int, EVP_DigestUpdate, (EVP_MD_CTX* context, const void* data, size_t size), context, data, size)
LATE(void, EVP_MD_CTX_free, (EVP_MD_CTX* context), context)
LATE(EVP_MD_CTX*, EVP_MD_CTX_new, (void))
LATE(EVP_MD*, EVP_MD_fetch, (OSSL_LIB_CTX* library, const char* algorithm, const char* properties), library, algorithm, properties)
LATE(const EVP_MD*, EVP_sha256, (void))
LATE(unsigned char*, HMAC, (const EVP_MD* type, const void* key, int key_size, const unsigned char* data, size_t size, unsigned char* digest, unsigned int* digest_size), type, key, key_size, data, size, digest, digest_size)
// clang-format on
}
