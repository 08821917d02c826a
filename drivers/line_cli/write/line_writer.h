// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar/grammar.h"
#include "models/text/edit.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// Returns a line's words without the word that negates it.
[[nodiscard]] Words plain_words(const Dialect& dialect, std::string_view line);
/// Returns a line as a flat platform writes it, with its header.
[[nodiscard]] std::string flat_line(const Dialect& dialect, std::string_view header, std::string_view line);

/// Stanza headers around a line, outermost first.
using Path = std::vector<std::string>;

/// Appends lines as they are typed: below their headers, leaving each block afterwards.
void append_block(
    std::string& text, const Dialect& dialect, const Path& path, const std::vector<std::string>& lines);

/// Collects edits of lines, each once no matter how many ports need it.
class LineWriter {
public:
    explicit LineWriter(const Grammar& grammar) : grammar_(&grammar) { }
    /// Begins a change, which lasts up to the next call.
    void begin();
    /// Undoes everything since begin().
    void roll_back();
    /// Replaces the text of a line. False if another edit makes it something else.
    [[nodiscard]] bool replace(const Tree& tree, const Node& line, std::string text);
    /// Removes a line with its line end. False if another edit makes it something else.
    [[nodiscard]] bool remove(const Tree& tree, const Node& line);
    /// Whether the line was removed.
    [[nodiscard]] bool is_removed(const Tree& tree, const Node& line) const;
    /// Removes a block inside a stanza whose lines were all removed, with the separator after it, else with
    /// the one before it.
    void remove_block(const Tree& tree, const Node& block);
    /// Inserts a line into a block: after the last line that begins with the same word, else after the lines
    /// before the first inner block. A `leading` line goes before the first line that begins with the same
    /// word.
    void insert_into(const Tree& tree, const Node& block, std::string_view line, bool leading = false);
    /// Inserts a block with this number and one line into a stanza, ordered by number among such blocks.
    void insert_block(const Tree& tree,
        const Node& stanza,
        std::string_view header,
        std::uint8_t number,
        std::string_view line)
    {
        insert_block(tree, stanza, header, number, std::vector<std::string>{std::string(line)});
    }
    /// The same with several lines.
    void insert_block(const Tree& tree,
        const Node& stanza,
        std::string_view header,
        std::uint8_t number,
        const std::vector<std::string>& own);
    /// Inserts a stanza with one line after another stanza. Further lines for the same header join it.
    void insert_stanza(const Tree& tree, const Node& after, std::string_view header, std::string_view line);
    /// Inserts a top-level line after another one.
    void insert_after(const Tree& tree, const Node& line, std::string_view text);
    /// Inserts a top-level line with a separator before another one.
    void insert_before(const Tree& tree, const Node& line, std::string_view text);
    /// Returns the number of the block that a line opens inside another block, or Fact::no_number for any
    /// other line.
    [[nodiscard]] std::uint8_t number_of_block(const Node& node) const;

    [[nodiscard]] std::vector<Edit> edits() const;

private:
    struct NewStanza {
        const Tree* tree = nullptr;
        std::uint32_t offset = 0;
        std::string header;
        std::vector<std::string> lines;
    };
    /// The sizes when a change began, and what has grown since.
    struct Begun {
        std::size_t edits = 0;
        std::size_t stanzas = 0;
        std::optional<std::vector<Edit>> all_edits; ///< a copy from before some were removed
        std::vector<std::size_t> longer_stanzas; ///< grown by one line, once per entry
    };
    [[nodiscard]] bool opens_block(const Node& node) const;
    /// Whether a line ends the block that it is in (Dialect::closing).
    [[nodiscard]] bool closes_block(const Node& node) const;
    /// Returns the last line in a block, or in the blocks inside it, after which lines may follow.
    [[nodiscard]] const Node& last_open(const Node& block) const;
    [[nodiscard]] std::string indentation_inside(const Tree& tree, const Node& block) const;
    [[nodiscard]] bool change_line(Edit edit);
    void insert(const Tree& tree, std::uint32_t offset, const std::vector<std::string>& lines);
    const Grammar* grammar_;
    std::vector<Edit> edits_;
    std::vector<NewStanza> stanzas_;
    Begun begun_;
};

}
