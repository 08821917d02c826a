// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/srlinux/srlinux.h"

#include <string>

namespace rocelint::srlinux_test {

/// The base example, of a switch called leaf1.
inline std::string base()
{
    constexpr std::string_view placeholder = "@NAME@";
    std::string text(srlinux::driver.base_example);
    return text.replace(text.find(placeholder), placeholder.size(), "leaf1");
}

}
