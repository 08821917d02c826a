// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/source.h"

#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// One replacement of bytes. A length of zero inserts before `at.offset`; an empty text deletes.
struct Edit {
    Span at;
    std::string text;
};

/// The text after all edits of this source. Edits may come in any order; of several insertions at one place the order
/// is kept. Fails (kind `invalid`) where two edits overlap, since then neither can be trusted.
[[nodiscard]] Result<std::string> apply_edits(const Source& source, std::vector<Edit> edits);

/// The path as the header of a diff names it: as it is, or, where a line feed, a control character, a quote, a backslash or a
/// byte beyond ASCII stands in it, in double quotes with the escapes of C, as git writes it and patch(1) reads it.
[[nodiscard]] std::string diff_name(std::string_view path);

/// The difference of two texts as `git diff` prints it, below `a/` and `b/`, so that `git apply` and `patch -p1` take it: hunks with three lines of context, `\ No newline at end of
/// file` where it applies, line ends as they are. Empty for equal texts. `edits` made `after` out of `before`: they
/// say where to look, so that no line is compared twice. A line with a secret is no context: hunks end before it. In a
/// line that changes and keeps it, it is redacted, and such a hunk is for people only.
[[nodiscard]] std::string unified_diff(
    std::string_view path, std::string_view before, std::string_view after, const std::vector<Edit>& edits);

/// The same of a file that was not there: against /dev/null.
[[nodiscard]] std::string new_file_diff(std::string_view path, std::string_view text);

}
