// SPDX-License-Identifier: Apache-2.0
// Turns nodes into facts, without knowing their meaning, in one pass over a device's lines. The reader and
// the editor of a platform both use it.
#include "drivers/line_cli/read/lines.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>

namespace rocelint::line_cli {
namespace {

class LineReader {
public:
    LineReader(const Grammar& grammar, Lines& lines, std::vector<SyntaxProblem>* problems)
        : grammar_(grammar), lines_(lines), problems_(problems)
    {
    }

    void read(const Tree& tree, Scopes top)
    {
        if (tree.root == nullptr || tree.root->kind != Node::Kind::line)
            return;
        tree_ = &tree;
        lines_.facts.reserve(lines_.facts.size() + tree.node_count);
        if (grammar_.dialect().flat) {
            read_flat_tree(*tree.root, top);
            return;
        }
        for (const Node& node : *tree.root)
            read_top(node, top);
    }

private:
    static constexpr Scopes nothing_inside = 0;
    struct Open {
        const Node* next;
        const Node* header; ///< header of an inner block
        Scopes scope;
        std::uint8_t number;
    };

    // A line that was already read without a problem, kept because ports repeat the same lines.
    struct Known {
        static constexpr std::uint32_t no_fact = 0xffffffffU;
        std::string_view line;
        Scopes scope = 0;
        CoverageState state = CoverageState::unrecognised;
        bool numbered = false; ///< the line itself has a number
        bool opens = false;
        std::uint32_t fact = no_fact; ///< in Lines::facts
    };

    void read_top(const Node& node, Scopes top)
    {
        const auto first = static_cast<std::uint32_t>(lines_.facts.size());
        Match match = grammar_.match(top, node.key);
        if (match.statement == nullptr && match.coverage == CoverageState::unrecognised)
            lines_.unmatched.push_back(&node);
        if (keep(node, match, nullptr, Fact::no_number))
            read_block(node, match.statement->opens, match.fact.number);
        close_stanza(first);
        add_unread(node, match, nullptr, Fact::no_number, true);
    }

    // Adds the facts that a line makes unread because it is not modelled. At the top each fact is a stanza of
    // its own.
    void add_unread(const Node& node, const Match& match, const Node* block, std::uint8_t number, bool at_top)
    {
        for (const std::uint8_t kind : match.unreads) {
            if (kind == 0 || kind == no_setting)
                return;
            const auto before = static_cast<std::uint32_t>(lines_.facts.size());
            lines_.facts.push_back({.kind = kind,
                .number = number,
                .sense = Sense::unread,
                .at = tree_->span(node),
                .node = &node,
                .block = block,
                .statement = &unmodelled});
            if (at_top)
                close_stanza(before);
        }
    }

    void close_stanza(std::uint32_t first)
    {
        if (lines_.facts.size() > first)
            lines_.stanzas.push_back({tree_, first, static_cast<std::uint32_t>(lines_.facts.size())});
    }

    // On a flat platform indentation means nothing, except below a header that stands alone (prefix modes).
    void read_flat_tree(const Node& root, Scopes top)
    {
        struct Level {
            const Node* next;
            Scopes scope;
            const Match* header; ///< of the block that the lines are in; null at the top
        };
        std::deque<Match> headers;
        std::vector<Level> open{{root.first, top, nullptr}};
        while (!open.empty()) {
            if (open.back().next == nullptr) {
                open.pop_back();
                continue;
            }
            const Node& node = *open.back().next;
            open.back().next = node.next;
            Level inside{node.first, open.back().scope, open.back().header};
            const auto first = static_cast<std::uint32_t>(lines_.facts.size());
            Match match = grammar_.match(inside.scope, node.key);
            if (inside.scope == nothing_inside) {
                node.mark(CoverageState::irrelevant);
            } else if (match.statement != nullptr && match.statement->opens != 0) {
                if (read_flat_header(node, match))
                    inside = {node.first, scope_inside(match), &headers.emplace_back(match)};
            } else {
                if (match.statement == nullptr && match.coverage == CoverageState::unrecognised)
                    lines_.unmatched.push_back(&node);
                const bool at_top = inside.header == nullptr;
                if (!at_top)
                    lines_.facts.push_back(inside.header->fact);
                keep(node, match, nullptr, Fact::no_number);
                add_unread(node, match, nullptr, match.fact.number, at_top);
            }
            close_stanza(first);
            if (inside.next != nullptr)
                open.push_back(inside);
        }
    }

    // Nothing is read from a block whose scope has no rows.
    [[nodiscard]] Scopes scope_inside(const Match& header) const
    {
        const Scopes opens = header.statement->opens;
        return std::ranges::any_of(
                   grammar_.rows(), [&](const Statement& row) { return (row.scopes & opens) != 0; })
            ? opens
            : nothing_inside;
    }

    // Returns whether the header opens a block for the lines below it.
    bool read_flat_header(const Node& node, Match& header)
    {
        if (header.rejected || header.rest.empty() || scope_inside(header) == nothing_inside) {
            keep(node, header, nullptr, Fact::no_number);
            return !header.negated && header.rest.empty();
        }
        // The negation applies to the line in the block.
        header.fact.sense = Sense::set;
        Match inside = grammar_.match(header.statement->opens, header.rest, header.negated);
        add(node, header, nullptr, Fact::no_number);
        keep(node, inside, nullptr, header.fact.number);
        add_unread(node,
            inside,
            nullptr,
            inside.fact.number != Fact::no_number ? inside.fact.number : header.fact.number,
            false);
        return false;
    }

    void read_block(const Node& block, Scopes scope, std::uint8_t number)
    {
        open_.push_back({block.first, nullptr, scope, number});
        while (!open_.empty()) {
            Open& top = open_.back();
            if (top.next == nullptr) {
                open_.pop_back();
                continue;
            }
            const Node& node = *top.next;
            top.next = node.next;
            if (const Fact* opened = read_line(node, top))
                open_.push_back({node.first, &node, opened->statement->opens, opened->number});
        }
    }

    // Returns the fact of a line whose block is to be followed, or null.
    const Fact* read_line(const Node& node, const Open& block)
    {
        Known& known = known_[hash_of(node.key) % known_.size()];
        if (known.scope != block.scope || known.line.size() != node.key.size()
            || !same_text(known.line.data(), node.key.data(), node.key.size())) {
            Match match = grammar_.match(block.scope, node.key);
            const bool numbered = match.fact.number != Fact::no_number;
            const std::size_t before = lines_.facts.size();
            const bool opens = keep(node, match, block.header, block.number);
            if (makes_unread(match.unreads)) {
                add_unread(node, match, block.header, block.number, false);
                return nullptr;
            }
            const bool kept = lines_.facts.size() > before;
            if (match.wrong == nullptr && !match.rejected)
                known = {node.key,
                    block.scope,
                    match.coverage,
                    numbered,
                    opens,
                    kept ? static_cast<std::uint32_t>(before) : Known::no_fact};
            return opens ? &lines_.facts.back() : nullptr;
        }
        if (problems_ != nullptr)
            mark_line(node, known.state);
        if (known.fact == Known::no_fact)
            return nullptr;
        Fact fact = lines_.facts[known.fact];
        fact.at = tree_->span(node);
        fact.node = &node;
        fact.block = block.header;
        if (!known.numbered)
            fact.number = block.number;
        lines_.facts.push_back(fact);
        return known.opens ? &lines_.facts.back() : nullptr;
    }

    [[nodiscard]] static std::size_t hash_of(std::string_view line)
    {
        constexpr std::size_t step = sizeof(std::uint64_t);
        constexpr std::uint64_t factor = 0x9e3779b97f4a7c15U;
        std::uint64_t hash = line.size();
        for (std::size_t at = 0; at + step <= line.size(); at += step) {
            std::uint64_t word = 0;
            std::memcpy(&word, line.data() + at, step);
            hash = (hash ^ word) * factor;
            hash ^= hash >> 29U;
        }
        for (std::size_t at = line.size() - line.size() % step; at < line.size(); ++at)
            hash = (hash ^ static_cast<unsigned char>(line[at])) * factor;
        return static_cast<std::size_t>(hash >> 32U);
    }

    void add(const Node& node, Match& match, const Node* block, std::uint8_t number)
    {
        match.fact.at = tree_->span(node);
        match.fact.node = &node;
        match.fact.block = block;
        if (match.fact.number == Fact::no_number)
            match.fact.number = number;
        lines_.facts.push_back(match.fact);
    }

    void tell(const Node& node, const Match& match)
    {
        if (std::string message = problem_of(match); !message.empty())
            problems_->push_back(
                {match.rejected ? SyntaxProblem::Severity::error : SyntaxProblem::Severity::warning,
                    tree_->span(node),
                    std::move(message)});
    }

    // Returns whether the line opens a block that is to be followed.
    bool keep(const Node& node, Match& match, const Node* block, std::uint8_t number)
    {
        if (match.statement != nullptr && match.statement->opens != 0 && match.negated)
            match.coverage = CoverageState::irrelevant;
        if (problems_ != nullptr) {
            // On a flat platform, the lines below are independent.
            if (grammar_.dialect().flat)
                node.mark(match.coverage);
            else
                mark_line(node, match.coverage);
            if (match.wrong != nullptr || match.rejected)
                tell(node, match);
        }
        // A negation is kept only if its row is one that is read.
        if (match.statement == nullptr || match.statement->coverage != CoverageState::read)
            return false;
        add(node, match, block, number);
        return match.statement->opens != 0 && !match.negated && !match.rejected && !grammar_.dialect().flat;
    }

    const Grammar& grammar_;
    Lines& lines_;
    std::vector<SyntaxProblem>* problems_;
    const Tree* tree_ = nullptr;
    std::vector<Open> open_;
    std::array<Known, 256> known_{};
};

}

bool Lines::has_blocks() const
{
    return std::ranges::any_of(stanzas, [&](const Stanza& stanza) {
        const std::span<const Fact> lines = inside(stanza);
        return !lines.empty() && lines.front().node != header(stanza).node;
    });
}

void mark_line(const Node& node, CoverageState state)
{
    if (state == CoverageState::irrelevant || state == CoverageState::unsupported)
        node.mark_subtree(state);
    else
        node.mark(state);
}

Lines read_lines(
    const Grammar& grammar, Scopes top, std::span<const Tree> trees, std::vector<SyntaxProblem>* problems)
{
    Lines lines;
    LineReader reader(grammar, lines, problems);
    for (const Tree& tree : trees)
        reader.read(tree, top);
    return lines;
}

std::uint32_t FactTable::add_place()
{
    said_.resize(said_.size() + grammar_.place_count());
    return static_cast<std::uint32_t>(said_.size() / grammar_.place_count() - 1);
}

void FactTable::put(std::uint32_t place, const Fact& fact)
{
    const Grammar::Places places = grammar_.places_of(fact.kind);
    std::uint32_t* const said = said_.data() + place * grammar_.place_count() + places.first;
    const auto index = static_cast<std::uint32_t>(&fact - lines_.facts.data()) + 1;
    const std::uint32_t entry = fact.sense == Sense::clear ? 0 : index;
    if (fact.statement == &unmodelled) {
        if (fact.number < places.count)
            said[fact.number] = entry;
        else
            std::fill_n(said, std::max<std::size_t>(places.count, 1), entry);
        return;
    }
    // A line that is not modelled overrides all other lines of its kind.
    if (std::any_of(said, said + std::max<std::size_t>(places.count, 1), [&](std::uint32_t known) {
            return known != 0 && lines_.facts[known - 1].statement == &unmodelled;
        }))
        return;
    if (places.count <= 1) {
        *said = entry;
        return;
    }
    const Statement& row = *fact.statement;
    bool any = false;
    for (std::size_t slot = 0; slot < row.pattern.slots(); ++slot) {
        const Value& value = fact.values[slot];
        if (value.state == Value::State::absent)
            continue;
        if (places.by_value) {
            said[slot] = entry;
            any = true;
        } else if (row.slots[slot].kind == SlotKind::set && value.state == Value::State::written) {
            for (std::uint8_t member = 0; member < places.count; ++member) {
                if ((value.number >> member & 1U) != 0)
                    said[member] = entry;
            }
            any = true;
        }
    }
    if (any)
        return;
    if (fact.number < places.count) {
        said[fact.number] = entry;
        return;
    }
    // A line that names none of the numbers applies to all of them.
    for (std::uint8_t number = 0; number < places.count; ++number)
        said[number] = entry;
}

}
