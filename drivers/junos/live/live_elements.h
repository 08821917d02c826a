// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

#include <string_view>
#include <vector>

namespace rocelint::junos {

/// Returns the text without leading and trailing white space.
[[nodiscard]] std::string_view unblanked(std::string_view text);
/// Returns the name of an element without its prefix.
[[nodiscard]] std::string_view plain_name(std::string_view name);
/// Whether a node of an XML tree is an attribute of its parent element.
[[nodiscard]] bool is_xml_attribute(const Node& node);
/// Returns the first element with this name in `parent`, or null.
[[nodiscard]] const Node* inner(const Node& parent, std::string_view name);
/// Returns the text of the first element with this name without surrounding white space; empty if there is
/// none.
[[nodiscard]] std::string_view inner_text(const Node& parent, std::string_view name);
/// Returns the elements with this name anywhere below `top`, in document order.
[[nodiscard]] std::vector<const Node*> all_of_name(const Node& top, std::string_view name);
/// Returns the first `<configuration>` of a whole document, or null.
[[nodiscard]] const Node* first_configuration(const Tree& tree);

}
