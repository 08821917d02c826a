// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/document_keys.h"

/// The inventory keys that are read. The reader, docs/reference/inventory.md and its JSON Schema all use
/// these tables. Other variables are Ansible's and are ignored.
namespace rocelint::push::inventory_keys {

extern const KeyTable top;
extern const KeyTable group;
extern const KeyTable hosts;
extern const KeyTable children;
extern const KeyTable variables;

/// Whether a variable is read.
[[nodiscard]] bool is_read(std::string_view variable);

}
