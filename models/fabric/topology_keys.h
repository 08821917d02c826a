// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/document_keys.h"

/// The keys of topology.yaml: what its reader accepts, and what docs/reference/topology.md and its JSON Schema are made of.
namespace rocelint::topology_keys {

extern const KeyTable top;
extern const KeyTable devices;
extern const KeyTable device;
extern const KeyTable link;

/// The words for roles, in every file that people write.
[[nodiscard]] std::span<const std::string_view> role_words();

}
