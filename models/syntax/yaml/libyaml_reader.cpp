// SPDX-License-Identifier: Apache-2.0
// Builds nodes from libyaml's events: for machine-written texts, and for large texts by people.
#include "models/syntax/yaml/yaml_place.h"
#include "models/syntax/yaml/yaml_readers.h"

#include <yaml.h>

#include <algorithm>

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

struct Complaint {
    std::string_view words; ///< the beginning of the library's message
    YamlMistake mistake;
    bool is_at_context = false; ///< the mistake is where the library began to scan
};

constexpr Complaint complaints[] = {
    {"found a tab character", YamlMistake::tab},
    {"found unexpected end of stream", YamlMistake::open_quote, true},
    {"found unexpected document indicator", YamlMistake::open_quote, true},
    {"found unknown escape character", YamlMistake::escape},
    {"did not find expected hexdecimal number", YamlMistake::escape},
    {"found invalid Unicode character escape code", YamlMistake::escape},
    {"found character that cannot start any token", YamlMistake::first_character},
    {"block sequence entries are not allowed", YamlMistake::entry},
    {"mapping keys are not allowed", YamlMistake::key},
    {"mapping values are not allowed", YamlMistake::key},
    {"found unexpected ':'", YamlMistake::key},
    {"could not find expected ':'", YamlMistake::structure, true},
    {"did not find expected node content", YamlMistake::missing_value},
    {"did not find expected alphabetic or numeric character", YamlMistake::alias_name},
    {"found an indentation indicator equal to 0", YamlMistake::block_header},
    {"did not find expected comment or line break", YamlMistake::end_of_line},
    {"found undefined tag handle", YamlMistake::tag, true},
    {"found incompatible YAML document", YamlMistake::directive},
    {"found duplicate %", YamlMistake::directive},
    {"found unknown directive name", YamlMistake::directive},
    {"could not find expected directive name", YamlMistake::directive},
    {"found unexpected non-alphabetical character", YamlMistake::directive},
    {"did not find expected digit or '.' character", YamlMistake::directive},
    {"did not find expected version number", YamlMistake::directive},
    {"found extremely long version number", YamlMistake::directive},
    {"did not find expected <document start>", YamlMistake::structure},
    {"did not find expected key", YamlMistake::structure},
    {"did not find expected '-' indicator", YamlMistake::structure},
    {"did not find expected ',' or", YamlMistake::structure},
};

class Reader {
public:
    /// Reads the text from offset `from` on.
    Reader(YamlNodes& nodes, std::uint32_t from)
        : nodes_(nodes), text_(nodes.text()), from_(from), offsets_(text_.substr(from))
    {
        yaml_parser_initialize(&parser_);
        yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
        yaml_parser_set_input_string(
            &parser_, reinterpret_cast<const unsigned char*>(text_.data()) + from, text_.size() - from);
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    ~Reader() { yaml_parser_delete(&parser_); }

    void read()
    {
        while (!nodes_.stopped()) {
            Event next;
            if (yaml_parser_parse(&parser_, &next.event) == 0)
                return report();
            if (next.event.type == YAML_STREAM_END_EVENT)
                return;
            take(next.event);
        }
    }

private:
    void report()
    {
        const std::string_view problem = parser_.problem == nullptr ? "" : parser_.problem;
        const std::string_view context = parser_.context == nullptr ? "" : parser_.context;
        const auto* const found = std::ranges::find_if(
            complaints, [&](const Complaint& each) { return problem.starts_with(each.words); });
        const bool is_known = found != std::end(complaints);
        const std::uint32_t at = offset(
            is_known && found->is_at_context ? parser_.context_mark.index : parser_.problem_mark.index);
        const char here = at < text_.size() ? text_[at] : '\0';
        YamlMistake mistake = is_known ? found->mistake : YamlMistake::other;
        if (here == '\t' && mistake == YamlMistake::first_character)
            mistake = YamlMistake::tab;
        else if (context == "while scanning a block scalar" && mistake == YamlMistake::end_of_line)
            mistake = YamlMistake::block_header;
        else if (mistake == YamlMistake::missing_value && (here != ',' || !nodes_.in_flow()))
            mistake = here == '-' ? YamlMistake::entry : YamlMistake::structure;
        else if (!is_known
            && (context.ends_with("a tag") || context.ends_with("tag handle")
                || context.ends_with("%TAG directive")))
            mistake = YamlMistake::tag;
        if (!nodes_.reads_all() && mistake == YamlMistake::structure && follows_document_end(text_, at))
            return nodes_.document(at);
        nodes_.stop(mistake,
            mistake == YamlMistake::directive ? static_cast<std::uint32_t>(line_start(text_, at)) : at);
    }

    void take(const yaml_event_t& event)
    {
        switch (event.type) {
        case YAML_MAPPING_START_EVENT: {
            const auto& data = event.data.mapping_start;
            nodes_.open(start(event),
                Node::Kind::object,
                data.style == YAML_FLOW_MAPPING_STYLE ? YamlNodes::Style::flow : YamlNodes::Style::block,
                view(data.anchor));
            break;
        }
        case YAML_SEQUENCE_START_EVENT: {
            const auto& data = event.data.sequence_start;
            nodes_.open(start(event),
                Node::Kind::array,
                data.style == YAML_FLOW_SEQUENCE_STYLE ? YamlNodes::Style::flow : YamlNodes::Style::block,
                view(data.anchor));
            break;
        }
        case YAML_MAPPING_END_EVENT:
        case YAML_SEQUENCE_END_EVENT:
            nodes_.close();
            break;
        case YAML_SCALAR_EVENT:
            scalar(event);
            break;
        case YAML_ALIAS_EVENT:
            nodes_.alias(start(event), view(event.data.alias.anchor));
            break;
        case YAML_DOCUMENT_START_EVENT:
            nodes_.document(start(event));
            break;
        default:
            break;
        }
    }

    void scalar(const yaml_event_t& event)
    {
        const auto& data = event.data.scalar;
        const std::uint32_t at = start(event);
        std::uint32_t end = offset(event.end_mark.index);
        const bool is_block
            = data.style == YAML_LITERAL_SCALAR_STYLE || data.style == YAML_FOLDED_SCALAR_STYLE;
        // The end mark lies after the blank lines that follow the block.
        while (is_block && end > at
            && std::string_view(" \t\r\n").find(text_[end - 1]) != std::string_view::npos)
            --end;
        nodes_.scalar({.at = at,
            .end = end,
            .text = {reinterpret_cast<const char*>(data.value), data.length},
            .is_plain = data.style == YAML_PLAIN_SCALAR_STYLE,
            .has_tag = data.tag != nullptr,
            .anchor = view(data.anchor)});
    }

    [[nodiscard]] std::uint32_t start(const yaml_event_t& event) { return offset(event.start_mark.index); }
    [[nodiscard]] std::uint32_t offset(std::size_t code_point) { return from_ + offsets_.at(code_point); }

    YamlNodes& nodes_;
    std::string_view text_;
    std::uint32_t from_;
    ByteOffsets offsets_;
    yaml_parser_t parser_{};
};

}

void read_with_libyaml(YamlNodes& nodes)
{
    Reader(nodes, 0).read();
    for (std::uint32_t from = 0; nodes.reads_all() && nodes.stopped();) {
        from = nodes.skip_document(from);
        Reader(nodes, from).read();
    }
}

}
