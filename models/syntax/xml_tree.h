// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

namespace rocelint {

/// Reads one XML document. An element becomes a string node when it has only text, else an object whose children are
/// its attributes (string nodes with `@` before the name) and its elements; its own text is its value. Repeated
/// elements stay apart. Comments, processing instructions and namespace declarations are no nodes.
///
/// `document` says where the document begins: what stands before it in the file (a prompt) is not looked at. On an
/// error, nothing of the document is in the tree, and `problems` points at the place.
[[nodiscard]] Tree parse_xml(const Source& source, std::size_t document = 0);

}
