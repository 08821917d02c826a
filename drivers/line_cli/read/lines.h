// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar/grammar.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// One top-level line and the lines in its block. On a flat platform, a header and the line that follows it.
struct Stanza {
    const Tree* tree = nullptr;
    std::uint32_t first = 0; ///< index in Lines::facts of the line's own fact
    std::uint32_t end = 0;
};

/// The facts that the lines of one device state, in order.
struct Lines {
    std::vector<Fact> facts;
    std::vector<Stanza> stanzas; ///< of the top-level lines that a row has read
    std::vector<const Node*> unmatched; ///< top-level lines that match no row and no aside

    [[nodiscard]] const Fact& header(const Stanza& stanza) const { return facts[stanza.first]; }
    /// On a flat platform: whether some lines are nevertheless in blocks, below a header of their own.
    [[nodiscard]] bool has_blocks() const;
    /// Returns the facts in the stanza's block, including those in inner blocks.
    [[nodiscard]] std::span<const Fact> inside(const Stanza& stanza) const
    {
        return std::span(facts).subspan(stanza.first + 1, stanza.end - stanza.first - 1);
    }
};

/// Reads the lines of one device by their rows; the top-level lines are in scope `top`. Blocks are followed
/// if the row of their header opens them. If `problems` is given, the nodes are marked and values out of
/// range are reported there.
[[nodiscard]] Lines read_lines(const Grammar& grammar,
    Scopes top,
    std::span<const Tree> trees,
    std::vector<SyntaxProblem>* problems = nullptr);

/// Marks a line. If its block is not followed, everything inside gets the same state.
void mark_line(const Node& node, CoverageState state);

/// Determines which facts apply where: for each port or profile, the last fact of each kind and number. A
/// `clear` cancels what was stated; a list applies to each of its members; in a line with only optional
/// values, each value counts separately.
class FactTable {
public:
    explicit FactTable(const Grammar& grammar, const Lines& lines) : grammar_(grammar), lines_(lines) { }

    /// Adds an empty place and returns its index.
    std::uint32_t add_place();
    void reserve(std::size_t places) { said_.reserve(places * grammar_.place_count()); }
    void put(std::uint32_t place, const Fact& fact);
    /// Returns the last fact of this kind, or null. `number` is the queue, class or priority; for a kind by
    /// values, the slot.
    [[nodiscard]] const Fact* find(
        std::uint32_t place, std::uint8_t kind, std::uint8_t number = Fact::no_number) const
    {
        const Grammar::Places places = grammar_.places_of(kind);
        const std::size_t offset = places.count <= 1 || number == Fact::no_number ? 0 : number;
        if (offset >= places.count)
            return nullptr;
        const std::uint32_t said = said_[place * grammar_.place_count() + places.first + offset];
        return said == 0 ? nullptr : &lines_.facts[said - 1];
    }

private:
    const Grammar& grammar_;
    const Lines& lines_;
    std::vector<std::uint32_t> said_; ///< index in Lines::facts plus one, by place and Grammar::Places
};

}

// The names of this header for platforms: see statement.h.
namespace rocelint::line_cli::vocabulary {

using line_cli::Stanza;
using State = CoverageState;

}
