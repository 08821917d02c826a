// SPDX-License-Identifier: Apache-2.0
// Members of `dcb -j` as the lines that dcb prints without -j (iproute2 7.0, dcb/dcb.c, dcb_print_named_array, and
// dcb_app.c, dcb_app_print_filtered).
#include "drivers/linux_host/output/outputs.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::linux_host {
namespace {

std::string_view on_off_of(const Node& value)
{
    if (value.kind == Node::Kind::boolean)
        return value.value == "true" ? "on" : "off";
    return value.value;
}

// "26:3", of [26, 3] or [26, 3, " "]
std::string pair_of(const Node& entry)
{
    const Node* to = entry.first == nullptr ? nullptr : entry.first->next;
    return to == nullptr ? std::string() : fmt::format(" {}:{}", entry.first->value, to->value);
}

}

std::string dcb_line_of(const Node& member)
{
    // dcb prints these in one line with others, and that line is irrelevant.
    constexpr std::array<std::string_view, 5> details{"pfc_cap", "macsec_bypass", "delay", "ets_cap", "cbs"};
    if (std::ranges::find(details, member.key) != details.end())
        return {};
    std::string text(member.key);
    std::ranges::replace(text, '_', '-');
    if (member.kind != Node::Kind::array)
        return fmt::format("{} {}", text, on_off_of(member));
    const bool plain = member.key == "order" || member.key == "default_prio";
    const std::string_view unit = member.key == "buffer_size" ? "b" : "";
    // One value for each priority or class. A part of them, of JSON that was cut off, says nothing.
    constexpr std::uint32_t all = 8;
    const bool by_number = !plain && member.first != nullptr && member.first->kind != Node::Kind::array;
    if (by_number && member.child_count != all)
        return text;
    std::size_t index = 0;
    for (const Node& entry : member) {
        if (entry.kind == Node::Kind::array)
            text += pair_of(entry);
        else if (plain)
            text += fmt::format(" {}", entry.value);
        else
            text += fmt::format(" {}:{}{}", index, on_off_of(entry), unit);
        ++index;
    }
    return text;
}

}
