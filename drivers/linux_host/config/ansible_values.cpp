// SPDX-License-Identifier: Apache-2.0
// Of Jinja only the names of variables are followed; filters, tests and arithmetic are not.
#include "drivers/linux_host/config/ansible_values.h"

#include "models/fabric/value/priority.h"
#include "models/text/ascii.h"

namespace rocelint::linux_host {
namespace {

constexpr int deepest_value = 4; // a variable that is made of variables
constexpr std::size_t longest_value = 4096;

bool is_name_character(char c) { return ascii::is_letter_or_digit(c) || c == '_'; }

std::string_view take_name(std::string_view& text)
{
    std::size_t end = 0;
    while (end < text.size() && is_name_character(text[end]))
        ++end;
    const std::string_view name = text.substr(0, end);
    text.remove_prefix(end);
    return name;
}

const Node* entry_at(const Node& list, std::string_view number)
{
    const auto wanted = parse_number(number);
    if (!wanted)
        return nullptr;
    std::uint64_t index = 0;
    for (const Node& entry : list) {
        if (index++ == *wanted)
            return &entry;
    }
    return nullptr;
}

}

void AnsibleValues::add(const Node* mapping)
{
    if (mapping == nullptr || mapping->kind != Node::Kind::object)
        return;
    for (const Node& value : *mapping)
        set(value.key, &value);
}

const Node* AnsibleValues::find(std::string_view expression) const
{
    std::string_view rest = ascii::trimmed(expression, ascii::is_white);
    const std::string_view name = take_name(rest);
    const auto found = values_.find(name);
    const Node* at = name.empty() || found == values_.end() ? nullptr : found->second;
    while (at != nullptr && !rest.empty()) {
        if (rest.starts_with('.')) {
            rest.remove_prefix(1);
            at = at->child(take_name(rest));
            continue;
        }
        const std::size_t close = rest.find(']');
        if (!rest.starts_with('[') || close == std::string_view::npos)
            return nullptr;
        std::string_view key = rest.substr(1, close - 1);
        rest.remove_prefix(close + 1);
        const bool quoted
            = key.size() > 2 && (key.front() == '\'' || key.front() == '"') && key.back() == key.front();
        at = quoted ? at->child(key.substr(1, key.size() - 2)) : entry_at(*at, key);
    }
    return at;
}

std::optional<std::string> AnsibleValues::text_of(std::string_view expression) const
{
    const Node* value = find(expression);
    if (value == nullptr || !value->is_scalar())
        return std::nullopt;
    return filled(value->value, 1);
}

std::optional<std::string> AnsibleValues::filled(std::string_view text) const { return filled(text, 0); }

std::optional<std::string> AnsibleValues::filled(std::string_view text, int depth) const
{
    std::string out;
    while (!text.empty()) {
        const std::size_t open = text.find("{{");
        out += text.substr(0, open);
        if (open == std::string_view::npos)
            break;
        const std::size_t close = text.find("}}", open);
        if (close == std::string_view::npos || depth >= deepest_value)
            return std::nullopt;
        const Node* value = find(text.substr(open + 2, close - open - 2));
        if (value == nullptr || !value->is_scalar())
            return std::nullopt;
        const auto inner = filled(value->value, depth + 1);
        if (!inner || out.size() + inner->size() > longest_value)
            return std::nullopt;
        out += *inner;
        text.remove_prefix(close + 2);
    }
    if (out.find("{%") != std::string::npos)
        return std::nullopt;
    return out;
}

const Node* AnsibleValues::list_of(std::string_view text) const
{
    text = ascii::trimmed(text, ascii::is_white);
    if (!text.starts_with("{{") || !text.ends_with("}}") || text.size() < 5)
        return nullptr;
    const Node* list = find(text.substr(2, text.size() - 4));
    return list != nullptr && list->kind == Node::Kind::array ? list : nullptr;
}

}
