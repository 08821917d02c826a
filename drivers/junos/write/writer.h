// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/hierarchy/changes.h"
#include "drivers/junos/write/draft.h"

#include <vector>

namespace rocelint::junos {

using hierarchy::BlockChanges;
using hierarchy::changes_of;
using hierarchy::end_of_line;
using hierarchy::indentation_at;
using hierarchy::inside_of;
using hierarchy::leaves_of;
using hierarchy::line_end_of;
using hierarchy::Piece;
using hierarchy::start_of_line;
using hierarchy::visit_standing_blocks;
using hierarchy::with_whole_lines;
using hierarchy::write_lines;

// Write a draft as edits of one file, in the file's own notation. Only what the draft amends is changed. A
// draft amends a file's own statements; new outermost blocks go to the file for which `takes_new` is set.

void write_braces(const Draft& draft, const Tree& tree, bool takes_new, std::vector<Edit>& edits);
void write_elements(const Draft& draft, const Tree& tree, bool takes_new, std::vector<Edit>& edits);

}
