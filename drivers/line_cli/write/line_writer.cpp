// SPDX-License-Identifier: Apache-2.0
// Inserts lines into a text that people maintain: next to similar lines, with the text's own indentation and
// line ends.
#include "drivers/line_cli/write/line_writer.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::line_cli {
namespace {

std::string_view line_end(const Source& source)
{
    const std::size_t feed = source.text().find('\n');
    return feed != std::string_view::npos && feed > 0 && source.text()[feed - 1] == '\r' ? "\r\n" : "\n";
}

std::uint32_t start_of_line(const Source& source, std::uint32_t offset)
{
    const std::string_view text = source.text();
    while (offset > 0 && text[offset - 1] != '\n')
        --offset;
    return offset;
}

std::uint32_t end_of_line(const Source& source, std::uint32_t offset)
{
    const std::size_t feed = source.text().find('\n', offset);
    return static_cast<std::uint32_t>(feed == std::string_view::npos ? source.size() : feed + 1);
}

const Node& last_of(const Node& block)
{
    const Node* last = &block;
    for (const Node& child : block)
        last = &child;
    return last == &block ? block : last_of(*last);
}

std::string indentation(const Tree& tree, const Node& node)
{
    const std::uint32_t start = start_of_line(*tree.source, node.offset);
    return std::string(tree.source->text().substr(start, node.offset - start));
}

}

Words plain_words(const Dialect& dialect, std::string_view line)
{
    Words words(line);
    if (words.peek() == dialect.negation
        || (!dialect.to_default.empty() && words.peek() == dialect.to_default))
        words.next();
    return words;
}

std::string flat_line(const Dialect& dialect, std::string_view header, std::string_view line)
{
    Words words(line);
    if (words.peek() != dialect.negation || dialect.negation_behind_header)
        return fmt::format("{} {}", header, line);
    words.next();
    return fmt::format("{} {} {}", dialect.negation, header, words.rest());
}

void LineWriter::begin() { begun_ = {.edits = edits_.size(), .stanzas = stanzas_.size()}; }

void LineWriter::roll_back()
{
    if (begun_.all_edits)
        edits_ = *std::move(begun_.all_edits);
    edits_.resize(begun_.edits);
    for (const std::size_t longer : begun_.longer_stanzas)
        stanzas_[longer].lines.pop_back();
    stanzas_.resize(begun_.stanzas);
    begin();
}

bool LineWriter::opens_block(const Node& node) const
{
    return node.first != nullptr || number_of_block(node) != Fact::no_number;
}

bool LineWriter::closes_block(const Node& node) const
{
    return std::ranges::find(grammar_->dialect().closing, node.key) != grammar_->dialect().closing.end();
}

const Node& LineWriter::last_open(const Node& block) const
{
    const Node* last = &block;
    for (const Node& child : block) {
        if (!closes_block(child))
            last = &child;
    }
    return last == &block ? block : last_of(*last);
}

std::uint8_t LineWriter::number_of_block(const Node& node) const
{
    const Match match = grammar_->match(any_scope, node.key);
    return match.statement != nullptr && match.statement->opens != 0 && !match.negated ? match.fact.number
                                                                                       : Fact::no_number;
}

std::string LineWriter::indentation_inside(const Tree& tree, const Node& block) const
{
    return block.first != nullptr ? indentation(tree, *block.first)
                                  : indentation(tree, block) + std::string(grammar_->dialect().step);
}

bool LineWriter::change_line(Edit edit)
{
    for (const Edit& other : edits_) {
        if (other.at.length > 0 && other.at.source == edit.at.source && other.at.offset < edit.at.end()
            && edit.at.offset < other.at.end())
            return other.at == edit.at && other.text == edit.text;
    }
    edits_.push_back(std::move(edit));
    return true;
}

bool LineWriter::replace(const Tree& tree, const Node& line, std::string text)
{
    return text == line.key || change_line({tree.span(line), std::move(text)});
}

bool LineWriter::remove(const Tree& tree, const Node& line)
{
    const std::uint32_t start = start_of_line(*tree.source, line.offset);
    return change_line(
        {{tree.source->id(), start, end_of_line(*tree.source, line.offset) - start}, std::string{}});
}

bool LineWriter::is_removed(const Tree& tree, const Node& line) const
{
    const Span at = tree.span(line);
    return std::ranges::any_of(edits_, [&](const Edit& edit) {
        return edit.text.empty() && edit.at.source == at.source && edit.at.offset <= at.offset
            && at.end() <= edit.at.end();
    });
}

void LineWriter::remove_block(const Tree& tree, const Node& block)
{
    const Source& source = *tree.source;
    std::uint32_t from = start_of_line(source, block.offset);
    std::uint32_t to = end_of_line(source, last_of(block).offset);
    const auto is_separator = [&](std::uint32_t begin, std::uint32_t end) {
        std::string_view line = source.text().substr(begin, end - begin);
        const std::size_t first = line.find_first_not_of(" \t");
        if (first == 0 || first == std::string_view::npos)
            return false;
        line = line.substr(first, line.find_last_not_of(" \t\r\n") - first + 1);
        return line == grammar_->dialect().separator && !line.empty();
    };
    if (to < source.size() && is_separator(to, end_of_line(source, to)))
        to = end_of_line(source, to);
    else if (from > 0 && is_separator(start_of_line(source, from - 1), from))
        from = start_of_line(source, from - 1);
    if (!begun_.all_edits)
        begun_.all_edits = edits_;
    std::erase_if(edits_, [&](const Edit& edit) {
        return edit.at.source == source.id() && edit.at.offset >= from && edit.at.end() <= to;
    });
    edits_.push_back({{source.id(), from, to - from}, std::string{}});
}

void LineWriter::insert(const Tree& tree, std::uint32_t offset, const std::vector<std::string>& lines)
{
    const Source& source = *tree.source;
    const std::string_view end = line_end(source);
    // If the last line has no line end, the new last line has none either.
    const bool bare = offset == source.size() && offset > 0 && source.text().back() != '\n';
    std::string text;
    for (const std::string& line : lines)
        text += bare ? fmt::format("{}{}", end, line) : fmt::format("{}{}", line, end);
    const Span at{source.id(), offset, 0};
    const bool known = std::ranges::any_of(
        edits_, [&](const Edit& other) { return other.at == at && other.text == text; });
    if (!known)
        edits_.push_back({at, std::move(text)});
}

void LineWriter::insert_into(const Tree& tree, const Node& block, std::string_view line, bool leading)
{
    const std::string_view word = plain_words(grammar_->dialect(), line).next();
    const std::string text = fmt::format("{}{}", indentation_inside(tree, block), line);
    const Node* alike = nullptr;
    const Node* last = &block;
    bool before_blocks = true;
    for (const Node& child : block) {
        before_blocks = before_blocks && !opens_block(child);
        // A node with a value is followed by free text.
        if (opens_block(child) || !child.value.empty() || closes_block(child))
            continue;
        const bool same_word = plain_words(grammar_->dialect(), child.key).next() == word;
        if (same_word && leading) {
            insert(tree, start_of_line(*tree.source, child.offset), {text});
            return;
        }
        if (same_word)
            alike = &child;
        if (before_blocks)
            last = &child;
    }
    const Node& after = alike != nullptr ? *alike : *last;
    insert(tree, end_of_line(*tree.source, after.offset), {text});
}

void LineWriter::insert_block(const Tree& tree,
    const Node& stanza,
    std::string_view header,
    std::uint8_t number,
    const std::vector<std::string>& own)
{
    const Dialect& dialect = grammar_->dialect();
    const std::string inside = indentation_inside(tree, stanza);
    std::string deeper = inside + std::string(dialect.step);
    const Node* later = nullptr;
    for (const Node& child : stanza) {
        const std::uint8_t other = number_of_block(child);
        if (other == Fact::no_number)
            continue;
        if (child.first != nullptr && later == nullptr)
            deeper = indentation(tree, *child.first);
        if (other > number && later == nullptr)
            later = &child;
    }
    std::vector<std::string> lines{inside + std::string(header)};
    for (const std::string& line : own)
        lines.push_back(deeper + line);
    if (!dialect.separator.empty())
        lines.insert(later == nullptr ? lines.begin() : lines.end(), inside + std::string(dialect.separator));
    insert(tree,
        later == nullptr ? end_of_line(*tree.source, last_open(stanza).offset)
                         : start_of_line(*tree.source, later->offset),
        lines);
}

void LineWriter::insert_stanza(
    const Tree& tree, const Node& after, std::string_view header, std::string_view line)
{
    const std::uint32_t offset = end_of_line(*tree.source, last_of(after).offset);
    for (NewStanza& stanza : stanzas_) {
        if (stanza.tree == &tree && stanza.offset == offset && stanza.header == header) {
            if (std::ranges::find(stanza.lines, line) == stanza.lines.end()) {
                stanza.lines.emplace_back(line);
                begun_.longer_stanzas.push_back(static_cast<std::size_t>(&stanza - stanzas_.data()));
            }
            return;
        }
    }
    stanzas_.push_back({&tree, offset, std::string(header), {std::string(line)}});
}

void LineWriter::insert_after(const Tree& tree, const Node& line, std::string_view text)
{
    insert(
        tree, end_of_line(*tree.source, last_of(line).offset), {indentation(tree, line) + std::string(text)});
}

void LineWriter::insert_before(const Tree& tree, const Node& line, std::string_view text)
{
    std::vector<std::string> lines{indentation(tree, line) + std::string(text)};
    if (!grammar_->dialect().separator.empty())
        lines.emplace_back(grammar_->dialect().separator);
    insert(tree, start_of_line(*tree.source, line.offset), lines);
}

std::vector<Edit> LineWriter::edits() const
{
    const Dialect& dialect = grammar_->dialect();
    LineWriter all = *this;
    for (const NewStanza& stanza : stanzas_) {
        std::vector<std::string> lines;
        if (!dialect.separator.empty())
            lines.emplace_back(dialect.separator);
        lines.push_back(stanza.header);
        for (std::string_view rest : stanza.lines) {
            // An entry that is a block holds several lines.
            for (std::size_t feed = rest.find('\n'); feed != std::string_view::npos; feed = rest.find('\n')) {
                lines.push_back(fmt::format("{}{}", dialect.step, rest.substr(0, feed)));
                rest.remove_prefix(feed + 1);
            }
            lines.push_back(fmt::format("{}{}", dialect.step, rest));
        }
        all.insert(*stanza.tree, stanza.offset, lines);
    }
    return all.edits_;
}

void append_block(
    std::string& text, const Dialect& dialect, const Path& path, const std::vector<std::string>& lines)
{
    if (dialect.flat && !path.empty()) {
        for (const std::string& line : lines)
            text += flat_line(dialect, path.front(), line) + '\n';
        return;
    }
    std::string indent;
    for (const std::string& header : path) {
        text += fmt::format("{}{}\n", indent, header);
        indent += dialect.step;
    }
    for (const std::string& line : lines)
        text += fmt::format("{}{}\n", indent, line);
    for (std::size_t depth = path.size(); depth > 0 && !dialect.leave.empty(); --depth) {
        text += indent;
        text += dialect.leave;
        text += '\n';
        indent.resize(indent.size() - dialect.step.size());
    }
}

}
