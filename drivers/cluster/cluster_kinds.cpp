// SPDX-License-Identifier: Apache-2.0
// Looks for objects without parsing the text, which may be a template that is no YAML yet. kubectl prints objects as YAML
// or, with `-o json`, as JSON (Kubernetes documentation, kubectl Quick Reference, Formatting output).
#include "drivers/cluster/cluster_kinds.h"

#include "models/text/ascii.h"

#include <utility>
#include <vector>

namespace rocelint::cluster {
namespace {

// A plain or quoted word, without a comment after it.
std::string_view unquoted(std::string_view word)
{
    word = ascii::trimmed(word, ascii::is_blank_or_cr);
    if (word.starts_with('"') || word.starts_with('\'')) {
        const std::size_t end = word.find(word.front(), 1);
        return end == std::string_view::npos ? word : word.substr(1, end - 1);
    }
    return ascii::trimmed_back(word.substr(0, word.find(" #")), ascii::is_blank);
}

// Whether a text is JSON. A template of YAML may begin with "{{".
bool is_json(std::string_view text)
{
    text = ascii::trimmed_front(text, ascii::is_white);
    if (!text.starts_with('{') && !text.starts_with('['))
        return false;
    const char next = text.front() == '{' ? '"' : '{';
    return ascii::trimmed_front(text.substr(1), ascii::is_white).starts_with(next);
}

// Takes a string of JSON off the front of a text; without its quotes, as written.
std::string_view take_string(std::string_view& text)
{
    std::size_t end = 1;
    while (end < text.size() && text[end] != '"')
        end += text[end] == '\\' ? 2 : 1;
    end = std::min(end, text.size());
    const std::string_view inside = text.substr(1, end - 1);
    text.remove_prefix(std::min(end + 1, text.size()));
    return inside;
}

// An object or an array of JSON that has not ended yet.
struct OpenValue {
    bool has_version = false;
    bool has_body = false; ///< not only a reference to an object, as in "ownerReferences"
    std::string_view kind;
};

bool has_object_of_json(std::string_view text, std::span<const std::string_view> kinds)
{
    constexpr std::size_t deepest = 256;
    std::vector<OpenValue> open;
    std::string_view key; // of the value that follows
    while (!text.empty() && open.size() < deepest) {
        const char c = text.front();
        if (c != '"') {
            if (c == '{' || c == '[')
                open.emplace_back();
            else if ((c == '}' || c == ']') && !open.empty())
                open.pop_back();
            if (!ascii::is_white(c))
                key = {};
            text.remove_prefix(1);
            continue;
        }
        const std::string_view word = take_string(text);
        if (open.empty())
            continue;
        OpenValue& value = open.back();
        const std::string_view rest = ascii::trimmed_front(text, ascii::is_white);
        if (rest.starts_with(':')) {
            key = word;
            value.has_version = value.has_version || key == "apiVersion";
            value.has_body = value.has_body || key == "metadata" || key == "spec";
            text = rest.substr(1);
        } else if (std::exchange(key, {}) == "kind") {
            value.kind = word;
        }
        if (value.has_version && value.has_body && std::ranges::find(kinds, value.kind) != kinds.end())
            return true;
    }
    return false;
}

// The mapping that a line of YAML is in, by the column of its keys.
struct OpenMapping {
    std::size_t column = 0;
    bool has_version = false;
    std::string_view kind;
};

}

bool has_object(std::string_view text, std::span<const std::string_view> kinds)
{
    if (std::ranges::none_of(
            kinds, [text](std::string_view kind) { return text.find(kind) != std::string_view::npos; }))
        return false;
    if (is_json(text))
        return has_object_of_json(text, kinds);
    std::vector<OpenMapping> open;
    while (!text.empty()) {
        std::string_view line = ascii::take_line(text);
        const std::size_t first = line.find_first_not_of(' ');
        if (first == std::string_view::npos || line[first] == '#')
            continue;
        if (line.starts_with("---")) {
            open.clear();
            continue;
        }
        const bool is_item = line.substr(first).starts_with("- ");
        const std::size_t column = is_item ? first + 2 : first;
        line.remove_prefix(column);
        while (!open.empty() && open.back().column > first)
            open.pop_back();
        if (open.empty() || open.back().column != column)
            open.push_back({.column = column, .kind = {}});
        OpenMapping& mapping = open.back();
        mapping.has_version = mapping.has_version || line.starts_with("apiVersion:");
        if (line.starts_with("kind:"))
            mapping.kind = unquoted(line.substr(5));
        if (mapping.has_version && std::ranges::find(kinds, mapping.kind) != kinds.end())
            return true;
    }
    return false;
}

}
