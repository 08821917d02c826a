// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sample.h"

#include <charconv>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

namespace rocelint::testing {
namespace {

std::string_view wanted()
{
    const char* text = std::getenv("ROCELINT_SAMPLE");
    return text == nullptr ? std::string_view() : text;
}

}

bool plays_everything() { return wanted() == "all"; }

std::uint32_t sample_seed()
{
    const std::string_view text = wanted();
    if (text.empty() || text == "all")
        return 0;
    std::uint32_t seed = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed, 16);
    if (error != std::errc{} || end != text.data() + text.size())
        throw std::runtime_error(
            "ROCELINT_SAMPLE is neither \"all\" nor a hexadecimal number of 32 bits: " + std::string(text));
    return seed;
}

}
