// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

namespace rocelint {

class TreeBuilder;

/// Reads one JSON document (RFC 8259). On an error, what stands before it is in the tree, the rest is unread and
/// `problems` points at the place. Of equal keys in one object the last is kept and the others are reported.
[[nodiscard]] Tree parse_json(const Source& source);

/// Reads one JSON document that stands among other text: `part` of the builder's source becomes a child of its open
/// node, with the offsets and lines that it has in the file.
void parse_json_part(TreeBuilder& builder, std::string_view part);

}
