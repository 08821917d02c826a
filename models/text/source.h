// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"
#include "models/text/span.h"

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// The text of one input file. Owns the bytes that all trees, Spans and model values point into.
///
/// The bytes are read, not mapped (so a shrinking file cannot crash the program), are UTF-8 without a byte
/// order mark, and are followed by `padding` zero bytes so that a vectorized parser may read past the end. A
/// Source never moves.
class Source {
public:
    static constexpr std::size_t padding = 64;
    /// Larger files are refused with a message.
    static constexpr std::size_t max_size = std::size_t{256} << 20;

    Source(SourceId id, std::string path, std::string_view text);
    /// The same text and path under another id.
    Source(SourceId id, const Source& other);

    /// Reads a regular file. Fails if the file cannot be opened, is not a regular file, or is larger than
    /// `max_size`. Converts UTF-16 and UTF-8 with a byte order mark, which `conversion()` reports.
    [[nodiscard]] static Result<std::unique_ptr<Source>> read(SourceId id, std::string path);

    /// The same for a path from the command line: the error of a missing one proposes the file beside it with the
    /// nearest name. Not for a path that a file names, since that would show what else lies on the machine.
    [[nodiscard]] static Result<std::unique_ptr<Source>> read_named(SourceId id, const std::string& path);

    /// Reads all of standard input, under the name `path`.
    [[nodiscard]] static Result<std::unique_ptr<Source>> read_descriptor(
        SourceId id, std::string path, int descriptor);

    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;

    [[nodiscard]] SourceId id() const { return id_; }
    /// As given on the command line.
    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] std::string_view text() const { return {bytes_.get(), size_}; }
    [[nodiscard]] const char* data() const { return bytes_.get(); }
    [[nodiscard]] std::size_t size() const { return size_; }
    /// Empty, or how the bytes were converted ("UTF-16LE to UTF-8").
    [[nodiscard]] const std::string& conversion() const { return conversion_; }

    /// The Span of `part`, which must lie inside text().
    [[nodiscard]] Span span_of(std::string_view part) const;
    [[nodiscard]] std::string_view text_at(Span span) const;
    [[nodiscard]] Span whole() const { return {id_, 0, static_cast<std::uint32_t>(size_)}; }
    /// The last component of the path ("leaf1.cfg").
    [[nodiscard]] std::string_view file_name() const;

private:
    Source(SourceId id, std::string path, std::unique_ptr<char[]> bytes, std::size_t size);
    void convert_encoding();
    /// Windows PowerShell appends UTF-16 to a file (`>>`) whatever the file held before.
    void convert_appended_utf16();

    SourceId id_;
    std::string path_;
    std::unique_ptr<char[]> bytes_;
    std::size_t size_ = 0;
    std::string conversion_;
};

/// Line and column of an offset, both from 1; columns count code points.
struct Position {
    std::uint32_t line = 1;
    std::uint32_t column = 1;
    friend bool operator==(const Position&, const Position&) = default;
};

/// Finds the Position of offsets in one text. Built only when a finding needs it, not for every file.
class LineTable {
public:
    explicit LineTable(std::string_view text);
    [[nodiscard]] Position position(std::uint32_t offset) const;
    [[nodiscard]] std::uint32_t line_count() const { return static_cast<std::uint32_t>(starts_.size()); }
    /// The text of line `line` (from 1) without its line end.
    [[nodiscard]] std::string_view line(std::uint32_t line) const;
    [[nodiscard]] std::uint32_t start(std::uint32_t line) const { return starts_[line - 1]; }

private:
    std::string_view text_;
    std::vector<std::uint32_t> starts_;
};

/// Number of lines: one per line feed, plus one if text follows the last.
[[nodiscard]] std::uint32_t count_lines(std::string_view text);

/// Every Source of a run, by id. Ids are assigned before reading starts, so that the order does not depend on
/// threads.
class SourceSet {
public:
    SourceSet() = default;
    explicit SourceSet(std::size_t count) { sources_.resize(count); }
    void put(std::shared_ptr<const Source> source);
    [[nodiscard]] SourceId next_id() const { return static_cast<SourceId>(sources_.size()); }
    /// Null for an id whose file could not be read.
    [[nodiscard]] const Source* find(SourceId id) const
    {
        return id < sources_.size() ? sources_[id].get() : nullptr;
    }
    /// The same, for a set that will contain it too.
    [[nodiscard]] std::shared_ptr<const Source> share(SourceId id) const
    {
        return id < sources_.size() ? sources_[id] : nullptr;
    }
    [[nodiscard]] std::string_view text_at(Span span) const;
    [[nodiscard]] std::string_view path_of(Span span) const;
    [[nodiscard]] std::size_t size() const { return sources_.size(); }

private:
    std::vector<std::shared_ptr<const Source>> sources_;
};

}
