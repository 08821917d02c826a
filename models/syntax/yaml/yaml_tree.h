// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

#include <cstdint>

namespace rocelint {

/// Who wrote a YAML text, which decides what its plain words mean.
enum class YamlAuthor : std::uint8_t {
    person, ///< `~`, `null` and an omitted value are null; an alias of a mapping or list is a mistake
    machine, ///< all scalars are strings: `on` and `off` keep their spelling, as network devices mean them
};

/// Reads YAML: mappings become objects, sequences arrays. Reads only the first of several documents. Problems
/// have line and column, and say what was expected.
[[nodiscard]] Tree parse_yaml(const Source& source, YamlAuthor author);

/// Reads all documents of a machine's YAML: the root is an array of them. A mistake ends only its document; a
/// node of the kind `lines` stands for the rest of it. The values that a template has yet to fill in, {{ … }}, are
/// read as underscores.
[[nodiscard]] Tree parse_yaml_documents(const Source& source);

}
