// SPDX-License-Identifier: Apache-2.0
// A name may be given twice and an address may be reassigned, but the numbers printed on the hardware stay.
#include "push/reach/hardware.h"

#include "models/fabric/value/port_name.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace rocelint::push {
namespace {

// What is printed where the hardware holds no number: `decode-syseeprom -s` prints None for a platform without one, and N/A is its
// word for a field that is missing (sonic-net/sonic-utilities, scripts/decode-syseeprom).
constexpr std::string_view no_number[]{"None", "N/A"};

std::string word_of(std::string text, bool small)
{
    constexpr std::size_t longest = 64;
    if (text.size() > longest || !is_typable(text)
        || std::ranges::find(no_number, text) != std::end(no_number))
        return {};
    return small ? ascii::lowered(text) : text;
}

bool differ(const std::string& planned, const std::string& now)
{
    return !planned.empty() && !now.empty() && planned != now;
}

}

Result<Hardware> read_hardware(LiveDevice& live)
{
    auto told = live.hardware();
    if (!told && told.error().kind == ErrorKind::refused)
        return Hardware{};
    if (!told)
        return told;
    return Hardware{word_of(std::move(told->serial), false), word_of(std::move(told->mac), true)};
}

std::string other_hardware(const Hardware& planned, const Hardware& now)
{
    if (differ(planned.serial, now.serial))
        return fmt::format("its serial number is {} and was {}", now.serial, planned.serial);
    if (differ(planned.mac, now.mac))
        return fmt::format("its base MAC address is {} and was {}", now.mac, planned.mac);
    return {};
}

std::string same_hardware(const Hardware& one, const Hardware& other)
{
    const bool both = !one.serial.empty() && !other.serial.empty();
    if (both)
        return one.serial == other.serial ? fmt::format("the serial number {}", one.serial) : std::string();
    return !one.mac.empty() && one.mac == other.mac ? fmt::format("the base MAC address {}", one.mac)
                                                    : std::string();
}

}
