// SPDX-License-Identifier: Apache-2.0
#include "cli/report/ci/path_uri.h"

#include "models/text/append.h"
#include "models/text/ascii.h"

namespace rocelint::cli {

std::string escape_path(std::string_view path)
{
    std::string escaped;
    for (const char c : path) {
        const bool plain
            = ascii::is_letter_or_digit(c) || std::string_view("-._~/").find(c) != std::string_view::npos;
        if (plain)
            escaped += c;
        else
            append(escaped, "%{:02X}", static_cast<unsigned char>(c));
    }
    return escaped;
}

}
