// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar/grammar.h"
#include "models/syntax/indent_tree.h"

namespace rocelint::line_cli {

/// Reads indented text as parse_indented() does, and repairs text that has lost its indentation, as often
/// happens when it is pasted from a chat or a web page. A device ignores indentation: a mode stays open until
/// a line comes that it does not accept. So lines at the left margin that, by the rows of the grammar, can
/// only belong to the block before them are put into that block, with a warning at the first of them. All
/// other text is read by its indentation alone. `inner_header` begins a block inside a block that has no row
/// in the grammar: "class ", of policy maps.
[[nodiscard]] Tree parse_blocks(const Source& source,
    const IndentGrammar& indentation,
    const Grammar& grammar,
    Scopes top,
    std::string_view inner_header = {});

}
