// SPDX-License-Identifier: Apache-2.0
// A correction must not reformat a file that is generated elsewhere and kept in version control. So edits
// follow the layout of neighboring members and write only the change.
#include "models/syntax/json/json_edit.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {
namespace {

constexpr std::string_view blanks = " \t";

// A string in RFC 8259 syntax.
std::string quoted(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        if (static_cast<unsigned char>(c) < 0x20)
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        else
            out += c;
    }
    return out + '"';
}

std::uint32_t bracket_of(const Node& node) { return node.key.empty() ? node.offset : node.value_offset; }

// The layout of the members of one object.
struct Layout {
    std::string line_end; ///< empty if everything is on one line
    std::string indent; ///< of a member
    std::string unit; ///< the additional indentation of one level
    std::string colon = ": ";
};

std::string_view indent_before(std::string_view text, std::size_t offset)
{
    const std::size_t line = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
    const std::size_t start = line == std::string_view::npos ? 0 : line + 1;
    const std::size_t end = text.find_first_not_of(blanks, start);
    return text.substr(start, std::min(end, offset) - start);
}

// Whether there are only blanks between the start of the line and `offset`.
bool begins_line(std::string_view text, std::size_t offset)
{
    const std::size_t at = text.substr(0, offset).find_last_not_of(blanks);
    return at != std::string_view::npos && text[at] == '\n';
}

std::string line_end_of(std::string_view text)
{
    const std::size_t at = text.find('\n');
    if (at == std::string_view::npos)
        return {};
    return at > 0 && text[at - 1] == '\r' ? "\r\n" : "\n";
}

// The additional indentation of one level, from the document's first indented line.
std::string unit_of(const Tree& tree)
{
    const std::string_view text = tree.source->text();
    const Node* first = tree.root == nullptr ? nullptr : tree.root->first;
    if (first == nullptr || !begins_line(text, first->offset))
        return "    ";
    const std::string_view inner = indent_before(text, first->offset);
    const std::string_view outer = indent_before(text, tree.root->offset);
    return inner.size() > outer.size() ? std::string(inner.substr(outer.size())) : "    ";
}

Layout layout_of(const Tree& tree, const Node& object)
{
    const std::string_view text = tree.source->text();
    Layout layout;
    layout.unit = unit_of(tree);
    const bool on_lines = object.first != nullptr ? begins_line(text, object.first->offset)
                                                  : begins_line(text, object.offset);
    if (on_lines) {
        layout.line_end = line_end_of(text);
        layout.indent = object.first != nullptr
            ? std::string(indent_before(text, object.first->offset))
            : std::string(indent_before(text, object.offset)) + layout.unit;
    }
    const Node* sample = object.first != nullptr ? object.first : &object;
    if (!sample->key.empty()) {
        const std::size_t colon = text.find(':', sample->offset + sample->key.size());
        layout.colon = colon != std::string_view::npos && text[colon + 1] != ' ' ? ":" : ": ";
    }
    return layout;
}

void write(std::string& out, const JsonValue& value, const Layout& layout, const std::string& indent)
{
    if (!value.is_object && !value.is_list) {
        out += quoted(value.text);
        return;
    }
    const std::string inner = indent + layout.unit;
    out += value.is_list ? '[' : '{';
    bool first = true;
    for (const JsonValue& member : value.members) {
        out += first ? "" : layout.line_end.empty() && layout.colon == ": " ? ", " : ",";
        if (!layout.line_end.empty())
            out += layout.line_end + inner;
        if (!value.is_list)
            out += quoted(member.key) + layout.colon;
        write(out, member, layout, inner);
        first = false;
    }
    if (!layout.line_end.empty() && !value.members.empty())
        out += layout.line_end + indent;
    out += value.is_list ? ']' : '}';
}

}

JsonValue json_text_value(std::string_view text)
{
    JsonValue value;
    value.text = text;
    return value;
}

JsonValue json_list_value(const std::vector<std::string>& elements)
{
    JsonValue value;
    for (const std::string& element : elements)
        value.members.push_back(json_text_value(element));
    value.is_list = true;
    return value;
}

JsonValue json_object_value(std::vector<std::pair<std::string, JsonValue>> members)
{
    JsonValue value;
    value.members.reserve(members.size());
    for (std::pair<std::string, JsonValue>& member : members) {
        value.members.push_back(std::move(member.second));
        value.members.back().key = std::move(member.first);
    }
    value.is_object = true;
    return value;
}

std::string to_json(const JsonValue& value)
{
    std::string out;
    write(out, value, {}, {});
    return out;
}

std::uint32_t json_end(const Tree& tree, const Node& node)
{
    if (!node.is_container())
        return node.value_offset + node.value_length + (node.kind == Node::Kind::string ? 1U : 0U);
    const std::string_view text = tree.source->text();
    std::uint32_t depth = 0;
    bool in_string = false;
    for (std::uint32_t at = bracket_of(node); at < text.size(); ++at) {
        const char c = text[at];
        if (in_string) {
            at += c == '\\' ? 1 : 0;
            in_string = c != '"';
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if ((c == '}' || c == ']') && --depth == 0) {
            return at + 1;
        }
    }
    return static_cast<std::uint32_t>(text.size());
}

void JsonEditor::replace(const Node& node, const JsonValue& value)
{
    const Layout layout = layout_of(*tree_, node);
    std::string text;
    const bool bare = node.kind == Node::Kind::number || node.kind == Node::Kind::boolean;
    if (bare && !value.is_object)
        text = value.text;
    else
        write(text, value, layout, std::string(indent_before(tree_->source->text(), node.offset)));
    const std::uint32_t from = node.kind == Node::Kind::string ? node.value_offset - 1
        : node.is_container()                                  ? bracket_of(node)
                                                               : node.value_offset;
    replacements_.push_back({{tree_->source->id(), from, json_end(*tree_, node) - from}, std::move(text)});
}

void JsonEditor::add(const Node& object, std::string_view key, JsonValue value)
{
    Additions& additions = additions_[bracket_of(object)];
    additions.object = &object;
    for (auto& [name, known] : additions.members) {
        if (name == key) {
            known = std::move(value);
            return;
        }
    }
    additions.members.emplace_back(key, std::move(value));
}

void JsonEditor::remove(const Node& parent, const Node& member)
{
    Removals& removals = removals_[bracket_of(parent)];
    removals.parent = &parent;
    if (std::ranges::find(removals.members, &member) == removals.members.end())
        removals.members.push_back(&member);
}

std::vector<Edit> JsonEditor::finish() const
{
    std::vector<Edit> edits = replacements_;
    for (const auto& [offset, removals] : removals_)
        write_removals(removals, edits);
    for (const auto& [offset, additions] : additions_)
        write_additions(additions, edits);
    return edits;
}

void JsonEditor::write_additions(const Additions& additions, std::vector<Edit>& edits) const
{
    const Node& object = *additions.object;
    const Layout layout = layout_of(*tree_, object);
    const auto removed = removals_.find(bracket_of(object));
    const Node* last = nullptr;
    for (const Node& member : object) {
        const bool goes = removed != removals_.end()
            && std::ranges::find(removed->second.members, &member) != removed->second.members.end();
        last = goes ? last : &member;
    }
    std::string text;
    for (const auto& [key, value] : additions.members) {
        const bool first = text.empty() && last == nullptr;
        text += first ? "" : layout.line_end.empty() && layout.colon == ": " ? ", " : ",";
        text += layout.line_end.empty() ? "" : layout.line_end + layout.indent;
        text += quoted(key) + layout.colon;
        write(text, value, layout, layout.indent);
    }
    const std::uint32_t at = last != nullptr ? json_end(*tree_, *last) : bracket_of(object) + 1;
    const bool was_empty = object.first == nullptr;
    std::uint32_t length = 0;
    if (was_empty) {
        length = json_end(*tree_, object) - 1 - at;
        if (!layout.line_end.empty())
            text += layout.line_end + std::string(indent_before(tree_->source->text(), object.offset));
    }
    edits.push_back({{tree_->source->id(), at, length}, std::move(text)});
}

// Removes a member with the comma before it; the first members with the comma after them.
void JsonEditor::write_removals(const Removals& removals, std::vector<Edit>& edits) const
{
    const auto goes = [&](const Node& member) {
        return std::ranges::find(removals.members, &member) != removals.members.end();
    };
    const Node* stays = nullptr;
    const Node* before = nullptr;
    for (const Node& member : *removals.parent) {
        if (goes(member)) {
            const bool first_left = stays == nullptr;
            const std::uint32_t from = first_left ? member.offset : json_end(*tree_, *before);
            const std::uint32_t to
                = first_left && member.next != nullptr ? member.next->offset : json_end(*tree_, member);
            edits.push_back({{tree_->source->id(), from, to - from}, {}});
        } else {
            stays = &member;
        }
        before = &member;
    }
}

}
