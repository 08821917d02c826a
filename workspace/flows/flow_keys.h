// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/document_keys.h"

/// The keys of a file of flows. Its reader accepts them, as keys of YAML and as columns of a table, and
/// docs/reference/flows.md and its JSON Schema are generated from them.
namespace rocelint::workspace::flow_keys {

extern const KeyTable top;
extern const KeyTable flow;

}
