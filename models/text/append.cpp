// SPDX-License-Identifier: Apache-2.0
// The only place that appends formatted text to a string.
#include "models/text/append.h"

#include <iterator>

namespace rocelint {

void append_formatted(std::string& out, fmt::string_view format, fmt::format_args values)
{
    fmt::memory_buffer buffer;
    fmt::vformat_to(std::back_inserter(buffer), format, values);
    out.append(buffer.data(), buffer.size());
}

}
