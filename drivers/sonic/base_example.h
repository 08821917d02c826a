// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::sonic {

/// A clean leaf switch with a host on Ethernet0 and an
/// uplink on Ethernet4; DSCP 26 is lossless in priority 3.
extern const std::string_view base_example;

}
