// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

namespace rocelint::push {

/// Whether a file is an inventory in INI rather than YAML, judging by its first lines with content.
[[nodiscard]] bool is_ini_inventory(const Source& source);

/// Reads an inventory in Ansible's INI format (Ansible documentation, "How to build your inventory" and the
/// `ini` inventory plugin: `[group]`, `[group:vars]`, `[group:children]`, hosts with a port and with
/// variables in quotes) into the tree that the same inventory in YAML would have. Errors, such as a group
/// that contains itself, become problems of the tree at their places.
[[nodiscard]] Tree parse_ini_inventory(const Source& source);

}
