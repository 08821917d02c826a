// SPDX-License-Identifier: Apache-2.0
// One reader for all languages with braces; each platform provides its grammar. An error affects the
// statement that it is in and what follows, never what precedes it.
#include "models/syntax/brace_tree.h"

#include "models/syntax/tree_builder.h"

#include <fmt/format.h>

#include <array>
#include <cstring>

namespace rocelint {
namespace {

enum class Byte : std::uint8_t { word, blank, feed, end, open, close, quote, hash, slash };

constexpr std::array<Byte, 256> make_classes()
{
    std::array<Byte, 256> classes{};
    classes[' '] = classes['\t'] = classes['\r'] = Byte::blank;
    classes['\n'] = Byte::feed;
    classes[';'] = Byte::end;
    classes['{'] = Byte::open;
    classes['}'] = Byte::close;
    classes['"'] = Byte::quote;
    classes['#'] = Byte::hash;
    classes['/'] = Byte::slash;
    return classes;
}
constexpr std::array<Byte, 256> classes = make_classes();

class BraceReader {
public:
    BraceReader(const Source& source, const BraceGrammar& grammar)
        : builder_(source), grammar_(grammar), text_(source.text()), source_(source)
    {
    }

    Tree read()
    {
        builder_.open(builder_.make_node(Node::Kind::line, 0, 0));
        skip_foreign_lines();
        while (at_ < text_.size() && !stopped_)
            step();
        finish_text();
        return builder_.finish();
    }

private:
    static constexpr std::size_t none = std::string_view::npos;

    [[nodiscard]] Byte class_at(std::size_t at) const
    {
        return classes[static_cast<unsigned char>(text_[at])];
    }

    // Handles one byte outside words.
    void step()
    {
        switch (class_at(at_)) {
        case Byte::blank:
            ++at_;
            return;
        case Byte::feed:
            pass_feed();
            return;
        case Byte::end:
            end_statement();
            return;
        case Byte::open:
            open_block();
            return;
        case Byte::close:
            close_block();
            return;
        case Byte::quote:
            pass_quotes();
            return;
        case Byte::hash:
            at_ = end_of_line(at_);
            return;
        case Byte::slash:
            if (at_ + 1 < text_.size() && text_[at_ + 1] == '*') {
                pass_comment();
                return;
            }
            [[fallthrough]];
        case Byte::word:
            pass_word();
            return;
        }
    }

    [[nodiscard]] std::size_t end_of_line(std::size_t from) const
    {
        const std::size_t feed = text_.find('\n', from);
        return feed == none ? text_.size() : feed;
    }

    void pass_feed()
    {
        ++at_;
        skip_foreign_lines();
    }

    void skip_foreign_lines()
    {
        while (
            blocks_.empty() && first_ == none && grammar_.is_foreign_line != nullptr && at_ < text_.size()) {
            const std::size_t end = end_of_line(at_);
            if (!grammar_.is_foreign_line(text_.substr(at_, end - at_)))
                return;
            at_ = end < text_.size() ? end + 1 : end;
        }
    }

    void pass_comment()
    {
        const std::size_t end = text_.find("*/", at_ + 2);
        if (end == none) {
            stop("this comment has no end", at_, 2);
            return;
        }
        at_ = end + 2;
    }

    void begin_word()
    {
        if (first_ == none)
            first_ = at_;
    }

    void pass_word()
    {
        begin_word();
        while (at_ < text_.size()
            && (class_at(at_) == Byte::word || class_at(at_) == Byte::hash || class_at(at_) == Byte::slash))
            ++at_;
        last_ = at_;
    }

    void pass_quotes()
    {
        begin_word();
        const std::size_t opening = at_++;
        while (at_ < text_.size() && text_[at_] != '"')
            at_ += text_[at_] == '\\' ? 2 : 1;
        if (at_ >= text_.size()) {
            first_ = none;
            stop("this quotation mark is not closed", opening, 1);
            return;
        }
        last_ = ++at_;
    }

    Node* make_statement(std::size_t end)
    {
        const std::size_t from = first_ == none ? end : first_;
        const std::size_t to = first_ == none ? end : last_;
        Node* node = builder_.make_node(
            Node::Kind::line, static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to - from));
        node->key = text_.substr(from, to - from);
        node->value_offset = static_cast<std::uint32_t>(end);
        first_ = none;
        return node;
    }

    void end_statement()
    {
        if (first_ != none) {
            Node* node = make_statement(at_);
            node->value_length = 1;
            builder_.add(node);
        }
        ++at_;
    }

    void open_block()
    {
        if (blocks_.size() + 1 >= max_depth) {
            stop(fmt::format("blocks are nested deeper than {}", max_depth), at_, 1);
            return;
        }
        Node* node = make_statement(at_);
        builder_.open(node);
        blocks_.push_back(node);
        ++at_;
    }

    void close_block()
    {
        report_unfinished(at_);
        if (blocks_.empty()) {
            builder_.problem(SyntaxProblem::Severity::error, span(at_, 1), "this brace closes nothing");
            ++at_;
            return;
        }
        Node* node = blocks_.back();
        ++at_;
        node->value_length = static_cast<std::uint32_t>(at_) - node->value_offset;
        blocks_.pop_back();
        builder_.close();
    }

    // Keeps a statement that ends without a semicolon or block, as the last text before the error.
    void report_unfinished(std::size_t end)
    {
        if (first_ == none)
            return;
        builder_.problem(SyntaxProblem::Severity::error,
            span(first_, last_ - first_),
            "this statement does not end in a semicolon");
        builder_.add(make_statement(end));
    }

    void finish_text()
    {
        if (stopped_)
            return;
        report_unfinished(text_.size());
        if (!blocks_.empty())
            builder_.problem(SyntaxProblem::Severity::error,
                span(blocks_.back()->value_offset, 1),
                blocks_.size() == 1
                    ? "this block is not closed"
                    : fmt::format("this block and {} around it are not closed", blocks_.size() - 1));
        for (Node* node : blocks_)
            node->value_length = static_cast<std::uint32_t>(text_.size()) - node->value_offset;
    }

    void stop(std::string message, std::size_t at, std::size_t length)
    {
        builder_.problem(SyntaxProblem::Severity::error, span(at, length), std::move(message));
        builder_.stop_reading_at(static_cast<std::uint32_t>(first_ == none ? at : first_));
        stopped_ = true;
    }

    [[nodiscard]] Span span(std::size_t at, std::size_t length) const
    {
        return {source_.id(), static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(length)};
    }

    TreeBuilder builder_;
    const BraceGrammar& grammar_;
    std::string_view text_;
    const Source& source_;
    std::vector<Node*> blocks_; ///< the open ones
    std::size_t at_ = 0;
    std::size_t first_ = none; ///< where the current statement begins
    std::size_t last_ = 0; ///< where its last word ends
    bool stopped_ = false;
};

}

Tree parse_braces(const Source& source, const BraceGrammar& grammar)
{
    return BraceReader(source, grammar).read();
}

}
