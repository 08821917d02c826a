// SPDX-License-Identifier: Apache-2.0
// Names and other texts that a device takes up to a length: what is wrong with one, and the one that is
// written in its place.
#include "drivers/line_cli/grammar/slot.h"
#include "models/text/ascii.h"
#include "models/text/short_name.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::line_cli {

std::string text_objection(const Slot& slot, std::string_view text, Measures measures)
{
    if (slot.text == nullptr || (!slot.text->documented && measures == Measures::documented))
        return {};
    const TextLimit& limit = *slot.text;
    if (limit.longest != 0 && text.size() > limit.longest)
        return fmt::format(
            "has {} characters, where at most {} are taken ({})", text.size(), limit.longest, limit.source);
    const auto is_taken = [&](char c) {
        return ascii::is_letter_or_digit(c) || limit.punctuation.find(c) != std::string_view::npos;
    };
    if (!limit.punctuation.empty() && !std::ranges::all_of(text, is_taken))
        return fmt::format(
            "has characters other than letters, digits and {} ({})", limit.punctuation, limit.source);
    return {};
}

std::string name_in_range(const Statement& statement, std::string_view name)
{
    for (const Slot& slot : statement.slots) {
        if (slot.text != nullptr && !slot.text->fixed)
            return short_name(name, slot.text->longest);
    }
    return std::string(name);
}

}
