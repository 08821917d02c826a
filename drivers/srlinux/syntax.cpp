// SPDX-License-Identifier: Apache-2.0
// Finds a file's notation, and cuts its text into nodes. Prompts of a session are no part of it.
#include "drivers/srlinux/build.h"
#include "models/syntax/json/json_tree.h"
#include "models/syntax/tree_builder.h"
#include "models/syntax/waiver_comment.h"
#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint::srlinux {
namespace {

std::string_view trimmed(std::string_view line) { return ascii::trimmed(line, ascii::is_blank_or_cr); }

// The line without a prompt ("A:leaf1# set / …", "A:admin@leaf1# …") before it.
std::string_view without_prompt(std::string_view line)
{
    const std::size_t mark = line.substr(0, 128).find_first_of("# \t{");
    const bool is_prompt = mark != std::string_view::npos && line[mark] == '#' && mark > 2 && line[1] == ':'
        && ascii::is_upper(line[0]);
    return is_prompt ? trimmed(line.substr(mark + 1)) : line;
}

// Frames of a prompt ("--{ running }--[ qos ]--"), comments and annotations.
bool is_foreign(std::string_view line)
{
    return line.empty() || line.front() == '#' || line.starts_with("--{") || line.starts_with("+-{")
        || line.starts_with("!!!");
}

bool is_line_verb(std::string_view line)
{
    const std::string_view verb = ascii::first_word(line, ascii::is_blank);
    return verb == "set" || verb == "delete" || verb == "enter" || verb == "commit";
}

std::uint32_t offset_in(std::string_view text, std::string_view part)
{
    return static_cast<std::uint32_t>(part.data() - text.data());
}

class TextReader {
public:
    TextReader(const Source& source, Notation notation)
        : builder_(source), text_(source.text()), comments_(text_, '#'), notation_(notation)
    {
    }

    Tree read()
    {
        builder_.open(builder_.make_node(Node::Kind::line, 0, 0));
        while (at_ < text_.size())
            read_line();
        if (!open_.empty())
            builder_.problem(SyntaxProblem::Severity::error,
                {builder_.source().id(), open_.back()->offset, open_.back()->length},
                "the block is not closed: a } is missing");
        while (!open_.empty())
            close(static_cast<std::uint32_t>(text_.size()));
        builder_.close();
        return builder_.finish();
    }

private:
    std::string_view take_line()
    {
        const std::size_t end = std::min(text_.find('\n', at_), text_.size());
        const std::string_view line = text_.substr(at_, end - at_);
        at_ = end + 1;
        return line;
    }

    void read_line()
    {
        const std::string_view line = without_prompt(trimmed(comments_.strip(take_line())));
        if (is_foreign(line))
            return;
        if (notation_ == Notation::lines)
            return add(line, false);
        if (line.front() == '}')
            return end_block(line);
        if (line.back() == '[')
            return add(with_list(line), false);
        const bool empty_block = line.ends_with("{ }") || line.ends_with("{}");
        if (empty_block)
            return add(trimmed(line.substr(0, line.rfind('{'))), false);
        if (line.back() != '{')
            return add(line, false);
        add(trimmed(line.substr(0, line.size() - 1)), true);
    }

    // A list of values has one on each line, up to the bracket.
    std::string_view with_list(std::string_view first)
    {
        const std::size_t begin = offset_in(text_, first);
        constexpr std::size_t longest = 4096;
        const std::size_t end = text_.substr(begin, longest).find(']');
        if (end == std::string_view::npos)
            return first;
        at_ = std::min(text_.find('\n', begin + end), text_.size()) + 1;
        return text_.substr(begin, end + 1);
    }

    void add(std::string_view words, bool opens)
    {
        Node* node = builder_.make_node(
            Node::Kind::line, offset_in(text_, words), static_cast<std::uint32_t>(words.size()));
        node->key = words;
        if (!opens)
            return builder_.add(node);
        node->value_offset = static_cast<std::uint32_t>(text_.find('{', node->offset + words.size()));
        if (builder_.depth() >= max_depth) {
            ++too_deep_;
            return builder_.leave_out(node);
        }
        builder_.open(node);
        open_.push_back(node);
    }

    void end_block(std::string_view line)
    {
        const std::uint32_t at = offset_in(text_, line);
        if (too_deep_ > 0) {
            --too_deep_;
        } else if (open_.empty()) {
            builder_.problem(SyntaxProblem::Severity::error,
                {builder_.source().id(), at, 1},
                "no block is open here that this } could close");
        } else {
            close(at + 1);
        }
    }

    void close(std::uint32_t end)
    {
        open_.back()->value_length = end - open_.back()->value_offset;
        open_.pop_back();
        builder_.close();
    }

    TreeBuilder builder_;
    std::string_view text_;
    WaiverComments comments_;
    Notation notation_;
    std::size_t at_ = 0;
    std::vector<Node*> open_;
    std::size_t too_deep_ = 0;
};

// The value of `host-name` below these words of the outermost level.
std::string_view name_in_lines(const Node& root)
{
    constexpr std::string_view path = "system name host-name ";
    std::string_view name;
    for (const Node& node : root) {
        const std::size_t at = node.key.starts_with("set ") ? node.key.find(path) : std::string_view::npos;
        if (at != std::string_view::npos && at <= 7)
            name = trimmed(node.key.substr(at + path.size()));
    }
    return name;
}

const Node* member(const Node* object, std::string_view name)
{
    const Node* found = nullptr;
    if (object != nullptr) {
        for (const Node& child : *object) {
            if (local_name(child.key) == name)
                found = &child;
        }
    }
    return found;
}

std::string_view name_in_blocks(const Node& root)
{
    const Node* name = member(member(&root, "system"), "name");
    if (name != nullptr) {
        for (const Node& line : *name) {
            if (line.key.starts_with("host-name "))
                return trimmed(line.key.substr(10));
        }
    }
    return {};
}

}

std::string_view local_name(std::string_view name)
{
    const std::size_t colon = name.find(':');
    return colon != std::string_view::npos && name.starts_with("srl_nokia") ? name.substr(colon + 1) : name;
}

Notation notation_of(std::string_view text)
{
    while (!text.empty()) {
        const std::string_view line = without_prompt(trimmed(ascii::take_until(text, '\n')));
        if (is_foreign(line) || line.starts_with("info"))
            continue;
        return line.front() == '{' ? Notation::json : is_line_verb(line) ? Notation::lines : Notation::blocks;
    }
    return Notation::blocks;
}

Detection detect(const Source& source)
{
    if (notation_of(source.text()) != Notation::json)
        return {};
    constexpr std::size_t looked_at = std::size_t{64} << 10;
    const std::string_view text = source.text().substr(0, looked_at);
    const auto holds = [text](std::string_view part) { return text.find(part) != std::string_view::npos; };
    if (holds("\"srl_nokia-"))
        return {100, "JSON with members of Nokia's modules for SR Linux"};
    if (holds("\"ethernet-")
        && (holds("\"subinterface\"") || holds("\"interface-id\"") || holds("\"pfc-mapping-profile\"")))
        return {80, "JSON in the hierarchy of SR Linux"};
    return {};
}

Tree parse(const Source& source)
{
    const Notation notation = notation_of(source.text());
    return notation == Notation::json ? parse_json(source) : TextReader(source, notation).read();
}

std::string_view identity(const Tree& tree)
{
    if (tree.root == nullptr)
        return {};
    std::string_view name;
    switch (notation_of(tree.source->text())) {
    case Notation::lines:
        name = name_in_lines(*tree.root);
        break;
    case Notation::blocks:
        name = name_in_blocks(*tree.root);
        break;
    case Notation::json:
        if (const Node* host = member(member(member(tree.root, "system"), "name"), "host-name");
            host != nullptr)
            return host->value;
        break;
    }
    const bool is_quoted = name.size() >= 2 && name.front() == '"' && name.back() == '"';
    return is_quoted ? name.substr(1, name.size() - 2) : name;
}

}
