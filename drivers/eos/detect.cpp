// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/syntax.h"

#include <algorithm>

namespace rocelint::eos {
namespace {

std::string_view take_line(std::string_view& text)
{
    const std::size_t feed = text.find('\n');
    std::string_view line = text.substr(0, feed);
    text = feed == std::string_view::npos ? std::string_view{} : text.substr(feed + 1);
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t'))
        line.remove_prefix(1);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' '))
        line.remove_suffix(1);
    return line;
}

}

Header read_header(std::string_view text)
{
    Header header;
    constexpr int most_lines = 60;
    for (int count = 0; count < most_lines && !text.empty(); ++count) {
        std::string_view line = take_line(text);
        if (line.starts_with("!RANCID-CONTENT-TYPE: arista"))
            header.is_running_config = true;
        const std::size_t command = line.find("show running-config");
        const std::size_t shortened = command == std::string_view::npos ? line.find("show run") : command;
        if (shortened != std::string_view::npos && (line.front() == '!' || is_prompt(line))) {
            header.is_running_config = true;
            Words words(line.substr(shortened));
            words.next();
            words.next();
            header.prints_defaults = words.peek() == "all";
        }
        if (!line.starts_with("! device: "))
            continue;
        header.is_running_config = true;
        line.remove_prefix(10);
        const std::size_t open = line.find(" (");
        header.device = line.substr(0, open);
        if (open == std::string_view::npos)
            continue;
        std::string_view inner = line.substr(open + 2);
        const std::size_t comma = inner.find(", ");
        header.model = inner.substr(0, std::min(comma, inner.find(')')));
        if (comma == std::string_view::npos)
            continue;
        inner.remove_prefix(comma + 2);
        if (inner.starts_with("EOS-"))
            inner.remove_prefix(4);
        header.version = inner.substr(0, inner.find_first_of(" )"));
    }
    return header;
}

std::string_view identity(const Tree& tree)
{
    if (tree.root == nullptr)
        return {};
    std::string_view name;
    for (const Node& node : *tree.root) {
        if (node.key.starts_with("hostname ")) {
            Words words(node.key);
            words.next();
            name = words.next();
        }
    }
    if (!name.empty())
        return name;
    // A switch that nobody named calls itself localhost, which identifies nothing.
    const Header header = read_header(tree.source->text());
    return header.device == "localhost" ? std::string_view{} : header.device;
}

}
