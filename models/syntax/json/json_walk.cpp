// SPDX-License-Identifier: Apache-2.0
// The only user of simdjson. It uses the On-Demand API, because that provides offsets for Spans and copies
// only escaped strings.
#include "models/syntax/json/json_walk.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cstring>
#include <variant>

namespace rocelint {
namespace {

namespace ondemand = simdjson::ondemand;

class Walk {
public:
    Walk(TreeBuilder& builder, const JsonPart& part, ondemand::parser& parser, ondemand::document& document)
        : builder_(builder), text_(part.text), base_(part.offset), parser_(parser), document_(document)
    {
    }

    std::optional<JsonMistake> run()
    {
        ondemand::json_type type{};
        if (const auto error = document_.type().get(type))
            return mistake(error);
        auto wrong_root = type == ondemand::json_type::object
            ? open_root<ondemand::object>(document_.get_object(), Node::Kind::object)
            : open_root<ondemand::array>(document_.get_array(), Node::Kind::array);
        if (wrong_root)
            return wrong_root;
        while (!open_.empty()) {
            auto wrong = std::holds_alternative<OpenObject>(open_.back()) ? step_object() : step_array();
            if (wrong)
                return wrong;
        }
        const char* rest = nullptr;
        if (document_.current_location().get(rest) == simdjson::SUCCESS && offset_of(rest) < text_.size())
            return JsonMistake{offset_of(rest), "text follows the end of the JSON document"};
        return std::nullopt;
    }

private:
    struct OpenObject {
        ondemand::object_iterator at;
        ondemand::object_iterator end;
    };
    struct OpenArray {
        ondemand::array_iterator at;
        ondemand::array_iterator end;
    };
    using Open = std::variant<OpenObject, OpenArray>;

    template <class Value, class Opened>
    std::optional<JsonMistake> open_root(Opened&& opened, Node::Kind kind)
    {
        Value value;
        if (const auto error = std::forward<Opened>(opened).get(value))
            return mistake(error);
        return open_container(value, builder_.make_node(kind, place(first_json_token(text_)), 1));
    }

    std::optional<JsonMistake> open_container(ondemand::object& value, Node* node)
    {
        ondemand::object_iterator begin;
        ondemand::object_iterator end;
        if (const auto error = value.begin().get(begin))
            return mistake(error);
        if (const auto error = value.end().get(end))
            return mistake(error);
        builder_.open(node);
        open_.push_back(OpenObject{begin, end});
        return std::nullopt;
    }

    std::optional<JsonMistake> open_container(ondemand::array& value, Node* node)
    {
        ondemand::array_iterator begin;
        ondemand::array_iterator end;
        if (const auto error = value.begin().get(begin))
            return mistake(error);
        if (const auto error = value.end().get(end))
            return mistake(error);
        builder_.open(node);
        open_.push_back(OpenArray{begin, end});
        return std::nullopt;
    }

    std::optional<JsonMistake> step_object()
    {
        auto& open = std::get<OpenObject>(open_.back());
        if (!(open.at != open.end))
            return close_container();
        ondemand::field field;
        if (const auto error = (*open.at).get(field))
            return mistake(error);
        const char* raw = field.key().raw();
        const JsonString written = json_string_at(text_, raw);
        const std::size_t key_offset = offset_of(raw) - 1;
        last_good_ = key_offset;
        Node* node = builder_.make_node(
            Node::Kind::string, place(key_offset), static_cast<std::uint32_t>(written.length) + 2);
        auto key = decode(field.key(), raw, written);
        if (!key)
            return JsonMistake{key_offset, "this key has an invalid escape"};
        node->key = *key;
        ondemand::value value = field.value();
        return take_value(value, node);
    }

    std::optional<JsonMistake> step_array()
    {
        auto& open = std::get<OpenArray>(open_.back());
        if (!(open.at != open.end))
            return close_container();
        ondemand::value value;
        if (const auto error = (*open.at).get(value))
            return mistake(error);
        return take_value(value, nullptr);
    }

    std::optional<JsonMistake> close_container()
    {
        open_.pop_back();
        builder_.close();
        if (!open_.empty())
            advance();
        return std::nullopt;
    }

    void advance()
    {
        if (auto* object = std::get_if<OpenObject>(&open_.back()))
            ++object->at;
        else
            ++std::get<OpenArray>(open_.back()).at;
    }

    // `node` is the member with this value, or null for an array's element.
    std::optional<JsonMistake> take_value(ondemand::value& value, Node* node)
    {
        const std::string_view token = value.raw_json_token();
        if (token.empty())
            return mistake(simdjson::TAPE_ERROR);
        const std::size_t offset = offset_of(token.data());
        last_good_ = offset;
        if (node == nullptr)
            node = builder_.make_node(Node::Kind::string, place(offset), 1);
        node->value_offset = place(offset);
        if (token.front() == '{' || token.front() == '[')
            return take_container(value, node, token.front() == '{');
        if (auto wrong = take_scalar(value, node, token))
            return wrong;
        node->length = node->value_offset + node->value_length + (node->kind == Node::Kind::string ? 1 : 0)
            - node->offset;
        builder_.add(node);
        advance();
        return std::nullopt;
    }

    std::optional<JsonMistake> take_container(ondemand::value& value, Node* node, bool is_object)
    {
        if (open_.size() >= max_depth)
            return JsonMistake{last_good_, fmt::format("nested deeper than {} levels", max_depth)};
        node->kind = is_object ? Node::Kind::object : Node::Kind::array;
        node->value_length = 1;
        if (is_object) {
            ondemand::object object;
            if (const auto error = value.get_object().get(object))
                return mistake(error);
            return open_container(object, node);
        }
        ondemand::array array;
        if (const auto error = value.get_array().get(array))
            return mistake(error);
        return open_container(array, node);
    }

    std::optional<JsonMistake> take_scalar(ondemand::value& value, Node* node, std::string_view token)
    {
        if (token.front() == '"') {
            ondemand::raw_json_string raw;
            if (const auto error = value.get_raw_json_string().get(raw))
                return mistake(error);
            const JsonString written = json_string_at(text_, raw.raw());
            auto text = decode(raw, raw.raw(), written);
            if (!text)
                return JsonMistake{last_good_, "this string has an invalid escape"};
            node->kind = Node::Kind::string;
            node->value = *text;
            node->value_offset += 1;
            node->value_length = static_cast<std::uint32_t>(written.length);
            return std::nullopt;
        }
        std::size_t length = 0;
        while (length < token.size() && std::strchr(" \t\r\n,]}:", token[length]) == nullptr)
            ++length;
        node->value = token.substr(0, length);
        node->value_length = static_cast<std::uint32_t>(length);
        if (node->value == "true" || node->value == "false")
            node->kind = Node::Kind::boolean;
        else if (node->value == "null")
            node->kind = Node::Kind::null;
        else if (is_json_number(node->value))
            node->kind = Node::Kind::number;
        else
            return JsonMistake{last_good_,
                fmt::format("a JSON value is expected here, not '{}'", node->value.substr(0, 20))};
        return std::nullopt;
    }

    std::optional<std::string_view> decode(
        ondemand::raw_json_string raw, const char* begin, const JsonString& written)
    {
        if (!written.escaped)
            return std::string_view(begin, written.length);
        auto* out = reinterpret_cast<std::uint8_t*>(builder_.arena().bytes(written.length + Source::padding));
        std::string_view decoded;
        if (parser_.unescape(raw, out).get(decoded))
            return std::nullopt;
        return decoded;
    }

    [[nodiscard]] std::uint32_t place(std::size_t offset) const
    {
        return static_cast<std::uint32_t>(base_ + offset);
    }
    [[nodiscard]] std::size_t offset_of(const char* at) const
    {
        return static_cast<std::size_t>(at - text_.data());
    }

    JsonMistake mistake(simdjson::error_code error)
    {
        std::size_t offset = last_good_;
        const char* location = nullptr;
        if (document_.current_location().get(location) == simdjson::SUCCESS
            && offset_of(location) <= text_.size())
            offset = std::max(offset, offset_of(location));
        if (error == simdjson::INCOMPLETE_ARRAY_OR_OBJECT)
            return {offset, "the document ends before its brackets are closed"};
        if (error == simdjson::TAPE_ERROR)
            return {
                offset, "this is not JSON: a comma, a colon, a closing bracket or a value is missing here"};
        return {offset, simdjson::error_message(error)};
    }

    TreeBuilder& builder_;
    std::string_view text_;
    std::size_t base_;
    ondemand::parser& parser_;
    ondemand::document& document_;
    std::vector<Open> open_;
    std::size_t last_good_ = 0;
};

}

bool is_utf8(std::string_view text) { return simdjson::validate_utf8(text.data(), text.size()); }

JsonWalk walk_json(TreeBuilder& builder, const JsonPart& part)
{
    using Opened = JsonWalk::Opened;
    // The parser's buffers are several times the size of the text, and touching new memory takes as long as
    // finding the structure. So the buffers for files of usual size are kept for the next file.
    thread_local ondemand::parser kept;
    ondemand::parser of_large;
    constexpr std::size_t usual_size = std::size_t{1} << 20;
    ondemand::parser& parser = part.size <= usual_size ? kept : of_large;
    ondemand::document document;
    const std::size_t readable = std::max(part.size, part.text.size()) + Source::padding;
    const auto error
        = parser.iterate(simdjson::padded_string_view(part.text.data(), part.size, readable)).get(document);
    if (!error)
        return {Opened::yes, Walk(builder, part, parser, document).run()};
    const bool bad_string = error == simdjson::UNCLOSED_STRING || error == simdjson::UNESCAPED_CHARS;
    return {bad_string ? Opened::bad_string : Opened::no,
        JsonMistake{first_json_token(part.text), simdjson::error_message(error)}};
}

}
