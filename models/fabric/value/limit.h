// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace rocelint {

/// The range of numbers that a device accepts in one place of its configuration. A number outside is reported
/// when it is read, refused when a change would write it, and clamped with a message when a design is
/// rendered.
struct Limit {
    std::string_view name; ///< as the platform writes it: "mtu"
    std::int64_t least = 0;
    std::int64_t most = 0;
    std::string_view source; ///< title and version
    std::string_view unit{}; ///< unit of both numbers: "ms"; empty for bytes and plain counts

    [[nodiscard]] constexpr bool takes(std::int64_t number) const
    {
        return number >= least && number <= most;
    }
    [[nodiscard]] constexpr bool takes_unsigned(std::uint64_t number) const
    {
        return number <= static_cast<std::uint64_t>(INT64_MAX) && takes(static_cast<std::int64_t>(number));
    }
    /// The nearest number that the device accepts.
    [[nodiscard]] constexpr std::int64_t nearest(std::int64_t number) const
    {
        return std::clamp(number, least, most);
    }
};

/// "mtu 9600: out of range, 68 to 9216 (sonic-port.yang)". Empty if the number is in range.
[[nodiscard]] std::string out_of_range(const Limit& limit, std::int64_t number);
/// The same for the text in the file, which is out of range or not a number.
[[nodiscard]] std::string range_sentence(const Limit& limit, std::string_view written);
/// "{what} is 9216, not 9600: mtu takes 68 to 9216 (sonic-port.yang)". Empty if the number is in range.
[[nodiscard]] std::string rounded(const Limit& limit, std::string_view what, std::int64_t wanted);

}
