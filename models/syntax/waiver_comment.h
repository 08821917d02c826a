// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint {

/// What begins the text of a comment that this program reads itself: a waiver.
inline constexpr std::string_view waiver_mark = "rocelint:";

/// Takes waiver comments off the ends of lines, for readers of formats that have no comment behind a value: `mtu 9216 ! rocelint: …`
/// means what `mtu 9216` means. A comment of any other kind behind a value stays a part of the line.
class WaiverComments {
public:
    /// `text`: the whole file. `mark`: the character that begins a comment in it, `also` another one or 0.
    explicit WaiverComments(std::string_view text, char mark, char also = 0);
    /// The line without a waiver comment at its end and the blanks before it. Not where the comment stands alone, within double
    /// quotes, or in text that runs to the line's end: a description, a remark, a banner, a name.
    [[nodiscard]] std::string_view strip(std::string_view line) const
    {
        return present_ ? without_comment(line) : line;
    }

private:
    [[nodiscard]] std::string_view without_comment(std::string_view line) const;
    char mark_;
    char also_;
    bool present_; ///< whether the file has the word at all: most have not, and their lines are not searched
};

/// Where waiver_mark first stands in the text at or behind `from`, or npos.
[[nodiscard]] std::size_t find_waiver_mark(std::string_view text, std::size_t from);

}
