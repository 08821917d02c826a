// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/terminal/visible.h"
#include "models/text/result.h"
#include "tests/fuzz/target.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace rocelint::fuzz {

/// Takes the text up to the next `border` off the front.
inline std::string_view take_part(std::string_view& bytes)
{
    const std::string_view part = bytes.substr(0, bytes.find(border));
    bytes.remove_prefix(std::min(bytes.size(), part.size() + border.size()));
    return part;
}

/// Splits an input into `Count` parts; parts that the input does not have are empty.
template <std::size_t Count>
std::array<std::string_view, Count> parts_of(std::string_view bytes)
{
    std::array<std::string_view, Count> parts;
    for (std::string_view& part : parts)
        part = take_part(bytes);
    return parts;
}

/// Every error has a message and is printed as one line.
template <class T>
void must_say(const Result<T>& result)
{
    if (result)
        return;
    must(!result.error().message.empty(), "an error has a message");
    must(cli::visible(result.error().message).find('\n') == std::string::npos, "a message is one line");
}

}
