// SPDX-License-Identifier: Apache-2.0
#include "workspace/find/capture_time.h"

#include "models/text/ascii.h"
#include "models/text/source.h"

#include <string_view>

namespace rocelint::workspace {
namespace {

// "2026-03-02T09:00:00.000Z": two such times compare as text.
bool is_capture_time(std::string_view text)
{
    constexpr std::string_view pattern = "dddd-dd-ddTdd:dd:dd.dddZ";
    if (text.size() != pattern.size())
        return false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (pattern[at] == 'd' ? !ascii::is_digit(text[at]) : text[at] != pattern[at])
            return false;
    }
    return true;
}

}

std::string capture_time_of(const std::string& folder)
{
    auto source = Source::read(0, folder + '/' + capture_time_file);
    if (!source)
        return {};
    const std::string_view line
        = ascii::trimmed((*source)->text(), [](char c) { return c == '\n' || c == '\r'; });
    return is_capture_time(line) ? std::string(line) : std::string();
}

}
