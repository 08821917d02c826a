// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <string_view>

namespace rocelint::junos {

/// The three notations of a configuration, and the output of `show interfaces`.
enum class Notation : std::uint8_t { braces, commands, xml, shown };

[[nodiscard]] Notation notation_of(std::string_view text);
[[nodiscard]] Tree parse(const Source& source);
[[nodiscard]] Detection detect(const Source& source);
/// Returns the host name, which a group for a routing engine or cluster node may also state.
[[nodiscard]] std::string_view identity(const Tree& tree);

}
