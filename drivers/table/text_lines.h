// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/ascii.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rocelint {

/// One line of a text that no driver has parsed.
struct TextLine {
    std::string_view text; ///< without the blanks around it
    std::size_t begin = 0; ///< offset of the line in the text
    std::size_t next = 0; ///< offset of the next line
    std::size_t blanks = 0; ///< leading blanks
};

/// Goes through a text line by line.
class TextLines {
public:
    explicit TextLines(std::string_view text) : text_(text) { }
    [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
    /// The number of the line that next() returned last, from 1.
    [[nodiscard]] std::uint32_t number() const { return number_; }
    [[nodiscard]] TextLine next()
    {
        const std::size_t feed = text_.find('\n', at_);
        const std::size_t end = std::min(feed, text_.size());
        TextLine line{
            text_.substr(at_, end - at_), at_, feed == std::string_view::npos ? text_.size() : feed + 1, 0};
        while (line.blanks < line.text.size() && ascii::is_blank(line.text[line.blanks]))
            ++line.blanks;
        line.text.remove_prefix(line.blanks);
        while (!line.text.empty() && (ascii::is_blank(line.text.back()) || line.text.back() == '\r'))
            line.text.remove_suffix(1);
        at_ = line.next;
        ++number_;
        return line;
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
    std::uint32_t number_ = 0;
};

/// Whether a line is an English sentence: a capital letter, then words that are mostly of small letters only,
/// separated by single blanks. Commands begin with a small letter; outputs have columns, colons and numbers.
[[nodiscard]] bool is_sentence(std::string_view line);

}
