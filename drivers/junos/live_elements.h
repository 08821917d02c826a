// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

#include <string_view>
#include <vector>

namespace rocelint::junos {

/// The text without blanks around it.
[[nodiscard]] std::string_view unblanked(std::string_view text);
/// The name of an element without its prefix.
[[nodiscard]] std::string_view plain_name(std::string_view name);
/// Whether a node of a tree of XML is an attribute of the element that it is in.
[[nodiscard]] bool is_xml_attribute(const Node& node);
/// The first element of this name in `parent`, or null.
[[nodiscard]] const Node* inner(const Node& parent, std::string_view name);
/// The text of the first element of this name without blanks around it; empty where there is none.
[[nodiscard]] std::string_view inner_text(const Node& parent, std::string_view name);
/// The elements of this name anywhere below `top`, in document order.
[[nodiscard]] std::vector<const Node*> all_of_name(const Node& top, std::string_view name);
/// The first `<configuration>` of a whole document, or null.
[[nodiscard]] const Node* first_configuration(const Tree& tree);

}
