// SPDX-License-Identifier: Apache-2.0
// Computes an undo from two texts alone. It need not know any line, only how a line is removed.
#include "drivers/line_cli/undo.h"

#include "drivers/line_cli/line_writer.h"
#include "drivers/line_cli/lines.h"
#include "drivers/line_cli/port_ranges.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace rocelint::line_cli {
namespace {

// Negates a line: `no mtu 9214`. For a line that is itself a negation, `default mtu` if the platform has such
// a word, else the line without its negation.
std::string negation(const Dialect& dialect, std::string_view line)
{
    Words words(line);
    const std::string_view first = words.next();
    if (first == dialect.negation)
        return dialect.to_default.empty() ? std::string(words.rest())
                                          : fmt::format("{} {}", dialect.to_default, words.rest());
    if (!dialect.to_default.empty() && first == dialect.to_default)
        return fmt::format("{} {}", dialect.negation, words.rest());
    return fmt::format("{} {}", dialect.negation, line);
}

// Whether the stanza stands for something that exists without it and cannot be removed.
bool is_permanent(const Dialect& dialect, std::string_view header)
{
    return std::ranges::any_of(
        dialect.permanent, [&](std::string_view beginning) { return header.starts_with(beginning); });
}

// To a switch, sibling lines with the same text are one stanza.
struct Level {
    std::vector<const Node*> before;
    std::vector<const Node*> after;
    std::vector<std::string> headers;
};

class Undoer {
public:
    explicit Undoer(const Dialect& dialect) : dialect_(dialect) { }

    std::string run(std::span<const Tree> before, std::span<const Tree> after)
    {
        Level top;
        for (const Tree& tree : before)
            add_children(tree.root, top.before);
        for (const Tree& tree : after)
            add_children(tree.root, top.after);
        open_.push_back(std::move(top));
        while (!open_.empty()) {
            const Level level = std::move(open_.back());
            open_.pop_back();
            compare(level);
        }
        return std::move(out_);
    }

private:
    static void add_children(const Node* node, std::vector<const Node*>& into)
    {
        if (node == nullptr)
            return;
        for (const Node& child : *node)
            into.push_back(&child);
    }

    [[nodiscard]] bool says_something(std::string_view line) const
    {
        return !line.empty() && line != dialect_.separator && line != "end" && line != dialect_.leave;
    }

    void compare(const Level& level)
    {
        std::unordered_set<std::string_view> before;
        std::unordered_set<std::string_view> after;
        for (const Node* node : level.before)
            before.insert(node->key);
        for (const Node* node : level.after)
            after.insert(node->key);
        std::vector<std::string> lines;
        std::vector<std::string_view> descended;
        for (const Node* node : level.after) {
            if (!says_something(node->key))
                continue;
            if (before.contains(node->key) || (node->first != nullptr && is_permanent(dialect_, node->key))) {
                if (node->first != nullptr && descend(level, node->key, descended))
                    continue;
            } else {
                lines.push_back(negation(dialect_, node->key));
            }
        }
        // Restores what was removed or displaced, and its block with it.
        for (const Node* node : level.before) {
            if (!says_something(node->key))
                continue;
            if (node->first != nullptr)
                (void)descend(level, node->key, descended);
            else if (!after.contains(node->key))
                lines.emplace_back(node->key);
        }
        if (!lines.empty())
            append_block(out_, dialect_, level.headers, lines);
    }

    // Compares the blocks below all lines `header`, once.
    bool descend(const Level& level, std::string_view header, std::vector<std::string_view>& done)
    {
        for (const std::string_view other : done) {
            if (other == header)
                return true;
        }
        done.push_back(header);
        Level inner;
        inner.headers = level.headers;
        inner.headers.emplace_back(header);
        for (const Node* node : level.before) {
            if (node->key == header)
                add_children(node, inner.before);
        }
        for (const Node* node : level.after) {
            if (node->key == header)
                add_children(node, inner.after);
        }
        open_.push_back(std::move(inner));
        return true;
    }

    const Dialect& dialect_;
    std::vector<Level> open_;
    std::string out_;
};

// A line of a flat platform, and the ports that it applies to.
struct FlatLine {
    std::string header;
    std::string text;
    std::vector<std::string> ports;
    const Fact* fact = nullptr;
};

// Returns the line with its negation, which may have stood before the header.
std::string text_of(const Dialect& dialect, const Fact& fact)
{
    const bool negated = fact.sense != Sense::set && fact.statement->says == Sense::set
        && Words(fact.line).peek() != dialect.negation;
    return negated ? fmt::format("{} {}", dialect.negation, fact.line) : std::string(fact.line);
}

std::vector<FlatLine> flat_lines(const Grammar& grammar, const Lines& lines)
{
    std::vector<FlatLine> found;
    for (const Stanza& stanza : lines.stanzas) {
        const Fact& header = lines.header(stanza);
        const bool opens = header.statement->opens != 0;
        const std::string words = opens ? write(grammar.dialect(), *header.statement, header) : std::string{};
        if (stanza.end == stanza.first + 1)
            found.push_back({{}, std::string(header.line), {}, &header});
        for (const Fact& fact : lines.inside(stanza))
            found.push_back({words,
                text_of(grammar.dialect(), fact),
                expand_ports(words).value_or(std::vector<std::string>{words}),
                &fact});
    }
    return found;
}

bool is_about_the_same(const FlatLine& line, const FlatLine& other)
{
    return line.fact->kind == other.fact->kind && line.header.empty() == other.header.empty()
        && (line.header.empty() || std::ranges::any_of(line.ports, [&](const std::string& port) {
               return std::ranges::find(other.ports, port) != other.ports.end();
           }));
}

// Returns the fact without the values that only the line itself needs.
Fact cleared(const Fact& line)
{
    Fact fact = line;
    fact.sense = line.sense == Sense::set ? Sense::clear : Sense::set;
    const Pattern& pattern = line.statement->pattern;
    for (std::size_t at = pattern.stem(); at < pattern.size() && fact.sense == Sense::clear; ++at) {
        if (pattern[at].kind == Pattern::Kind::slot)
            fact.values[pattern[at].slot] = {};
    }
    return fact;
}

}

std::string undo_flat_lines(const Grammar& grammar,
    Scopes top,
    std::span<const Tree> before,
    std::span<const Tree> after,
    std::vector<Fact> (*usual)(const Fact& line))
{
    const Dialect& dialect = grammar.dialect();
    const Lines lines_before = read_lines(grammar, top, before);
    const Lines lines_after = read_lines(grammar, top, after);
    const std::vector<FlatLine> old_lines = flat_lines(grammar, lines_before);
    const std::vector<FlatLine> new_lines = flat_lines(grammar, lines_after);
    const auto is_in = [](const std::vector<FlatLine>& lines, const FlatLine& line) {
        return std::ranges::any_of(lines,
            [&](const FlatLine& other) { return other.header == line.header && other.text == line.text; });
    };
    std::string out;
    const auto say = [&](const FlatLine& line, const std::string& text) {
        if (!text.empty())
            append_block(out, dialect, line.header.empty() ? Path{} : Path{line.header}, {text});
    };
    std::vector<const FlatLine*> added;
    for (const FlatLine& line : new_lines) {
        if (is_in(old_lines, line))
            continue;
        added.push_back(&line);
        const std::vector<Fact> defaults = usual == nullptr ? std::vector<Fact>{} : usual(*line.fact);
        for (const Fact& fact : defaults)
            say(line, write(dialect, *line.fact->statement, fact));
        if (defaults.empty())
            say(line, write(dialect, *line.fact->statement, cleared(*line.fact)));
    }
    for (const FlatLine& line : old_lines) {
        const bool touched = std::ranges::any_of(
            added, [&](const FlatLine* other) { return is_about_the_same(line, *other); });
        if (touched || !is_in(new_lines, line))
            say(line, line.text);
    }
    return out;
}

std::string undo_lines(const Dialect& dialect, std::span<const Tree> before, std::span<const Tree> after)
{
    return Undoer(dialect).run(before, after);
}

}
