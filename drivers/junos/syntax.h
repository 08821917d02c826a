// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <string_view>

namespace rocelint::junos {

/// The three ways in which a configuration is written.
enum class Notation : std::uint8_t { braces, commands, xml };

[[nodiscard]] Notation notation_of(std::string_view text);
[[nodiscard]] Tree parse(const Source& source);
[[nodiscard]] Detection detect(const Source& source);
/// The host name, also one that a group for a routing engine or cluster node states.
[[nodiscard]] std::string_view identity(const Tree& tree);

}
