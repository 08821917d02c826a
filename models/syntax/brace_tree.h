// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

namespace rocelint {

/// How one platform writes statements with braces.
struct BraceGrammar {
    /// Whether a whole line before or after the text (a shell prompt, a command's own words) is not part of
    /// it. Called only outside all blocks, at the beginning of a line.
    bool (*is_foreign_line)(std::string_view line) = nullptr;
};

/// Reads statements that end in `;` or contain a block in `{ }`. Comments are `# …` to the end of the line
/// and `/* … */`, wherever a word may begin. Text in double quotes is one word, with backslash escapes.
///
/// The root's children are the outermost statements. A node's key is the statement as written, without its
/// end; its value span is the block with both braces, or the semicolon. Repeated statements stay separate.
[[nodiscard]] Tree parse_braces(const Source& source, const BraceGrammar& grammar);

}
