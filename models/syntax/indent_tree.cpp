// SPDX-License-Identifier: Apache-2.0
// One reader for all languages of indented lines. Free text (banners, certificates) is kept out of the tree,
// because its words would be read as commands.
#include "models/syntax/indent_tree.h"

#include "models/syntax/tree_builder.h"
#include "models/syntax/waiver_comment.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <cstring>

namespace rocelint {
namespace {

struct RawLine {
    std::uint32_t offset; // of the first non-blank character
    std::uint32_t indentation;
    std::string_view text; // without indentation, trailing blanks and line end
};

class LineReader {
public:
    explicit LineReader(std::string_view text) : text_(text) { }
    [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
    RawLine next()
    {
        const char* const begin = text_.data() + at_;
        const std::size_t left = text_.size() - at_;
        const void* feed = std::memchr(begin, '\n', left);
        const std::size_t size
            = feed == nullptr ? left : static_cast<std::size_t>(static_cast<const char*>(feed) - begin);
        std::size_t from = 0;
        std::size_t to = size;
        while (from < to && ascii::is_blank_or_cr(begin[from]))
            ++from;
        while (to > from && ascii::is_blank_or_cr(begin[to - 1]))
            --to;
        const RawLine line{static_cast<std::uint32_t>(at_ + from),
            static_cast<std::uint32_t>(from),
            {begin + from, to - from}};
        at_ += size + (feed == nullptr ? 0 : 1);
        return line;
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
};

}

Tree parse_indented(const Source& source, const IndentGrammar& grammar)
{
    TreeBuilder builder(source);
    builder.open(builder.make_node(Node::Kind::line, 0, 0));
    std::vector<std::uint32_t> indentations;
    std::string_view before; // the preceding line
    LineReader lines(source.text());
    const WaiverComments comments(source.text(), grammar.comment, grammar.also_comment);
    std::span<const MovedLine> moved = grammar.moved;
    bool too_deep = false;
    const auto is_end = [&](std::string_view line, std::string_view terminator) {
        return line == terminator
            || (grammar.terminator_in_line && line.find(terminator) != std::string_view::npos);
    };
    while (!lines.at_end()) {
        RawLine line = lines.next();
        line.text = comments.strip(line.text);
        if (grammar.comment_ends_blocks && line.indentation == 0 && line.text.size() == 1
            && line.text.front() == grammar.comment) {
            for (; !indentations.empty(); indentations.pop_back())
                builder.close();
        }
        if (line.text.empty() || line.text.front() == grammar.comment
            || (grammar.also_comment != 0 && line.text.front() == grammar.also_comment)
            || line.text == grammar.pager_mark)
            continue;
        while (!moved.empty() && moved.front().offset < line.offset)
            moved = moved.subspan(1);
        if (!moved.empty() && moved.front().offset == line.offset)
            line.indentation = moved.front().column;
        const bool deeper = !indentations.empty() && indentations.back() < line.indentation;
        while (!indentations.empty() && (grammar.flat || indentations.back() >= line.indentation)) {
            indentations.pop_back();
            builder.close();
        }
        // If this line is deeper, the innermost open block is the preceding line.
        if (grammar.stands_alone != nullptr && deeper && !indentations.empty()
            && grammar.stands_alone(before)) {
            indentations.pop_back();
            builder.close();
        }
        before = line.text;
        if (indentations.size() >= max_depth) {
            if (!too_deep)
                builder.problem(SyntaxProblem::Severity::error,
                    source.span_of(line.text),
                    fmt::format(
                        "blocks are nested deeper than {} levels; the deeper lines are not read", max_depth));
            too_deep = true;
            builder.leave_out(builder.make_node(
                Node::Kind::line, line.offset, static_cast<std::uint32_t>(line.text.size())));
            continue;
        }
        Node* node
            = builder.make_node(Node::Kind::line, line.offset, static_cast<std::uint32_t>(line.text.size()));
        node->key = line.text;
        builder.open(node);
        indentations.push_back(line.indentation);
        const std::string_view terminator
            = grammar.text_terminator == nullptr ? std::string_view{} : grammar.text_terminator(line.text);
        if (terminator.empty())
            continue;
        bool ended = false;
        while (!ended && !lines.at_end())
            ended = is_end(lines.next().text, terminator);
        node->value = terminator;
        if (!ended) {
            builder.problem(SyntaxProblem::Severity::error,
                source.span_of(line.text),
                fmt::format(
                    "the text that begins here has no closing \"{}\" line; the rest of the file is not read",
                    terminator));
            builder.stop_reading_at(line.offset + static_cast<std::uint32_t>(line.text.size()));
        }
    }
    return builder.finish();
}

std::size_t Words::quoted_length() const
{
    if (const std::size_t close = rest_.find('"', 1); close != std::string_view::npos)
        return close + 1;
    const std::size_t blank = rest_.find_first_of(" \t");
    return blank == std::string_view::npos ? rest_.size() : blank;
}

}
