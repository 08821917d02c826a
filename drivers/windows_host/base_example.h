// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::windows_host {

/// The transcript of a host that is set up for SMB Direct (Driver::base_example).
extern const std::string_view base_example;
/// The policy that it is clean under (Driver::base_policy).
extern const std::string_view base_policy;

}
