// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::linux_host {

/// A transcript of a clean host named `@NAME@`: lossless priority 3 for DSCP 26, CNPs with DSCP 48.
extern const std::string_view base_example;

}
