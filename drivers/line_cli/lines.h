// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// One top-level line and what stands in its block. On a flat platform a header and the line that follows it.
struct Stanza {
    const Tree* tree = nullptr;
    std::uint32_t first = 0; ///< in Lines::facts: the fact of the line itself
    std::uint32_t end = 0;
};

/// What the lines of one device say, in their order.
struct Lines {
    std::vector<Fact> facts;
    std::vector<Stanza> stanzas; ///< of top-level lines that a row has read
    std::vector<const Node*> unmatched; ///< top-level lines that no row and no aside is about

    [[nodiscard]] const Fact& header(const Stanza& stanza) const { return facts[stanza.first]; }
    /// Of a flat platform: whether lines stand below a header of their own, in blocks all the same.
    [[nodiscard]] bool has_blocks() const;
    /// The facts in the stanza's block, blocks inside it included.
    [[nodiscard]] std::span<const Fact> inside(const Stanza& stanza) const
    {
        return std::span(facts).subspan(stanza.first + 1, stanza.end - stanza.first - 1);
    }
};

/// Reads the lines of one device by their rows, the top-level ones in scope `top`. Blocks are followed where their header's
/// row opens them. With `problems` the nodes are marked, and values out of range are told there.
[[nodiscard]] Lines read_lines(const Grammar& grammar,
    Scopes top,
    std::span<const Tree> trees,
    std::vector<SyntaxProblem>* problems = nullptr);

/// Marks a line: what stands inside one that is not followed has its state.
void mark_line(const Node& node, CoverageState state);

/// Which facts hold where: of each kind and number, for a port or a profile, the last one. A `clear` takes away what was
/// said; a list holds for each of its members; of a line with nothing but optional values each value is said by itself.
class FactTable {
public:
    explicit FactTable(const Grammar& grammar, const Lines& lines) : grammar_(grammar), lines_(lines) { }

    /// A further place about which nothing is said.
    std::uint32_t add_place();
    void reserve(std::size_t places) { said_.reserve(places * grammar_.place_count()); }
    void put(std::uint32_t place, const Fact& fact);
    /// The last fact of this kind, or null. `number` is the queue, class or priority, of a kind by values the slot.
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
    std::vector<std::uint32_t>
        said_; ///< one more than the index in Lines::facts, by place and Grammar::Places
};

}
