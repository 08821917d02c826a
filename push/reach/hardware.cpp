// SPDX-License-Identifier: Apache-2.0
// A name may be given twice and an address may be reassigned, but the numbers printed on the hardware stay.
#include "push/reach/hardware.h"

#include "models/fabric/value/port_name.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

namespace rocelint::push {
namespace {

std::string word_of(std::string text, bool small)
{
    constexpr std::size_t longest = 64;
    if (text.size() > longest || !is_typable(text))
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
