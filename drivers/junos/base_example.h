// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::junos {

/// A leaf with one host port and one uplink, both lossless for priority 3. Rule examples are based on it.
extern const std::string_view base_example;

}
