// SPDX-License-Identifier: Apache-2.0
// Looks for objects without parsing the text, which may be a template that is no YAML yet.
#include "drivers/cluster/cluster_kinds.h"

#include "models/text/ascii.h"

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
