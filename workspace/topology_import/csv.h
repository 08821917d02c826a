// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::workspace {

/// One row of a table, and its place in the file.
struct CsvRow {
    std::vector<std::string> cells; ///< without quotes and surrounding blanks
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
};

/// A text of separated values (RFC 4180). Empty lines and lines that begin with '#' are not rows.
struct CsvTable {
    std::vector<CsvRow> rows; ///< the first is the header
    std::optional<std::uint32_t> open_quote; ///< offset of a quote that nothing closes; the rest is not read
};

/// The separator of a header line: a comma, a semicolon or a tab, the one that occurs most. Zero without any.
[[nodiscard]] char csv_separator(std::string_view header);
[[nodiscard]] CsvTable read_csv(std::string_view text, char separator);

}
