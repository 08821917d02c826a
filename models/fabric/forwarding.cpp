// SPDX-License-Identifier: Apache-2.0
// Stores IP addresses and prefixes of both families in one form, so that they compare and sort (RFC 4291
// section 2.5.5.2).
#include "models/fabric/forwarding.h"

#include "models/fabric/value/priority.h"

#include <fmt/format.h>

#include <algorithm>
#include <arpa/inet.h>

namespace rocelint {
namespace {

constexpr std::array<std::uint8_t, 12> v4_mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
constexpr std::uint8_t v4_offset = 96;

bool is_v4(const IpAddress& address)
{
    return std::equal(v4_mapped.begin(), v4_mapped.end(), address.bytes.begin());
}

}

std::optional<IpAddress> parse_address(std::string_view text)
{
    char buffer[INET6_ADDRSTRLEN];
    if (text.empty() || text.size() >= sizeof buffer)
        return std::nullopt;
    *std::ranges::copy(text, buffer).out = '\0';
    IpAddress address;
    if (inet_pton(AF_INET6, buffer, address.bytes.data()) == 1)
        return address;
    std::ranges::copy(v4_mapped, address.bytes.begin());
    if (inet_pton(AF_INET, buffer, address.bytes.data() + v4_mapped.size()) == 1)
        return address;
    return std::nullopt;
}

std::optional<IpPrefix> parse_prefix(std::string_view text)
{
    const std::size_t slash = text.find('/');
    const auto address = parse_address(text.substr(0, slash));
    if (!address)
        return std::nullopt;
    const std::uint8_t first = is_v4(*address) ? v4_offset : 0;
    if (slash == std::string_view::npos)
        return IpPrefix{*address, 128};
    const auto length = parse_number(text.substr(slash + 1));
    if (!length || *length > 128U - first)
        return std::nullopt;
    return IpPrefix{*address, static_cast<std::uint8_t>(*length + first)};
}

bool IpPrefix::is_v4() const { return rocelint::is_v4(address) && length >= v4_offset; }

bool IpPrefix::is_default() const { return length == 0 || (is_v4() && length == v4_offset); }

bool IpPrefix::contains(const IpAddress& other) const
{
    const std::size_t whole = length / 8U;
    if (!std::equal(address.bytes.begin(),
            address.bytes.begin() + static_cast<std::ptrdiff_t>(whole),
            other.bytes.begin()))
        return false;
    const unsigned rest = length % 8U;
    if (rest == 0)
        return true;
    const auto mask = static_cast<std::uint8_t>(0xff00U >> rest);
    return (address.bytes[whole] & mask) == (other.bytes[whole] & mask);
}

std::string to_string(const IpAddress& address)
{
    char buffer[INET6_ADDRSTRLEN];
    const bool v4 = is_v4(address);
    const char* text = inet_ntop(
        v4 ? AF_INET : AF_INET6, address.bytes.data() + (v4 ? v4_mapped.size() : 0), buffer, sizeof buffer);
    return text != nullptr ? text : std::string();
}

std::string to_string(const IpPrefix& prefix)
{
    return fmt::format("{}/{}", to_string(prefix.address), prefix.length - (prefix.is_v4() ? v4_offset : 0));
}

}
