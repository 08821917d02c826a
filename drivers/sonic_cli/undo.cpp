// SPDX-License-Identifier: Apache-2.0
// The undo: added lines are removed with the command line's negations, which end before a value; map entries
// that are stated again need no removal first.
#include "drivers/line_cli/undo.h"

#include "drivers/line_cli/typed_lines.h"
#include "drivers/sonic_cli/grammar.h"
#include "drivers/sonic_cli/sonic_cli.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

namespace rocelint::sonic_cli {
namespace {

using line_cli::Fact;
using line_cli::Sense;

bool is_entry(const Fact& fact)
{
    return fact.kind >= kind_of(Says::entry_dscp_tc) && fact.kind <= kind_of(Says::entry_tc_dot1p);
}

// The negation of a line, without the values that a negation does not take.
std::string taken_away(const line_cli::Match& match)
{
    const line_cli::Statement& row = *match.statement;
    Fact fact = match.fact;
    fact.sense = says(fact) == Says::watchdog ? Sense::off : Sense::clear;
    if (says(fact) == Says::watchdog)
        return line_cli::write(grammar(), {.kind = fact.kind, .sense = Sense::off});
    for (std::size_t at = row.pattern.stem(); at < row.pattern.size(); ++at) {
        const line_cli::Pattern::Token& token = row.pattern[at];
        if (token.kind != line_cli::Pattern::Kind::slot)
            continue;
        fact.values[token.slot] = {};
        const line_cli::SlotKind kind = row.slots[token.slot].kind;
        if (kind == line_cli::SlotKind::text || kind == line_cli::SlotKind::rest)
            fact.text = {};
    }
    return line_cli::write(grammar().dialect(), row, fact);
}

// One block of commands, or a line at top level.
class Section {
public:
    void take(std::string_view line)
    {
        const std::string_view words = line.substr(std::min(line.find_first_not_of(' '), line.size()));
        const line_cli::Match match = grammar().match(line_cli::any_scope, words);
        const bool known = match.statement != nullptr && !match.rejected;
        if (known && is_entry(match.fact) && !match.negated)
            said_[match.fact.kind] |= match.fact.value();
        lines_.push_back(
            {std::string(line.substr(0, line.size() - words.size())), std::string(words), match, known});
    }

    void end(std::string& out)
    {
        for (Line& line : lines_) {
            if (line.known && line.match.negated && is_entry(line.match.fact)) {
                line.match.fact.values[0].number &= ~said_[line.match.fact.kind];
                if (line.match.fact.value() == 0)
                    continue;
            }
            const std::string words = line.known && line.match.negated ? taken_away(line.match) : line.words;
            if (line.known && line.match.negated && is_replaced(words))
                continue;
            out += fmt::format("{}{}\n", line.indentation, words);
        }
        lines_.clear();
        said_.clear();
    }

private:
    struct Line {
        std::string indentation;
        std::string words;
        line_cli::Match match;
        bool known = false;
    };

    // A line with another value replaces this one, so no
    // negation is sent: the switch is never without either.
    [[nodiscard]] bool is_replaced(std::string_view negation) const
    {
        const std::string stem = fmt::format("{} ", negation.substr(std::string_view("no ").size()));
        return negation.starts_with("no ") && std::ranges::any_of(lines_, [&](const Line& other) {
            return other.known && !other.match.negated && other.words.starts_with(stem);
        });
    }

    std::vector<Line> lines_;
    std::map<std::uint8_t, std::uint64_t> said_; ///< points that entries state again
};

}

Commands undo(
    std::span<const Tree> before, std::span<const Tree> after, const Device&, std::span<const Change> changes)
{
    const std::string text = line_cli::undo_lines(grammar().dialect(), before, after);
    // A policy is removed after nothing refers to it any more.
    std::string first;
    std::string last;
    Section section;
    for (std::string_view left = text; !left.empty();) {
        const std::string_view line = left.substr(0, left.find('\n'));
        left.remove_prefix(std::min(line.size() + 1, left.size()));
        if (line.starts_with("no qos ")) {
            last += line;
            last += '\n';
            continue;
        }
        section.take(line);
        if (!left.starts_with(' '))
            section.end(first);
    }
    Commands back;
    line_cli::typed(back, first + last, changes.size());
    return back;
}

}
