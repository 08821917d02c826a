// SPDX-License-Identifier: Apache-2.0
// Lines of a text and their blanks, for detection and for `set` files.
#include "drivers/junos/grammar/lines.h"

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

bool is_command(std::string_view line)
{
    return std::ranges::any_of(verbs, [line](std::string_view verb) { return line.starts_with(verb); });
}

}
