// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rocelint::e2e {

/// Converts a Junos configuration in braces or commands to the initial XML of an emulated device or netconfd: what the driver
/// knows of it, in the configuration's namespace.
[[nodiscard]] std::string junos_xml(const std::string& text);

}
