// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/table/document.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace rocelint {

/// A piece of text that a document quotes: a fenced block of Markdown, a code block of reStructuredText,
/// AsciiDoc or HTML, or a heredoc of a program.
struct QuotedBlock {
    std::string_view text; ///< a view into the document
    /// Line of the document where the text begins, from 1.
    std::uint32_t line = 0;
};

/// The quoted blocks of a document, in order.
[[nodiscard]] std::vector<QuotedBlock> quoted_blocks(std::string_view path, std::string_view text);

/// Returns the fence characters (``` or ~~~, at least three) of a line that holds only a fence and at most a
/// language after it; empty for any other line.
[[nodiscard]] std::string_view fence_of(std::string_view line);

}
