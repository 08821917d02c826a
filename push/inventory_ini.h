// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

namespace rocelint::push {

/// Whether a file is an inventory in INI rather than YAML: by what its first line with content looks like.
[[nodiscard]] bool is_ini_inventory(const Source& source);

/// Reads an inventory in Ansible's INI format (Ansible documentation, "How to build your inventory" and the `ini` inventory plugin:
/// `[group]`, `[group:vars]`, `[group:children]`, hosts with a port and with variables in quotes) into the tree that the same
/// inventory in YAML has. What is wrong, such as a group that contains itself, is a problem of the tree at its place.
[[nodiscard]] Tree parse_ini_inventory(const Source& source);

}
