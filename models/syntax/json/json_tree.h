// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

namespace rocelint {

class TreeBuilder;

/// Reads one JSON document (RFC 8259). After an error, the tree holds everything before the error, the rest
/// is unread, and `problems` points to the place. If an object has equal keys, keeps the last one and reports
/// the others.
[[nodiscard]] Tree parse_json(const Source& source);

/// Reads one JSON document within other text: `part` of the builder's source becomes a child of the open
/// node, with its offsets and lines in the file.
void parse_json_part(TreeBuilder& builder, std::string_view part);

}
