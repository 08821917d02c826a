// SPDX-License-Identifier: Apache-2.0
#include "models/text/base64.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace rocelint {

std::string base64_of(std::string_view bytes)
{
    static constexpr std::string_view letters
        = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
        std::uint32_t group = 0;
        for (std::size_t byte = 0; byte < 3; ++byte)
            group = (group << 8) | (byte < count ? static_cast<unsigned char>(bytes[at + byte]) : 0U);
        for (std::size_t letter = 0; letter < 4; ++letter)
            text += letter <= count ? letters[(group >> (18 - 6 * letter)) & 0x3F] : '=';
    }
    return text;
}

}
