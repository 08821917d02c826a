// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>

namespace rocelint::one_device_test {

inline constexpr const char* one_link
    = "4: ens1f0np0: <BROADCAST,UP> mtu 9000 qdisc mq state UP mode DEFAULT\n";

inline std::string with(std::string text, std::string_view from, std::string_view to)
{
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

}
