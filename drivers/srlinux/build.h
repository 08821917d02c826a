// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/srlinux/grammar.h"

namespace rocelint::srlinux {

/// How a file writes the configuration.
enum class Notation : std::uint8_t {
    lines, ///< `info flat`: lines of `set /`
    blocks, ///< `info`: blocks in braces, one statement a line
    json, ///< `info | as json`, or config.json
};
[[nodiscard]] Notation notation_of(std::string_view text);

/// Driver::detect: JSON, which no line shows.
[[nodiscard]] Detection detect(const Source& source);
/// Driver::parse.
[[nodiscard]] Tree parse(const Source& source);
/// Driver::identity.
[[nodiscard]] std::string_view identity(const Tree& tree);
/// Adds the statements of one file, in any notation. Marks every node.
void build(Hierarchy& hierarchy, const Tree& tree);
/// The name of a JSON member without that of its module.
[[nodiscard]] std::string_view local_name(std::string_view name);

}
