// SPDX-License-Identifier: Apache-2.0
// Lines of a text and their blanks, for detection and for `set` files.
#include "drivers/junos/lines.h"

#include <algorithm>
#include <array>

namespace rocelint::junos {
namespace {

constexpr std::array verbs{std::string_view("set "),
    std::string_view("deactivate "),
    std::string_view("delete "),
    std::string_view("activate "),
    std::string_view("protect "),
    std::string_view("edit "),
    std::string_view("insert "),
    std::string_view("rename "),
    std::string_view("annotate ")};

}

std::string_view without_blanks(std::string_view line)
{
    const std::size_t first = line.find_first_not_of(" \t\r");
    return first == std::string_view::npos ? std::string_view{}
                                           : line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

std::string_view next_line(std::string_view& text)
{
    const std::size_t feed = text.find('\n');
    const std::string_view line = text.substr(0, feed);
    text = feed == std::string_view::npos ? std::string_view{} : text.substr(feed + 1);
    return without_blanks(line);
}

bool is_command(std::string_view line)
{
    return std::ranges::any_of(verbs, [line](std::string_view verb) { return line.starts_with(verb); });
}

}
