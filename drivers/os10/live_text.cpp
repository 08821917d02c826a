// SPDX-License-Identifier: Apache-2.0
#include "drivers/os10/live_text.h"

#include "models/text/ascii.h"

namespace rocelint::os10 {

std::string port_of(std::string_view name)
{
    std::string port;
    for (const char c : name) {
        if (c != ' ')
            port += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
    return port;
}

std::string mac_in(std::string_view text)
{
    while (!text.empty()) {
        const std::string_view line = ascii::take_until(text, '\n');
        const std::size_t colon = line.find(": ");
        if (line.starts_with("MAC ") && colon != std::string_view::npos)
            return std::string(ascii::trimmed_back(line.substr(colon + 2), ascii::is_blank_or_cr));
    }
    return {};
}

}
