// SPDX-License-Identifier: Apache-2.0
// Alias bombs are rejected by the number of nodes that they would create.
#include "models/syntax/yaml/yaml_nodes.h"

#include "models/syntax/yaml/yaml_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace rocelint {
namespace {

// An alias costs as many nodes as it repeats; beyond this limit the document is a bomb, not a configuration.
constexpr std::size_t max_repeated_nodes = 1'000'000;

// To describe a mistake takes a look at the whole text; of more, only the number is reported.
constexpr std::uint32_t most_described = 50;
// Each mistake takes a new parser of the library. A text with this many is not YAML.
constexpr std::uint32_t most_mistakes = 1000;

std::size_t size_of(const Node& top)
{
    std::size_t count = 0;
    std::vector<const Node*> waiting{&top};
    while (!waiting.empty() && count <= max_repeated_nodes) {
        const Node* node = waiting.back();
        waiting.pop_back();
        ++count;
        for (const Node& child : *node)
            waiting.push_back(&child);
    }
    return count;
}

// Where the first document from `at` on begins with "---".
std::size_t next_document(std::string_view text, std::size_t at)
{
    constexpr std::string_view marker = "---";
    for (at = text.find(marker, at); at != std::string_view::npos; at = text.find(marker, at + 1)) {
        const std::size_t end = at + marker.size();
        const bool begins_line = at == 0 || text[at - 1] == '\n';
        if (begins_line
            && (end == text.size() || std::string_view(" \t\r\n").find(text[end]) != std::string_view::npos))
            return at;
    }
    return text.size();
}

// A null of the core schema (YAML 1.2.2 section 10.3.2).
bool is_null(std::string_view text)
{
    return text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL";
}

}

YamlNodes::YamlNodes(const Source& source, YamlAuthor author, Documents documents)
    : source_(source)
    , author_(author)
    , builder_(source,
          author == YamlAuthor::person ? TreeBuilder::EqualKeys::mistake
                                       : TreeBuilder::EqualKeys::last_is_used)
    , text_(source.text())
    , reads_all_(documents == Documents::all)
{
    take_text();
    if (!reads_all_)
        return;
    hide_template_marks();
    builder_.open(builder_.make_node(Node::Kind::array, 0, 0));
}

// Of "numVfs: {{ .Values.vfs }}" only the value is missing, but to YAML it is a mapping as a key. Lines of nothing but
// marks, "{{- if .Values.roce }}", are left out; so are those of a comment, "{{- /*".
void YamlNodes::hide_template_marks()
{
    constexpr std::string_view open = "{{";
    constexpr std::size_t longest = 4096; // of a mark
    if (text_.find(open) == std::string_view::npos)
        return;
    char* copy = builder_.arena().bytes(text_.size());
    std::memcpy(copy, text_.data(), text_.size());
    const auto fill = [copy](std::size_t from, std::size_t to, char c) {
        std::replace_if(
            copy + from, copy + to, [](char old) { return old != '\n'; }, c);
    };
    const auto is_blank
        = [](std::string_view text) { return text.find_first_not_of(" \t\r") == std::string_view::npos; };
    std::vector<std::pair<std::size_t, std::size_t>>
        alone; // marks of this line, with nothing before or between them
    bool is_alone = true;
    std::size_t behind = 0; // the mark before
    for (std::size_t at = text_.find(open); at != std::string_view::npos; at = text_.find(open, at)) {
        const std::string_view between = text_.substr(behind, at - behind);
        const std::size_t feed = between.rfind('\n');
        if (behind == 0 || feed != std::string_view::npos) {
            alone.clear();
            is_alone = true;
        }
        is_alone = is_alone && is_blank(between.substr(feed == std::string_view::npos ? 0 : feed + 1));
        const std::size_t length = text_.substr(at, longest).find("}}");
        const std::size_t end = length == std::string_view::npos ? text_.size() : at + length + 2;
        const bool is_one_line = text_.substr(at, end - at).find('\n') == std::string_view::npos;
        if (length == std::string_view::npos || (!is_one_line && !is_alone)) {
            is_alone = false;
            at += open.size();
            behind = at;
            continue;
        }
        fill(at, end, '_');
        if (is_alone)
            alone.emplace_back(at, end);
        const std::size_t next = std::min(text_.find_first_not_of(" \t\r", end), text_.size());
        if (is_alone && (next == text_.size() || text_[next] == '\n')) {
            for (const auto& [from, to] : alone)
                fill(from, to, ' ');
        }
        at = behind = end;
    }
    text_ = {copy, text_.size()};
}

// One bad byte must not affect other lines, whichever library reads them.
void YamlNodes::take_text()
{
    BadBytes bad = find_bad_bytes(text_, 0);
    if (bad.length == 0)
        return;
    builder_.problem(SyntaxProblem::Severity::warning,
        {source_.id(), static_cast<std::uint32_t>(bad.at), static_cast<std::uint32_t>(bad.length)},
        bad.is_utf8 ? "this control character is not allowed in YAML; it is read as '?'"
                    : "this byte is not UTF-8; it is read as '?'");
    char* copy = builder_.arena().bytes(text_.size());
    std::memcpy(copy, text_.data(), text_.size());
    for (; bad.length > 0; bad = find_bad_bytes(text_, bad.at + bad.length))
        std::memset(copy + bad.at, '?', bad.length);
    text_ = {copy, text_.size()};
}

bool YamlNodes::expects_key() const
{
    return !pending_key_ && innermost() != nullptr && innermost()->kind == Node::Kind::object;
}

bool YamlNodes::in_flow() const { return !styles_.empty() && styles_.back() == Style::flow; }

void YamlNodes::open(std::uint32_t at, Node::Kind kind, Style style, std::string_view anchor)
{
    if (builder_.depth() >= max_depth)
        return stop(YamlMistake::too_deep, at);
    if (expects_key())
        return stop(YamlMistake::complex_key, at);
    const std::uint32_t begin = after_blanks(text_, after_properties(text_, at));
    Node* node = member(begin, kind);
    remember(anchor, node);
    builder_.open(node);
    styles_.push_back(style);
    last_end_ = begin + (style == Style::flow ? 1 : 0);
}

void YamlNodes::close()
{
    builder_.close();
    styles_.pop_back();
}

void YamlNodes::scalar(const Scalar& scalar)
{
    const std::string_view kept = builder_.arena().keep(scalar.text);
    std::uint32_t at = after_properties(text_, scalar.at);
    if (!scalar.text.empty() || !scalar.is_plain)
        at = after_blanks(text_, at);
    const std::uint32_t end = std::max(scalar.end, at);
    last_end_ = end;
    const bool is_nothing
        = author_ == YamlAuthor::person && scalar.is_plain && !scalar.has_tag && is_null(scalar.text);
    if (expects_key()) {
        pending_key_ = Key{kept, at, end - at};
        if (scalar.anchor.empty())
            return;
        Node* named = builder_.arena().make<Node>();
        named->kind = is_nothing ? Node::Kind::null : Node::Kind::string;
        named->value = is_nothing ? std::string_view{} : kept;
        return remember(scalar.anchor, named);
    }
    Node* node = member(at, is_nothing ? Node::Kind::null : Node::Kind::string);
    node->value = is_nothing ? std::string_view{} : kept;
    const bool is_quoted = at < end && (text_[at] == '"' || text_[at] == '\'') && !scalar.is_plain;
    const std::uint32_t quote = is_quoted ? 1 : 0;
    node->value_offset += quote;
    node->value_length = end - quote > node->value_offset ? end - quote - node->value_offset : 0;
    node->length = end > node->offset ? end - node->offset : 0;
    remember(scalar.anchor, node);
    builder_.add(node);
}

void YamlNodes::alias(std::uint32_t at, std::string_view name)
{
    const auto length = static_cast<std::uint32_t>(name.size() + 1);
    const auto found = anchors_.find(name);
    if (found == anchors_.end())
        return stop(YamlMistake::unknown_alias, at);
    const Node& target = *found->second;
    if (builder_.is_open(&target))
        return stop(YamlMistake::open_alias, at);
    if (expects_key()) {
        if (target.is_container())
            return stop(YamlMistake::complex_key, at);
        pending_key_ = Key{target.value, at, length};
        last_end_ = at + length;
        return;
    }
    // A mistake inside the alias would be reported at the anchor's line, which is correct there.
    if (author_ == YamlAuthor::person && target.is_container())
        return stop(YamlMistake::container_alias, at);
    repeated_ += size_of(target);
    if (repeated_ > max_repeated_nodes)
        return stop(YamlMistake::alias_bomb, at);
    Node* node = member(at, target.kind);
    node->value = target.value;
    node->first = target.first;
    node->child_count = target.child_count;
    node->value_length = length;
    if (!target.is_container())
        node->length = at + length - node->offset;
    last_end_ = at + length;
    builder_.add(node);
}

void YamlNodes::document(std::uint32_t at)
{
    if (reads_all_) {
        anchors_.clear();
        return;
    }
    if (documents_++ == 0)
        return;
    builder_.problem(SyntaxProblem::Severity::warning,
        {source_.id(), at, std::min(3U, static_cast<std::uint32_t>(text_.size()) - at)},
        "a second document begins here; it is not read");
    builder_.stop_reading_at(at);
    stopped_ = true;
}

Node* YamlNodes::member(std::uint32_t at, Node::Kind kind)
{
    const bool is_container = kind == Node::Kind::object || kind == Node::Kind::array;
    Node* node = pending_key_ ? builder_.make_node(kind, pending_key_->offset, pending_key_->length)
                              : builder_.make_node(kind, at, is_container ? 1 : 0);
    if (pending_key_)
        node->key = pending_key_->text;
    pending_key_.reset();
    node->value_offset = at;
    return node;
}

void YamlNodes::remember(std::string_view anchor, const Node* node)
{
    if (!anchor.empty())
        anchors_[std::string(anchor)] = node;
}

void YamlNodes::stop(YamlMistake mistake, std::uint32_t at)
{
    stopped_ = true;
    stopped_at_ = at;
    if (++mistakes_ > most_described) {
        if (mistakes_ == most_described + 1)
            undescribed_at_ = at;
        return;
    }
    const bool is_open = builder_.innermost() != nullptr;
    const YamlContext context{text_, is_open ? builder_.innermost() : builder_.root(), in_flow(), is_open};
    YamlMessage message = describe(mistake, std::min(at, static_cast<std::uint32_t>(text_.size())), context);
    stopped_at_ = message.at;
    report(message.at, std::move(message.words));
    if (!reads_all_)
        builder_.stop_reading_at(message.at);
}

void YamlNodes::report(std::uint32_t at, std::string message)
{
    builder_.problem(SyntaxProblem::Severity::error,
        {source_.id(), at, at < source_.size() ? 1U : 0U},
        std::move(message));
}

std::uint32_t YamlNodes::skip_document(std::uint32_t from)
{
    while (!styles_.empty())
        close();
    pending_key_.reset();
    stopped_ = false;
    const std::size_t begin = line_start(text_, stopped_at_);
    std::size_t end = next_document(text_, std::max(begin, std::size_t{from} + 1));
    if (mistakes_ >= most_mistakes && end < text_.size()) {
        left_from_ = static_cast<std::uint32_t>(end);
        end = text_.size();
    }
    Node* rest = builder_.make_node(Node::Kind::lines, stopped_at_, 0);
    rest->value_length = end > begin ? count_lines(text_.substr(begin, end - begin)) : 1;
    builder_.add(rest);
    return static_cast<std::uint32_t>(end);
}

Tree YamlNodes::finish()
{
    if (mistakes_ == most_described + 1)
        report(undescribed_at_, "this document is not valid YAML either");
    else if (mistakes_ > most_described)
        report(undescribed_at_,
            fmt::format(
                "this document and {} more after it are not valid YAML", mistakes_ - most_described - 1));
    if (left_from_)
        report(*left_from_,
            fmt::format("{} documents are not valid YAML, so the file is not read from here on", mistakes_));
    return builder_.finish();
}

}
