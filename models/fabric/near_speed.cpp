// SPDX-License-Identifier: Apache-2.0
// Typical misspellings of speeds: the letter O for a zero, a blank, or a written-out unit.
#include "models/fabric/near_speed.h"

#include "models/fabric/topology.h"
#include "models/text/ascii.h"
#include "models/text/redact.h"

#include <fmt/format.h>

namespace rocelint {
namespace {

std::string proposal(std::string_view text)
{
    std::string digits;
    while (!text.empty()) {
        const char c = text.front();
        if (ascii::is_digit(c))
            digits += c;
        else if ((c == 'O' || c == 'o') && !digits.empty())
            digits += '0';
        else if (c != ' ' && c != '_')
            break;
        text.remove_prefix(1);
    }
    if (text.empty() || digits.empty())
        return {};
    const char unit = text.front();
    std::string found = unit == 'g' || unit == 'G' ? digits + 'G'
        : unit == 't' || unit == 'T'               ? digits + "000G"
        : unit == 'm' || unit == 'M'               ? digits + 'M'
                                                   : std::string();
    return parse_speed(found) ? found : std::string();
}

}

std::string not_a_speed(std::string_view text)
{
    const std::string meant = proposal(text);
    return meant.empty() ? fmt::format("'{}' is not a speed; write 400G or 100000 (Mb/s)", redact(text))
                         : fmt::format("'{}' is not a speed; did you mean '{}'?", redact(text), meant);
}

}
