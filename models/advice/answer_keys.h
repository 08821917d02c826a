// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/document_keys.h"

/// The keys of a file of answers. Its reader accepts them, and docs/reference/advise-answers.md and its JSON
/// Schema are generated from them.
namespace rocelint::advice::answer_keys {

extern const KeyTable top;
extern const KeyTable findings;

}
