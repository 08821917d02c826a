// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"
#include "models/text/ascii.h"

#include <cstdint>
#include <cstring>
#include <span>

namespace rocelint {

/// A line whose column in the tree differs from its column in the text.
struct MovedLine {
    std::uint32_t offset = 0; ///< of its first non-blank character
    std::uint32_t column = 0; ///< column where the line belongs, from 0
};

/// How one platform writes indented text.
struct IndentGrammar {
    /// Lines that start with this character, ignoring blanks, are comments.
    char comment = '!';
    /// Another comment character that users use in files, but that starts no line of the platform; 0 for
    /// none.
    char also_comment = 0;
    /// Whether the comment character alone at the left margin ends every open block, so that the lines after it are
    /// at the outermost level whatever their indentation: Comware prints lines of the whole system with a blank in
    /// front of them.
    bool comment_ends_blocks = false;
    /// A line that a pager leaves in a transcript, which is not part of the text; empty if there is none.
    std::string_view pager_mark;
    /// For a line that begins free text (a banner, a certificate), returns the line that ends the text; empty
    /// for other lines. The text between them belongs to that line's node and is not parsed.
    std::string_view (*text_terminator)(std::string_view line) = nullptr;
    /// The text ends with the line that contains the terminator, even if it contains more.
    bool terminator_in_line = false;
    /// Every line is independent, whatever its indentation.
    bool flat = false;
    /// Whether a line never opens a block, so that deeper indented lines after it belong to the block that
    /// the line is in. For devices that ignore indentation; null: every line may open a block.
    bool (*stands_alone)(std::string_view line) = nullptr;
    /// Lines that lost their indentation, in order.
    std::span<const MovedLine> moved{};
};

/// Reads text in which a line's block consists of the deeper indented lines after it. The root's children are
/// the lines at the outermost indentation; blank lines and comments are not nodes. A tab counts as one
/// column, as on the devices. A waiver comment at the end of a line is not part of the line (WaiverComments).
[[nodiscard]] Tree parse_indented(const Source& source, const IndentGrammar& grammar);

/// Whether two texts of the same length are equal. Words are short, so a call of memcmp would cost more than
/// the comparison.
[[nodiscard]] inline bool same_text(const char* a, const char* b, std::size_t size)
{
    const auto word = [](const char* from) {
        std::uint64_t value = 0;
        std::memcpy(&value, from, sizeof(value));
        return value;
    };
    constexpr std::size_t step = sizeof(std::uint64_t);
    if (size < step) {
        for (std::size_t at = 0; at < size; ++at) {
            if (a[at] != b[at])
                return false;
        }
        return true;
    }
    for (std::size_t at = 0; at + step < size; at += step) {
        if (word(a + at) != word(b + at))
            return false;
    }
    return word(a + size - step) == word(b + size - step);
}

/// Splits a line into words at blanks. Text in double quotes is one word, including the quotes. Functions
/// that run for every line are inline.
class Words {
public:
    explicit Words(std::string_view line) : rest_(line) { skip_blanks(); }
    /// The next word, or empty at the end.
    std::string_view next()
    {
        const std::string_view word = peek();
        rest_.remove_prefix(word.size());
        skip_blanks();
        return word;
    }
    [[nodiscard]] std::string_view peek() const { return rest_.substr(0, word_length()); }
    [[nodiscard]] bool at_end() const { return rest_.empty(); }
    /// Everything not yet taken.
    [[nodiscard]] std::string_view rest() const { return rest_; }
    /// Takes the next word if it is `word`.
    bool take(std::string_view word)
    {
        const std::size_t size = word.size();
        // The first character or the length excludes most words.
        if (size == 0 || size > rest_.size() || rest_.front() != word.front() || rest_.front() == '"')
            return take_other(word);
        if ((rest_.size() > size && !ascii::is_blank(rest_[size]))
            || !same_text(rest_.data(), word.data(), size))
            return false;
        rest_.remove_prefix(size);
        skip_blanks();
        return true;
    }

private:
    void skip_blanks()
    {
        std::size_t blanks = 0;
        while (blanks < rest_.size() && ascii::is_blank(rest_[blanks]))
            ++blanks;
        rest_.remove_prefix(blanks);
    }
    [[nodiscard]] std::size_t word_length() const
    {
        if (!rest_.empty() && rest_.front() == '"')
            return quoted_length();
        std::size_t length = 0;
        while (length < rest_.size() && !ascii::is_blank(rest_[length]))
            ++length;
        return length;
    }
    [[nodiscard]] std::size_t quoted_length() const;
    // Handles empty and quoted words, and a word that does not match.
    bool take_other(std::string_view word)
    {
        const bool same = (word.empty() || word.front() == '"') && peek() == word;
        if (same)
            next();
        return same;
    }
    std::string_view rest_;
};

}
