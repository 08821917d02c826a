// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/table/document.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace rocelint {

/// One piece of text that a document quotes: a fenced block of Markdown, a code block of reStructuredText, AsciiDoc or
/// HTML, a heredoc of a program.
struct QuotedBlock {
    std::string_view text; ///< views into the document
    std::uint32_t line = 0; ///< of the document where the text begins, from 1
};

/// What a document quotes, in its order.
[[nodiscard]] std::vector<QuotedBlock> quoted_blocks(std::string_view path, std::string_view text);

/// The characters of a fence (``` or ~~~, three at least) that a line consists of, with at most a language behind them;
/// empty for any other line.
[[nodiscard]] std::string_view fence_of(std::string_view line);

}
