// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/junos/write/draft.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::junos {

/// Returns the XML element of a statement: its keyword; for a port `interface`; for an entry in a block of
/// names (`schedulers`) the name of that block.
[[nodiscard]] std::string_view element_name(const Statement& statement);
/// Whether the statement is a list entry that is a sibling of its block instead of inside it:
/// `<schedulers><name>…`.
[[nodiscard]] bool stands_beside(const Statement& statement);
/// Renders a new statement as XML lines without line ends.
[[nodiscard]] std::vector<std::string> render_elements(
    const Draft& draft, const Statement& statement, const std::string& indent, const std::string& step);
/// Renders a value, flag, binding or list element as one line. `attributes` are the element's attributes,
/// each preceded by a blank.
[[nodiscard]] std::string render_leaf(
    const Statement& statement, std::string_view value, std::string_view attributes);
[[nodiscard]] std::string escaped(std::string_view text);

}
