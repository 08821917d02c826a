// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint {

/// Marks a comment that this program reads: a waiver.
inline constexpr std::string_view waiver_mark = "rocelint:";

/// Removes waiver comments from line ends, for formats without comments after a value: `mtu 9216 ! rocelint:
/// …` means the same as `mtu 9216`. Any other comment after a value stays part of the line.
class WaiverComments {
public:
    /// `text`: the whole file. `mark`: its comment character; `also`: another one, or 0.
    explicit WaiverComments(std::string_view text, char mark, char also = 0);
    /// The line without a waiver comment at its end and the blanks before it. Unchanged if the comment is the
    /// whole line, is in double quotes, or is in text that runs to the end of the line: a description, a
    /// remark, a banner, a name.
    [[nodiscard]] std::string_view strip(std::string_view line) const
    {
        return present_ ? without_comment(line) : line;
    }

private:
    [[nodiscard]] std::string_view without_comment(std::string_view line) const;
    char mark_;
    char also_;
    /// whether the file contains the mark at all: most do not, so their lines are not searched
    bool present_;
};

/// Position of the first waiver_mark in the text, starting at `from`, or npos.
[[nodiscard]] std::size_t find_waiver_mark(std::string_view text, std::size_t from);

}
