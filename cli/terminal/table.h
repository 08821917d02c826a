// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::cli {

/// One column of a table.
struct Column {
    std::string_view title;
    bool number = false; ///< its cells are numbers: aligned to the right and never broken
};

/// One row of a table: as many cells as the table has columns.
using TableRow = std::vector<std::string>;

/// Lays out rows below their titles in lines of at most `width` columns, as far as the narrowest columns
/// permit. Where they would not fit, the widest columns become narrower and their cells continue on further
/// lines, so that nothing is left out. Characters that could control the terminal are escaped.
[[nodiscard]] std::string table(
    std::span<const Column> columns, const std::vector<TableRow>& rows, std::size_t width);

/// Breaks a sentence into lines of at most `width` columns; all but the first begin with `indent` blanks.
[[nodiscard]] std::string folded(std::string_view sentence, std::size_t width, std::size_t indent = 0);

}
