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

/// The text after all edits of this source. Edits may be in any order; insertions at the same place keep
/// theirs. Fails (kind `invalid`) if two edits overlap, because then neither can be trusted.
[[nodiscard]] Result<std::string> apply_edits(const Source& source, std::vector<Edit> edits);

/// The path for the header of a diff. Unchanged, unless it contains a line feed, a control character, a
/// quote, a backslash or a non-ASCII byte: then in double quotes with C escapes, as git writes it and
/// patch(1) reads it.
[[nodiscard]] std::string diff_name(std::string_view path);

/// The difference of two texts in the format of `git diff`, with the prefixes `a/` and `b/`, so that `git
/// apply` and `patch -p1` accept it: hunks with three lines of context, `\ No newline at end of file` where
/// it applies, unchanged line ends. Empty for equal texts. `edits` are those that turned `before` into
/// `after`: they show where to look, so that no line is compared twice. A line with a secret is not used as
/// context: hunks end before it. In a changed line that keeps its secret, the secret is redacted, and such a
/// hunk is only for reading.
[[nodiscard]] std::string unified_diff(
    std::string_view path, std::string_view before, std::string_view after, const std::vector<Edit>& edits);

/// The same for a new file: compared with /dev/null.
[[nodiscard]] std::string new_file_diff(std::string_view path, std::string_view text);

}
