// SPDX-License-Identifier: Apache-2.0
// Turns libyaml's events into nodes: this is fast, and `on` stays a word. An alias bomb is refused by the
// number of nodes that it would create.
#include "models/syntax/yaml_tree.h"

#include "models/syntax/tree_builder.h"

#include <fmt/format.h>
#include <yaml.h>

#include <map>
#include <optional>
#include <string>

namespace rocelint {
namespace {

// libyaml's marks count code points; Spans count bytes. Marks of successive events do not decrease, except
// that an event's end may lie past the next event's start. So the last known pair is kept and moved forward
// or back.
class ByteOffsets {
public:
    explicit ByteOffsets(std::string_view text) : text_(text) { }
    std::uint32_t at(std::size_t code_point)
    {
        while (point_ < code_point && byte_ < text_.size()) {
            ++byte_;
            while (byte_ < text_.size() && is_continuation(byte_))
                ++byte_;
            ++point_;
        }
        while (point_ > code_point && byte_ > 0) {
            --byte_;
            while (byte_ > 0 && is_continuation(byte_))
                --byte_;
            --point_;
        }
        return static_cast<std::uint32_t>(byte_);
    }

private:
    [[nodiscard]] bool is_continuation(std::size_t at) const
    {
        return (static_cast<unsigned char>(text_[at]) & 0xc0U) == 0x80U;
    }
    std::string_view text_;
    std::size_t byte_ = 0;
    std::size_t point_ = 0;
};

class Event {
public:
    Event() = default;
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    ~Event() { yaml_event_delete(&event); }
    yaml_event_t event{};
};

std::string_view view(const yaml_char_t* text)
{
    return text == nullptr ? "" : reinterpret_cast<const char*>(text);
}

// Whether a plain scalar is a null of the core schema (YAML 1.2.2 section 10.3.2).
bool is_null(const yaml_event_t& event)
{
    const auto& data = event.data.scalar;
    const std::string_view text(reinterpret_cast<const char*>(data.value), data.length);
    return data.style == YAML_PLAIN_SCALAR_STYLE && data.tag == nullptr
        && (text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL");
}

// The author of the text.
enum class Writer : std::uint8_t { device, person };

class Reader {
public:
    Reader(const Source& source, Writer writer)
        : source_(source), writer_(writer), builder_(source), offsets_(source.text())
    {
        yaml_parser_initialize(&parser_);
        yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
        yaml_parser_set_input_string(
            &parser_, reinterpret_cast<const unsigned char*>(source.data()), source.size());
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    ~Reader() { yaml_parser_delete(&parser_); }

    Tree read()
    {
        while (!done_) {
            Event next;
            if (yaml_parser_parse(&parser_, &next.event) == 0) {
                stop(offsets_.at(parser_.problem_mark.index), problem());
                break;
            }
            take(next.event);
        }
        return builder_.finish();
    }

private:
    // An alias costs as many nodes as it repeats; beyond this limit the document is a bomb, not a
    // configuration.
    static constexpr std::size_t max_repeated_nodes = 1'000'000;

    // For example "did not find expected key while parsing a block mapping".
    [[nodiscard]] std::string problem() const
    {
        if (parser_.problem == nullptr)
            return "not YAML";
        return parser_.context == nullptr ? parser_.problem
                                          : fmt::format("{} {}", parser_.problem, parser_.context);
    }

    void take(const yaml_event_t& event)
    {
        switch (event.type) {
        case YAML_MAPPING_START_EVENT:
            open(event, Node::Kind::object, event.data.mapping_start.anchor);
            break;
        case YAML_SEQUENCE_START_EVENT:
            open(event, Node::Kind::array, event.data.sequence_start.anchor);
            break;
        case YAML_MAPPING_END_EVENT:
        case YAML_SEQUENCE_END_EVENT:
            builder_.close();
            break;
        case YAML_SCALAR_EVENT:
            scalar(event);
            break;
        case YAML_ALIAS_EVENT:
            alias(event);
            break;
        case YAML_DOCUMENT_START_EVENT:
            if (builder_documents_++ > 0) {
                const std::uint32_t at = offsets_.at(event.start_mark.index);
                builder_.problem(SyntaxProblem::Severity::warning,
                    {source_.id(), at, 3},
                    "a second document begins here; it is not read");
                builder_.stop_reading_at(at);
                done_ = true;
            }
            break;
        case YAML_STREAM_END_EVENT:
            done_ = true;
            break;
        default:
            break;
        }
    }

    void open(const yaml_event_t& event, Node::Kind kind, const yaml_char_t* anchor)
    {
        if (builder_.depth() >= max_depth) {
            stop(offsets_.at(event.start_mark.index), fmt::format("nested deeper than {} levels", max_depth));
            return;
        }
        if (expecting_key() && !pending_key_) {
            stop(offsets_.at(event.start_mark.index), "a mapping's key must be a scalar");
            return;
        }
        Node* node = member(event, kind);
        remember(anchor, node);
        builder_.open(node);
    }

    void scalar(const yaml_event_t& event)
    {
        const auto& data = event.data.scalar;
        const std::string_view text
            = builder_.arena().keep({reinterpret_cast<const char*>(data.value), data.length});
        if (expecting_key() && !pending_key_) {
            const std::uint32_t from = offsets_.at(event.start_mark.index);
            pending_key_ = Key{text, from, offsets_.at(event.end_mark.index) - from};
            return;
        }
        const bool is_nothing = writer_ == Writer::person && is_null(event);
        Node* node = member(event, is_nothing ? Node::Kind::null : Node::Kind::string);
        node->value = is_nothing ? std::string_view{} : text;
        const std::uint32_t quote
            = data.style == YAML_SINGLE_QUOTED_SCALAR_STYLE || data.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE
            ? 1
            : 0;
        const std::uint32_t end = offsets_.at(event.end_mark.index);
        node->value_offset += quote;
        node->value_length = end - quote > node->value_offset ? end - quote - node->value_offset : 0;
        node->length = end > node->offset ? end - node->offset : 0;
        remember(data.anchor, node);
        builder_.add(node);
    }

    void alias(const yaml_event_t& event)
    {
        const std::string_view name = view(event.data.alias.anchor);
        const auto found = anchors_.find(name);
        const std::uint32_t at = offsets_.at(event.start_mark.index);
        if (found == anchors_.end() || (expecting_key() && !pending_key_)) {
            stop(at, fmt::format("the alias *{} has no anchor before it", name));
            return;
        }
        if (builder_.is_open(found->second)) {
            stop(at, fmt::format("the alias *{} is inside its own anchor", name));
            return;
        }
        // A mistake inside an alias would be reported at a line that is correct at its own place.
        if (writer_ == Writer::person && found->second->is_container()) {
            stop(at, "aliases of mappings and lists are not read in this file");
            return;
        }
        repeated_ += size_of(*found->second);
        if (repeated_ > max_repeated_nodes) {
            stop(at, "aliases repeat too much of the document");
            return;
        }
        Node* node = member(event, found->second->kind);
        node->value = found->second->value;
        node->first = found->second->first;
        node->child_count = found->second->child_count;
        builder_.add(node);
    }

    static std::size_t size_of(const Node& top)
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

    [[nodiscard]] bool expecting_key() const
    {
        return builder_.innermost() != nullptr && builder_.innermost()->kind == Node::Kind::object;
    }

    Node* member(const yaml_event_t& event, Node::Kind kind)
    {
        const std::uint32_t at = offsets_.at(event.start_mark.index);
        Node* node = nullptr;
        if (pending_key_) {
            node = builder_.make_node(kind, pending_key_->offset, pending_key_->length);
            node->key = pending_key_->text;
        } else {
            node = builder_.make_node(
                kind, at, kind == Node::Kind::string || kind == Node::Kind::null ? 0 : 1);
        }
        pending_key_.reset();
        node->value_offset = at;
        return node;
    }

    void remember(const yaml_char_t* anchor, const Node* node)
    {
        if (anchor != nullptr)
            anchors_[std::string(view(anchor))] = node;
    }

    void stop(std::uint32_t offset, std::string_view what)
    {
        offset = std::min(offset, static_cast<std::uint32_t>(source_.size()));
        builder_.problem(SyntaxProblem::Severity::error,
            {source_.id(), offset, offset < source_.size() ? 1U : 0U},
            std::string(what));
        builder_.stop_reading_at(offset);
        done_ = true;
    }

    struct Key {
        std::string_view text;
        std::uint32_t offset;
        std::uint32_t length;
    };
    const Source& source_;
    Writer writer_;
    TreeBuilder builder_;
    ByteOffsets offsets_;
    yaml_parser_t parser_{};
    std::optional<Key> pending_key_;
    std::map<std::string, const Node*, std::less<>> anchors_;
    std::size_t repeated_ = 0;
    int builder_documents_ = 0;
    bool done_ = false;
};

}

Tree parse_yaml(const Source& source) { return Reader(source, Writer::device).read(); }
Tree parse_yaml_document(const Source& source) { return Reader(source, Writer::person).read(); }

}
