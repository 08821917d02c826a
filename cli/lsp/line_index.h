// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/span.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rocelint::cli {

/// The unit in which the client counts within a line (Language Server Protocol 3.17, PositionEncodingKind).
enum class Encoding : std::uint8_t { utf8, utf16, utf32 };
[[nodiscard]] std::string_view name_of(Encoding encoding);

/// A position of the protocol: line and character, counted from 0.
struct LspPosition {
    std::uint32_t line = 0;
    std::uint32_t character = 0;
    friend auto operator<=>(const LspPosition&, const LspPosition&) = default;
};
struct LspRange {
    LspPosition start;
    LspPosition end;
    friend bool operator==(const LspRange&, const LspRange&) = default;
};

/// The line starts of a text. Lines end with "\n", "\r\n" or "\r", as in the protocol. The text must outlive
/// it.
class LineIndex {
public:
    explicit LineIndex(std::string_view text);

    /// Updates the index after an edit that replaced the bytes from `begin` to `end` by `length` bytes;
    /// `text` is the result. Only the lines around the edit are scanned, so that an editor may change a
    /// thousand places at once.
    void follow(std::string_view text, std::size_t begin, std::size_t end, std::size_t length);

    /// The offset of a position: a position after the end of a line gives the end of that line, one after the
    /// last line the end of the text.
    [[nodiscard]] std::size_t offset(LspPosition position, Encoding encoding) const;
    [[nodiscard]] LspPosition position(std::size_t offset, Encoding encoding) const;
    [[nodiscard]] LspRange range(std::size_t begin, std::size_t end, Encoding encoding) const
    {
        return {position(begin, encoding), position(end, encoding)};
    }
    [[nodiscard]] std::uint32_t line_of(std::size_t offset) const;
    [[nodiscard]] std::size_t line_begin(std::uint32_t line) const { return starts_[line]; }
    /// The offset of the line's end, before its line terminator.
    [[nodiscard]] std::size_t line_end(std::uint32_t line) const;
    [[nodiscard]] std::uint32_t line_count() const { return static_cast<std::uint32_t>(starts_.size()); }

private:
    /// Appends the line starts in a part of the text, except for its first line.
    void find_starts(std::size_t begin, std::size_t end, std::vector<std::size_t>& starts) const;

    std::string_view text_;
    std::vector<std::size_t> starts_; ///< at least one
};

}
