// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/srlinux/grammar.h"
#include "models/text/edit.h"

#include <vector>

namespace rocelint::srlinux {

/// Writes a draft as edits of one file of blocks. Only what the draft amends is changed; new outermost blocks go to the file
/// for which `takes_new` is set.
void write_blocks(const Draft& draft, const Tree& tree, bool takes_new, std::vector<Edit>& edits);

}
