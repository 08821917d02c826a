// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/junos/edit_draft.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::junos {

/// The XML element that a statement is: its keyword; of a port `interface`; of an entry in a block of names
/// (`schedulers`) that block's.
[[nodiscard]] std::string_view element_name(const Statement& statement);
/// Whether the statement is a list entry that stands beside the block instead of in it: `<schedulers><name>…`.
[[nodiscard]] bool stands_beside(const Statement& statement);
/// A new statement as XML lines without line ends.
[[nodiscard]] std::vector<std::string> render_elements(
    const Draft& draft, const Statement& statement, const std::string& indent, const std::string& step);
/// One value, flag, binding or list element as one line. `attributes` are those of the element, with a blank before.
[[nodiscard]] std::string render_leaf(
    const Statement& statement, std::string_view value, std::string_view attributes);
[[nodiscard]] std::string escaped(std::string_view text);

}
