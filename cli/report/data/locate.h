// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/source.h"

#include <memory>
#include <string_view>
#include <vector>

namespace rocelint::cli {

/// The begin and end of a Span as reports print it. Lines and columns count from 1; the end column is the
/// first one after the span.
struct Place {
    const Source* source = nullptr;
    Position begin;
    Position end;
    std::uint32_t line_start = 0; ///< offset of the first byte of `begin.line`
};

/// The unit of a column.
enum class ColumnUnit : std::uint8_t { code_point, utf16 };

/// Finds the lines and columns of spans. Scans each Source once, and stays fast on a line of 100 MB.
class Places {
public:
    explicit Places(const SourceSet& sources) : sources_(sources), tables_(sources.size()) { }

    /// Returns a Place without a source for a span that points nowhere.
    [[nodiscard]] Place find(Span span, ColumnUnit unit = ColumnUnit::code_point);
    [[nodiscard]] const SourceSet& sources() const { return sources_; }

private:
    // The number of characters before every 4096th byte, so that finding a column takes at most 4096 steps.
    struct Table {
        explicit Table(std::string_view text) : lines(text) { }
        LineTable lines;
        std::vector<std::uint32_t> code_points;
        std::vector<std::uint32_t> units;
    };
    Table& table(const Source& source);
    Position position(const Source& source, std::uint32_t offset, ColumnUnit unit);
    static std::uint32_t column(
        Table& table, std::string_view text, std::uint32_t from, std::uint32_t to, ColumnUnit unit);

    const SourceSet& sources_;
    std::vector<std::unique_ptr<Table>> tables_;
};

}
