// SPDX-License-Identifier: Apache-2.0
#include "drivers/line_cli/read/file_header.h"

#include "models/syntax/indent_tree.h"

#include <algorithm>

namespace rocelint::line_cli {

void name_device(Device& device,
    std::span<const Tree> trees,
    std::string_view (*identity)(const Tree& tree),
    std::string_view fallback)
{
    for (const Tree& tree : trees) {
        device.files.push_back(tree.source->id());
        const std::string_view name = identity(tree);
        if (name.empty() || !device.name.empty())
            continue;
        device.name = name;
        device.name_is_configured = true;
        device.identity = tree.source->span_of(name);
    }
    if (device.name.empty())
        device.name = fallback;
}

std::string_view word_behind(const Tree& tree, std::string_view word, bool deep)
{
    std::string_view found;
    const auto look_at = [&](const Node& line) {
        if (Words words(line.key); words.take(word))
            found = words.next();
    };
    for (const Node* line = tree.root == nullptr ? nullptr : tree.root->first; line != nullptr;
         line = line->next) {
        look_at(*line);
        for (const Node* inner = line->first; inner != nullptr && deep; inner = inner->next)
            look_at(*inner);
    }
    return found;
}

std::string_view banner_terminator(std::string_view line)
{
    if (!line.starts_with("banner "))
        return {};
    Words words(line);
    words.next();
    words.next();
    const std::string_view rest = words.rest();
    return open_delimiter(rest, rest.starts_with("^C") ? 2 : 1);
}

std::string_view open_delimiter(std::string_view text, std::size_t length)
{
    const std::string_view delimiter = text.substr(0, length);
    const bool closed = delimiter.empty() || text.find(delimiter, length) != std::string_view::npos;
    return closed ? std::string_view{} : delimiter;
}

std::string_view head_of(const Tree& tree)
{
    constexpr std::size_t looked_at = 4096;
    return tree.source->text().substr(0, looked_at);
}

std::string_view value_after(std::string_view text, std::string_view beginning)
{
    const std::size_t at = text.find(beginning);
    if (at == std::string_view::npos)
        return {};
    text.remove_prefix(at + beginning.size());
    text = text.substr(0, text.find_first_of("\r\n"));
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return text.substr(0, text.find_last_not_of(' ') + 1);
}

}
