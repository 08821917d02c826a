// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar.h"
#include "models/text/edit.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// A line's words without what negates it.
[[nodiscard]] Words plain_words(const Dialect& dialect, std::string_view line);
/// A line as it stands on a flat platform behind its header.
[[nodiscard]] std::string flat_line(const Dialect& dialect, std::string_view header, std::string_view line);

/// Stanza headers around a line, outermost first.
using Path = std::vector<std::string>;

/// Lines below their headers as they are typed, each block left again.
void append_block(
    std::string& text, const Dialect& dialect, const Path& path, const std::vector<std::string>& lines);

/// Collects edits of lines, each once however many ports ask for it, and the commands that do the same.
class LineWriter {
public:
    explicit LineWriter(const Grammar& grammar) : grammar_(&grammar) { }
    /// What follows belongs to one change, up to the next call.
    void begin();
    /// Takes back everything since begin().
    void roll_back();
    /// Puts other text in a line's place. False where it is to be something else already.
    [[nodiscard]] bool replace(const Tree& tree, const Node& line, std::string text);
    /// Takes a line away with its line end. False where it is to be something else already.
    [[nodiscard]] bool remove(const Tree& tree, const Node& line);
    /// Whether the line was taken away.
    [[nodiscard]] bool is_removed(const Tree& tree, const Node& line) const;
    /// Takes a block inside a stanza away, all of whose lines were, with the separator behind it, or in front of it where
    /// none follows.
    void remove_block(const Tree& tree, const Node& block);
    /// A line into a block: after the last line that begins with the same word, else after the lines that stand before the
    /// blocks inside it. `leading` ones go in front of the first that begins with the same word.
    void insert_into(const Tree& tree, const Node& block, std::string_view line, bool leading = false);
    /// A block of this number with one line into a stanza, in the order of the numbers of such blocks.
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
    /// A stanza for one line behind another stanza. More lines for the same header join it.
    void insert_stanza(const Tree& tree, const Node& after, std::string_view header, std::string_view line);
    /// A top-level line behind another one.
    void insert_after(const Tree& tree, const Node& line, std::string_view text);
    /// A top-level line with a separator in front of another one.
    void insert_before(const Tree& tree, const Node& line, std::string_view text);
    /// What the device is told. On a flat platform the header and the line are one.
    void command(const Path& path, std::string line);

    /// The number of the block that a line opens inside another block, or Fact::no_number for any other line.
    [[nodiscard]] std::uint8_t number_of_block(const Node& node) const;

    [[nodiscard]] std::vector<Edit> edits() const;
    [[nodiscard]] std::string commands() const;

private:
    struct NewStanza {
        const Tree* tree = nullptr;
        std::uint32_t offset = 0;
        std::string header;
        std::vector<std::string> lines;
    };
    struct Section {
        Path path;
        std::vector<std::string> lines;
    };
    /// What there was when a change was begun, and what became longer since.
    struct Begun {
        std::size_t edits = 0;
        std::size_t stanzas = 0;
        std::size_t sections = 0;
        std::optional<std::vector<Edit>> all_edits; ///< from before some of them were taken out
        std::vector<std::size_t> longer_stanzas; ///< by one line for each mention
        std::vector<std::size_t> longer_sections;
    };
    [[nodiscard]] bool opens_block(const Node& node) const;
    [[nodiscard]] std::string indentation_inside(const Tree& tree, const Node& block) const;
    [[nodiscard]] bool change_line(Edit edit);
    void insert(const Tree& tree, std::uint32_t offset, const std::vector<std::string>& lines);
    const Grammar* grammar_;
    std::vector<Edit> edits_;
    std::vector<NewStanza> stanzas_;
    std::vector<Section> sections_;
    Begun begun_;
};

}
