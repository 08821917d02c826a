// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar.h"
#include "models/syntax/indent_tree.h"

namespace rocelint::line_cli {

/// Reads indented text as parse_indented() does. Text that was pasted out of a chat or a web page has often lost its
/// indentation, and a device does not go by it: a mode stays open until a line comes that the mode does not have. So where
/// lines stand at the left margin that only the block in front of them can hold, they are put into that block by the rows
/// of the grammar, and a warning at the first of them says so. Every other text is read by its indentation alone.
/// `inner_header` begins a block inside of one that no row of the grammar is about: "class ", of policy maps.
[[nodiscard]] Tree parse_blocks(const Source& source,
    const IndentGrammar& indentation,
    const Grammar& grammar,
    Scopes top,
    std::string_view inner_header = {});

}
