// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

namespace rocelint {

/// Reads YAML that devices write (libyaml). Mappings become objects, sequences arrays, and all scalars
/// strings: `on` and `off` keep their spelling, as network devices mean them. Reads only the first of several
/// documents.
[[nodiscard]] Tree parse_yaml(const Source& source);

/// Reads user-written YAML, such as a policy or a topology, into the same kind of tree. `~`, `null` and
/// nothing at all are null values. An alias of a mapping or list stops the reading with an error.
[[nodiscard]] Tree parse_yaml_document(const Source& source);

}
