// SPDX-License-Identifier: Apache-2.0
#include "cli/report/path_uri.h"

#include "models/text/append.h"

namespace rocelint::cli {

std::string escape_path(std::string_view path)
{
    std::string escaped;
    for (const char c : path) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || std::string_view("-._~/").find(c) != std::string_view::npos;
        if (plain)
            escaped += c;
        else
            append(escaped, "%{:02X}", static_cast<unsigned char>(c));
    }
    return escaped;
}

}
