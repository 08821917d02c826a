// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar/grammar.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// How lines are undone on one platform.
struct RetraceStyle {
    const Grammar& grammar;
    Scopes top = 1; ///< scope of lines outside all blocks
    /// Returns facts that state explicitly what holds without a line, for lines that have no negation; an
    /// empty list for all others. May be null.
    std::vector<Fact> (*usual)(const Fact& line) = nullptr;
};

/// A line of a configuration, divided into the parts that a device keeps one by one: a line that maps three
/// code points has three, most lines have one.
class SaidLine {
public:
    /// The selected parts of a line, as bits of their indices.
    using Parts = std::uint64_t;
    struct Part {
        std::string about; ///< equal for the parts that displace each other in a block
        std::string value; ///< what is said about it
    };

    /// `line` is in a block of this scope. `negated`: a negation preceded the header of the block.
    SaidLine(const Grammar& grammar, Scopes scope, std::string_view line, bool negated);

    /// Whether a row reads the line.
    [[nodiscard]] bool is_read() const { return fact_.statement != nullptr; }
    /// The line as it is typed, without the header of its block.
    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }
    /// Whether the device takes the line only after a contradicting line was negated.
    [[nodiscard]] bool needs_no_first() const;
    /// Whether undoing some of the line's parts may undo the others.
    [[nodiscard]] bool is_by_value() const { return by_value_; }

    /// Returns the line that states these parts.
    [[nodiscard]] std::string stated(const Grammar& grammar, Parts parts) const;
    /// Returns the lines that restore what holds without these parts of the line.
    [[nodiscard]] std::vector<std::string> taken_back(const RetraceStyle& style, Parts parts) const;

private:
    [[nodiscard]] const Statement& row() const { return *fact_.statement; }
    void divide(const Grammar& grammar);
    void divide_members(const Grammar& grammar);
    [[nodiscard]] Fact with(Parts parts) const;
    [[nodiscard]] std::string negation_taken_back(const Grammar& grammar, Parts parts) const;
    [[nodiscard]] std::string negation_of(const Grammar& grammar, Parts parts) const;

    Scopes scope_ = 0;
    Fact fact_; ///< without a statement if no row reads the line
    std::string text_;
    std::vector<Part> parts_;
    std::vector<std::uint8_t> members_; ///< of the set in `set_`, by part
    std::size_t set_ = most_slots; ///< slot of the members; most_slots: the line has none
    bool by_value_ = false; ///< each value is a part
};

}
