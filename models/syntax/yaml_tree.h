// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

namespace rocelint {

/// Reads the YAML that devices write (libyaml). Mappings become objects, sequences arrays, every scalar a string:
/// `on` and `off` keep their spelling, as a network device means them. Several documents are not read past the first.
[[nodiscard]] Tree parse_yaml(const Source& source);

/// Reads YAML that people write, such as a policy or a topology, into the same kind of tree. `~`, `null` and nothing at all
/// are no value, and an alias of a mapping or list ends the reading with an error.
[[nodiscard]] Tree parse_yaml_document(const Source& source);

}
