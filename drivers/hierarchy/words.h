// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/hierarchy/statement.h"

#include <string_view>

namespace rocelint::hierarchy {

/// Splits a statement into words at blanks. A word in double quotes may contain blanks.
class StatementWords {
public:
    /// `text` is at `offset` in the file.
    StatementWords(std::string_view text, std::uint32_t offset, Arena& arena)
        : text_(text), offset_(offset), arena_(&arena)
    {
    }

    /// Returns the next word, or an empty one at the end.
    Word next();
    [[nodiscard]] Word peek() const
    {
        StatementWords copy = *this;
        return copy.next();
    }
    /// Returns how many bytes were consumed.
    [[nodiscard]] std::size_t used() const { return at_; }

private:
    [[nodiscard]] Word quoted();
    std::string_view text_;
    std::uint32_t offset_;
    std::size_t at_ = 0;
    Arena* arena_;
};

/// The word without the sign of the outermost level (Language::top), which may stand before it without a blank: `/interface`.
/// Empty if the word is only that sign.
[[nodiscard]] Word below_top(const Language& language, Word word);

}
