// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/document_keys.h"

/// The keys of an inventory that are read: what its reader looks at, and what docs/reference/inventory.md and its JSON Schema
/// are made of. Other variables are Ansible's and are passed over.
namespace rocelint::push::inventory_keys {

extern const KeyTable top;
extern const KeyTable group;
extern const KeyTable hosts;
extern const KeyTable children;
extern const KeyTable variables;

/// Whether a variable is read.
[[nodiscard]] bool is_read(std::string_view variable);

}
