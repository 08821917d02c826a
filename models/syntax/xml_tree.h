// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

namespace rocelint {

/// Reads one XML document. An element with only text becomes a string node. Other elements become objects
/// whose children are their attributes (string nodes with `@` before the name) and elements, and whose value
/// is their own text. Repeated elements stay separate. Comments, processing instructions and namespace
/// declarations are not nodes.
///
/// `document` is the offset where the document begins; text before it (a prompt) is ignored. After an error,
/// the tree has no part of the document, and `problems` points to the place.
[[nodiscard]] Tree parse_xml(const Source& source, std::size_t document = 0);

}
