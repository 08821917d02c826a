// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

namespace rocelint {

/// How one platform writes indented text.
struct IndentGrammar {
    /// Lines whose first non-blank character is this are comments.
    char comment = '!';
    /// For a line that begins free text (a banner, a certificate): the line that ends it, or empty for other lines.
    /// The text between them belongs to that line's node and is not parsed.
    std::string_view (*text_terminator)(std::string_view line) = nullptr;
    /// Every line stands alone, however it is indented.
    bool flat = false;
};

/// Reads text in which a line's block is what is indented deeper than the line. The root's children are the lines at
/// the outermost indentation; blank lines and comments are no nodes. A tab counts as one column, as the devices do.
[[nodiscard]] Tree parse_indented(const Source& source, const IndentGrammar& grammar);

/// Cuts a line into words at blanks. Text between double quotes is one word, quotes included.
class Words {
public:
    explicit Words(std::string_view line) : rest_(line) { skip_blanks(); }
    /// The next word, or empty at the end.
    std::string_view next();
    [[nodiscard]] std::string_view peek() const;
    [[nodiscard]] bool at_end() const { return rest_.empty(); }
    /// Everything not yet taken.
    [[nodiscard]] std::string_view rest() const { return rest_; }
    /// Takes the next word if it is `word`.
    bool take(std::string_view word);

private:
    void skip_blanks();
    [[nodiscard]] std::size_t word_length() const;
    std::string_view rest_;
};

}
