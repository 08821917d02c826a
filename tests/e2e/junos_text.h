// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rocelint::e2e {

/// A Junos configuration in braces or commands as the XML that a device of the emulators or netconfd begins with: what
/// the driver knows of it, with the configuration's namespace.
[[nodiscard]] std::string junos_xml(const std::string& text);

}
