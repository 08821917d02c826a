// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint {

/// Normalizes a port name for comparison: lower case, interface-type words in their shortest form
/// ("Ethernet1/1", "Eth1/1" and "Et1/1" become "et1/1"), no blanks. A name of another shape is only
/// lowercased.
[[nodiscard]] std::string comparable_port_name(std::string_view name);

/// Whether a name can be typed: only letters, digits and . _ : / @ -, without a leading dash. A shell, a
/// switch's command line or a path would interpret other characters (docs/security.md). Linux permits almost
/// any byte in an interface name (dev_valid_name, net/core/dev.c).
[[nodiscard]] bool is_typable(std::string_view name);
/// The same for a name of parts that `separator` joins, each of which must be typable; 0: a name has one part.
[[nodiscard]] bool is_typable(std::string_view name, char separator);

}
